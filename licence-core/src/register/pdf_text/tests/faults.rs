use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;

fn packed(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn one(content: Vec<u8>) -> Vec<u8> {
    file_of(&objects(vec![content]), "")
}

fn cannot(why: &str) -> Result<String, String> {
    Err(format!("r.pdf: the PDF cannot be read: {why}"))
}

#[test]
fn packed_streams_are_read() {
    let content = stream("/Filter /FlateDecode", &packed(&commands(&["packed line"])));
    assert!(text(one(content)).unwrap().contains("packed line"));
}

#[test]
fn an_encrypted_pdf_is_refused_as_such() {
    for trailer in ["/Encrypt 9 0 R", "/Encrypt << /Filter /Standard >>"] {
        let bytes = file_of(&objects(vec![stream("", &commands(&["text"]))]), trailer);
        assert_eq!(text(bytes), cannot("it is encrypted"), "{trailer}");
    }
}

#[test]
fn what_is_no_whole_pdf_with_text_is_refused() {
    let whole = pdf(&[vec!["text"]]);
    let half = whole[..whole.len() / 2].to_vec();
    assert_eq!(text(half), Err("r.pdf: the file ends inside the PDF; it looks cut off".into()));
    assert_eq!(
        text(b"PK".to_vec()),
        Err("r.pdf: expected a PDF, which begins with \"%PDF-\", found something else".into())
    );
    let empty = cannot("it holds no text, only pictures or empty pages");
    assert_eq!(text(one(stream("", b"q Q"))), empty);
    assert_eq!(text(file_of(&objects(Vec::new()), "")), empty);
    assert!(text(b"%PDF-1.4\n%%EOF\n".to_vec()).unwrap_err().contains("the PDF cannot be read"));
}

#[test]
fn a_panic_of_the_library_is_a_fault() {
    let mut objects = objects(vec![stream("", &commands(&["text"]))]);
    objects[3] = b"<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>".to_vec();
    assert_eq!(text(file_of(&objects, "")), cannot("the PDF library gave up on it"));
}

#[test]
fn a_note_or_stroke_over_a_page_is_refused() {
    let annotated = |annotations: &str| {
        let content = || stream("", &commands(&["text"]));
        let mut objects = objects(vec![content(), content()]);
        let page = String::from_utf8(objects[5].clone()).unwrap();
        let page = page.replace("/Contents", &format!("/Annots {annotations} /Contents"));
        objects[5] = page.into();
        for kind in ["StrikeOut", "Link", "Popup"] {
            objects.push(format!("<< /Type /Annot /Subtype /{kind} /Rect [0 0 9 9] >>").into());
        }
        objects.push(b"[8 0 R]".to_vec());
        text(file_of(&objects, ""))
    };
    for (annotations, kind) in [
        ("[8 0 R]", "StrikeOut"),
        ("[9 0 R 8 0 R]", "StrikeOut"),
        ("11 0 R", "StrikeOut"),
        ("[<< /Subtype /FreeText /Contents (Suspended) >>]", "FreeText"),
        ("[<< /Subtype /Popup /Parent 8 0 R >>]", "Popup"),
        ("[<< /Contents (Suspended) >>]", "no kind"),
    ] {
        let why = format!("page 2 has an annotation ({kind})");
        assert_eq!(annotated(annotations), cannot(&why), "{annotations}");
    }
    for harmless in ["[]", "[9 0 R 10 0 R 99 0 R]", "[<< /Subtype /Widget >>]"] {
        assert!(annotated(harmless).is_ok(), "{harmless}");
    }
}
