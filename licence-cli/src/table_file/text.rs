//! Delimited text: what a spreadsheet or a database writes as CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use licence_core::export::guard_formula;
use licence_core::request::read_table;

use super::cell::{Cell, TableForm};

const BYTE_ORDER_MARK: &str = "\u{feff}";
/// How a workbook of the old format (XLS) begins, and one with a password.
const OLE_BEGINNING: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Reads delimited text. Its encoding is the one of its byte order mark, else UTF-8, else
/// Windows-1252, which spreadsheets write in Western Europe.
pub(super) fn read(bytes: &[u8]) -> Result<(TableForm, Vec<Vec<Cell>>), String> {
    let (text, is_plain_utf8) = decode(bytes);
    if text.contains('\0') || bytes.starts_with(OLE_BEGINNING) {
        return Err("the file is no text; a table is CSV or XLSX".to_owned());
    }
    let (delimiter, rows) = read_table(&text).map_err(|error| error.to_string())?;
    let rows = rows.into_iter().map(|row| row.into_iter().map(Cell::Text).collect()).collect();
    Ok((TableForm::Text { delimiter, has_byte_order_mark: !is_plain_utf8 }, rows))
}

/// Returns the text without a byte order mark, and whether it was UTF-8 without one.
fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return (encoding.decode_without_bom_handling(&bytes[length..]).0, false);
    }
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => (text, true),
        None => (WINDOWS_1252.decode_without_bom_handling(bytes).0, false),
    }
}

/// Writes rows; the text of the last `guarded` columns is kept from running in a spreadsheet.
pub(super) fn write(
    rows: &[Vec<Cell>],
    delimiter: u8,
    has_byte_order_mark: bool,
    guarded: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    if has_byte_order_mark {
        out.write_all(BYTE_ORDER_MARK.as_bytes())?;
    }
    let mut builder = WriterBuilder::new();
    builder.delimiter(delimiter).terminator(Terminator::CRLF).flexible(true);
    let mut file = builder.from_writer(out);
    for row in rows {
        let ours = row.len().saturating_sub(guarded);
        let cells = row.iter().enumerate().map(|(index, cell)| match cell {
            Cell::Text(text) if index >= ours => guard_formula(text),
            cell => cell.text(),
        });
        file.write_record(cells).map_err(io::Error::from)?;
    }
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn encoding_and_delimiter_are_detected() {
        for (bytes, expected, has_mark) in [
            (b"a,b\nc,d\n".to_vec(), b',', false),
            (b"a;b\r\n\"c;1\";d,e\r\n".to_vec(), b';', false),
            (b"a\tb\nd\te, f\n".to_vec(), b'\t', false),
            (b"a|b\nc|d".to_vec(), b'|', false),
            (b"site\nbet.example\n".to_vec(), b',', false),
            (b"\xef\xbb\xbfa;b\n1;2\n".to_vec(), b';', true),
            (b"caf\xe9;b\n1;2\n".to_vec(), b';', true),
            (utf16("caf\u{e9};b\n1;2\n"), b';', true),
            (b"".to_vec(), b',', false),
        ] {
            let (form, _) = read(&bytes).unwrap();
            let expected = TableForm::Text { delimiter: expected, has_byte_order_mark: has_mark };
            assert_eq!(form, expected, "{bytes:?}");
        }
        for bytes in [b"caf\xe9;b".to_vec(), "caf\u{e9};b".into(), utf16("caf\u{e9};b")] {
            assert_eq!(read(&bytes).unwrap().1[0][0], Cell::Text("caf\u{e9}".to_owned()));
        }
        assert!(read(b"\x00\x01\x02").unwrap_err().contains("is no text"));
    }

    #[test]
    fn a_quote_that_is_never_closed_is_refused_by_its_line() {
        for (text, line) in [
            ("site,note\na.example,\"x\nb.example,\nc.example,\n", 2),
            ("site\r\na.example\r\n\"b.example", 3),
            ("site\n\"a\nb\"\n\"", 4),
            ("\u{feff}site;note\na.example;\"x\"\"\nb.example;\n", 2),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.starts_with(&format!("line {line}: a quoted cell")), "{text:?}: {error}");
        }
        for text in ["a,\"b\n\"\"c\"", "a,\"b\"\n", "a,b\"\nc,\"\"\r\n", "a,\"b\"c\n\n", "\"\""] {
            assert!(read(text.as_bytes()).is_ok(), "{text:?}");
        }
    }
}
