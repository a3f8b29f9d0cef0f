use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::*;

const FLATE: &str = "/Filter /FlateDecode";

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
    let content = stream(FLATE, &packed(&commands(&["packed line"])));
    assert!(text(one(content)).unwrap().contains("packed line"));
}

#[test]
fn bombs_do_not_reach_the_library() {
    let bomb = packed(&vec![b' '; (64 << 20) + 1]);
    let twice = packed(&bomb);
    let hidden = [b"% stream\n".as_slice(), &bomb].concat();
    let too_much = cannot("its streams inflate to more than 67108864 bytes");
    for content in [
        stream(FLATE, &bomb),
        stream("/Filter [/FlateDecode /FlateDecode]", &twice),
        stream("", &bomb),
        stream("/Length 0", &hidden),
        stream("/Fi#6cter /Flate#44ecode", &bomb),
    ] {
        assert_eq!(text(one(content)), too_much);
    }
    let half = packed(&vec![b' '; 33 << 20]);
    assert_eq!(
        text(file_of(&objects(vec![stream(FLATE, &half), stream(FLATE, &half)]), "")),
        too_much
    );
    let layers = (0..6).fold(b"x".repeat(3000), |data, _| packed(&data));
    assert_eq!(
        text(one(stream(FLATE, &layers))),
        cannot("a stream is packed more than four times")
    );
}

/// The library makes eighty times as much of the commands of a page, before it looks at any.
#[test]
fn pages_of_more_commands_than_any_register_has_are_refused() {
    let too_much = cannot("a page is drawn with more than 4194304 bytes");
    let commands = packed(&b"0 0 m\n".repeat(1 << 20));
    assert_eq!(text(one(stream(FLATE, &commands))), too_much);

    let mut often = objects(vec![stream(FLATE, &packed(&b"0 0 m\n".repeat(1000)))]);
    let named = "5 0 R ".repeat(1000);
    let page = "/Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Resources << >>";
    often[3] = format!("<< {page} /Contents [{named}] >>").into();
    assert_eq!(text(file_of(&often, "")), too_much);

    let mut drawn = objects(vec![stream("", b"/X Do")]);
    let resources = "/Resources << /XObject << /X 6 0 R >> >>";
    let page = "/Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 5 0 R";
    drawn[3] = format!("<< {page} {resources} >>").into();
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]";
    drawn.push(stream(&format!("{form} {FLATE}"), &commands));
    assert_eq!(text(file_of(&drawn, "")), too_much);

    let mut lettered = objects(vec![stream("", &super::commands(&["text"]))]);
    lettered[2] =
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>".to_vec();
    lettered.push(stream(FLATE, &commands));
    let tables = cannot("its fonts have tables of more than 4194304 bytes");
    assert_eq!(text(file_of(&lettered, "")), tables);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    for (entries, trailer, why) in [
        ("/Filter /LZWDecode", "", "a stream is packed with LZWDecode; FlateDecode only"),
        ("/Filter /LZW#44ecode", "", "a stream is packed with LZWDecode; FlateDecode only"),
        ("/Filter /ASCII85Decode", "", "a stream is packed with ASCII85Decode; FlateDecode only"),
        ("", "/Encrypt 9 0 R", "it is encrypted"),
        ("", "/Encr#79pt << /Filter /Standard >>", "it is encrypted"),
        ("/W [1 999999999 2]", "", "it states the number 999999999; the limit is 99999999"),
    ] {
        let bytes = file_of(&objects(vec![stream(entries, &commands(&["text"]))]), trailer);
        assert_eq!(text(bytes), cannot(why), "{entries} {trailer}");
    }
    let dates =
        "/ID [<12345678901234567890123456789012> <00>] /Info (D:20260722120000 +5999123456)";
    let bytes = file_of(&objects(vec![stream("", &commands(&["tel 5999123456"]))]), dates);
    assert!(text(bytes).is_ok());
}

#[test]
fn drawings_and_pages_in_circles_are_refused() {
    let endless = cannot("its drawings stand in drawings without end");
    let form = "/Type /XObject /Subtype /Form /BBox [0 0 9 9]";
    for resources in ["/Resources << /XObject << /X 6 0 R >> >>", ""] {
        let mut objects = objects(vec![stream("", b"/X Do")]);
        objects[3] = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 5 0 R \
                       /Resources << /XObject << /X 6 0 R >> >> >>"
            .to_vec();
        objects.push(stream(&format!("{form} {resources}"), b"q /X Do Q"));
        assert_eq!(text(file_of(&objects, "")), endless);
    }
    let mut objects = objects(vec![stream("", &commands(&["text"]))]);
    objects[1] = b"<< /Type /Pages /Kids [4 0 R] /Count 1 /Parent 2 0 R >>".to_vec();
    let endless = cannot("its pages stand in groups of pages without end");
    assert_eq!(text(file_of(&objects, "")), endless);
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
    let large = [&whole[..], &vec![b' '; MAX_BYTES]].concat();
    assert_eq!(text(large), Err("r.pdf: the file is larger than 16777216 bytes".into()));
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
fn too_much_text_and_too_much_time_are_refused() {
    let line = "x".repeat(1 << 20);
    let page = stream("", &commands(&[line.as_str(); 3]));
    let pages = file_of(&objects(vec![page; 3]), "");
    assert_eq!(text(pages), cannot("its text is longer than 8388608 bytes"));
    let slow = pdf(&[vec![line.as_str(); 3]]);
    let fault = in_a_thread(slow, Duration::from_millis(1)).unwrap_err();
    assert_eq!(fault.to_string(), "the PDF cannot be read: its text takes longer than 1ms");
}
