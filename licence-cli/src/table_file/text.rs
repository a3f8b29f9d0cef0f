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
mod tests;
