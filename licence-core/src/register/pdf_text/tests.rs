//! PDFs made by hand: as few objects as a reader needs, one content stream a page.

mod faults;

use super::*;

/// The objects of a file, without their `obj` and `endobj`.
pub(crate) fn file_of(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", index + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let xref = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    offsets.iter().for_each(|at| bytes.extend(format!("{at:010} 00000 n \n").bytes()));
    let size = objects.len() + 1;
    bytes.extend(format!("trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\n").bytes());
    bytes.extend(format!("startxref\n{xref}\n%%EOF\n").bytes());
    bytes
}

/// A stream object with more entries in its dictionary.
pub(crate) fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<< /Length {} {entries} >>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

/// The objects of pages with the given streams for content: catalogue, page tree, font, and for
/// each page itself and its content.
pub(crate) fn objects(contents: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let kids: Vec<_> = (0..contents.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len()).into(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into(),
    ];
    for (page, content) in contents.into_iter().enumerate() {
        let entries = "/Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] \
                       /Resources << /Font << /F1 3 0 R >> >>";
        objects.push(format!("<< {entries} /Contents {} 0 R >>", 5 + 2 * page).into());
        objects.push(content);
    }
    objects
}

/// The commands that write lines one under another.
pub(crate) fn commands(lines: &[&str]) -> Vec<u8> {
    let mut commands = b"BT /F1 8 Tf 20 580 Td\n".to_vec();
    for line in lines {
        commands.push(b'(');
        for c in line.chars() {
            match c {
                '(' | ')' | '\\' => commands.extend([b'\\', c as u8]),
                '\u{2019}' => commands.push(0x92),
                _ => commands.push(u8::try_from(u32::from(c)).unwrap_or(b'?')),
            }
        }
        commands.extend(b") Tj 0 -12 Td\n");
    }
    commands.extend(b"ET");
    commands
}

/// A PDF with lines of text on each page.
pub(crate) fn pdf(pages: &[Vec<&str>]) -> Vec<u8> {
    let contents = pages.iter().map(|lines| stream("", &commands(lines))).collect();
    file_of(&objects(contents), "")
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    let file = SourceFile { name: "r.pdf".into(), bytes };
    text_of_pdf(&file).map_err(|error| error.to_string())
}

#[test]
fn lines_and_pages_come_out_in_their_order() {
    let bytes = pdf(&[vec!["1. OGL/2024/1/0001 Jack\u{2019}s (House) B.V.", "two"], vec!["three"]]);
    let text = text(bytes).unwrap();
    let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines,
        ["1. OGL/2024/1/0001 Jack\u{2019}s (House) B.V.", "two", "\u{c}", "three", "\u{c}"]
    );
}

#[test]
fn cells_beside_each_other_stay_apart() {
    let commands = b"BT /F1 8 Tf 20 500 Td (B2C) Tj 80 0 Td (160873) Tj 80 0 Td (January 14,) Tj \
                     0 -9 Td (2026) Tj ET";
    let text = text(file_of(&objects(vec![stream("", commands)]), "")).unwrap();
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        "B2C 160873 January 14, 2026"
    );
}

#[test]
fn ligatures_are_letters() {
    let text =
        "Grif\u{fb01}n O\u{fb03}ce Wa\u{fb04}e Flu\u{fb00}y \u{fb02}at la\u{fb06} la\u{fb05}";
    assert_eq!(without_ligatures(text), "Griffin Office Waffle Fluffy flat last last");
}

#[test]
fn pictures_are_passed_over() {
    let mut objects = objects(vec![stream("", b"q /Im0 Do Q BT /F1 8 Tf 9 9 Td (seen) Tj ET")]);
    objects[3] = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 5 0 R \
                   /Resources << /Font << /F1 3 0 R >> /XObject << /Im0 6 0 R >> >> >>"
        .to_vec();
    let picture = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter /DCTDecode";
    objects.push(stream(picture, b"\xff\xd8\xff\xe0 ( << [ /Im0 Do \xff\xd9"));
    assert!(text(file_of(&objects, "")).unwrap().contains("seen"));
}
