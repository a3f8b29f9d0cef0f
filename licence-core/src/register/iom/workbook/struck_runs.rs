//! Runs of a cell that are struck out. The library returns the text of a cell without the format of
//! its parts, so that a copy of the workbook marks them in the text.

use std::borrow::Cow;
use std::io::{Cursor, Read, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The mark before the text of a run that is struck out: a character for private use.
pub(super) const STRUCK: char = '\u{e000}';

/// Returns the workbook with every run marked that is struck out.
pub(super) fn marked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ZipError> {
    let mut workbook = ZipArchive::new(Cursor::new(bytes))?;
    let mut copy = ZipWriter::new(Cursor::new(Vec::new()));
    let mut has_marks = false;
    for at in 0..workbook.len() {
        let mut part = workbook.by_index(at)?;
        if !part.name()?.to_ascii_lowercase().ends_with(".xml") {
            copy.raw_copy_file(part)?;
            continue;
        }
        let mut xml = String::new();
        part.read_to_string(&mut xml)?;
        let with_marks = with_marks(&xml);
        has_marks |= with_marks != xml;
        copy.start_file(part.name()?, SimpleFileOptions::default())?;
        copy.write_all(with_marks.as_bytes())?;
    }
    let copy = copy.finish()?.into_inner();
    Ok(if has_marks { Cow::Owned(copy) } else { Cow::Borrowed(bytes) })
}

/// What turns a format off: `val="0"`.
const OFF: [&str; 4] = ["\"0\"", "'0'", "\"false\"", "'false'"];

/// Returns a part of a workbook with a mark before each text of a run that is struck out.
fn with_marks(xml: &str) -> String {
    let (mut out, mut is_struck) = (String::with_capacity(xml.len()), false);
    for (at, tag) in xml.split('<').enumerate() {
        out.push_str(if at > 0 { "<" } else { "" });
        out.push_str(tag);
        match local_name(tag) {
            "r" => is_struck = false,
            "strike" => is_struck = !OFF.iter().any(|off| tag.contains(off)),
            "t" if is_struck && !tag.starts_with('/') => {
                let text = tag.find('>').map_or(0, |end| tag.len() - end - 1);
                out.insert(out.len() - text, STRUCK);
            }
            _ => {}
        }
    }
    out
}

/// Returns the name of a tag without its prefix.
fn local_name(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default();
    name.trim_matches('/').rsplit(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_of_struck_runs_are_marked() {
        for (xml, expected) in [
            ("<si><t>A</t></si>", "<si><t>A</t></si>"),
            (
                "<r><rPr><strike/></rPr><t>A</t></r><r><t>B</t></r><t>C</t>",
                "<r><rPr><strike/></rPr><t>\u{e000}A</t></r><r><t>B</t></r><t>C</t>",
            ),
            (
                "<x:r><x:rPr><x:strike /></x:rPr><x:t a=\"b\">A</x:t></x:r><x:t>B</x:t>",
                "<x:r><x:rPr><x:strike /></x:rPr><x:t a=\"b\">\u{e000}A</x:t></x:r><x:t>B</x:t>",
            ),
            ("<r><strike val='false'/><t>A</t></r>", "<r><strike val='false'/><t>A</t></r>"),
        ] {
            assert_eq!(with_marks(xml), expected);
        }
    }
}
