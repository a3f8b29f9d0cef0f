//! CSV: RFC 4180 in UTF-8 without a mark, CRLF, a header row (specification 4.2).

use std::borrow::Cow;
use std::io::Write;

use super::Cell;

/// The characters with which a formula begins for a spreadsheet. It skips a leading tab or carriage
/// return, so a text that begins with one is guarded too.
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// The mark before such a text, which keeps a spreadsheet from running it.
const GUARD: u8 = b'\'';
const BETWEEN_ITEMS: &str = "|";

/// Returns a text with an apostrophe before it if a spreadsheet could run it as a formula.
///
/// ```
/// use licence_core::export::guard_formula;
///
/// assert_eq!(guard_formula("=1+1"), "'=1+1");
/// assert_eq!(guard_formula("\t=1+1"), "'\t=1+1");
/// assert_eq!(guard_formula("Lantern Spin"), "Lantern Spin");
/// ```
pub fn guard_formula(text: impl Into<String>) -> String {
    let text = text.into();
    if needs_guard(&text) { format!("'{text}") } else { text }
}

fn needs_guard(text: &str) -> bool {
    text.starts_with(FORMULA_STARTS)
}

pub(super) fn header(out: &mut Vec<u8>, columns: &[&str]) {
    for (position, column) in columns.iter().enumerate() {
        if position > 0 {
            out.push(b',');
        }
        out.extend_from_slice(column.as_bytes());
    }
    out.extend_from_slice(b"\r\n");
}

pub(super) fn row(out: &mut Vec<u8>, cells: &[Cell<'_>]) {
    for (position, cell) in cells.iter().enumerate() {
        if position > 0 {
            out.push(b',');
        }
        write(out, *cell);
    }
    out.extend_from_slice(b"\r\n");
}

/// Writes a cell. Only texts and lists are guarded against formulas: a date or an object never begins
/// like a formula, and a guarded number would become a text.
fn write(out: &mut Vec<u8>, cell: Cell<'_>) {
    // Writing to memory cannot fail.
    let _ = match cell {
        Cell::Null => Ok(()),
        Cell::Text(text) => return guarded(out, text),
        Cell::List(items) => return guarded(out, &joined(items)),
        Cell::Date(text) | Cell::Object(text) => return quoted_if_needed(out, text, false),
        Cell::Timestamp(instant) => write!(out, "{instant}"),
        Cell::Boolean(value) => write!(out, "{value}"),
        Cell::Number(number) => write!(out, "{number}"),
    };
}

fn joined<'a>(items: &'a [Cow<'a, str>]) -> Cow<'a, str> {
    match items {
        [only] => Cow::Borrowed(only),
        items => Cow::Owned(items.join(BETWEEN_ITEMS)),
    }
}

fn guarded(out: &mut Vec<u8>, text: &str) {
    quoted_if_needed(out, text, needs_guard(text));
}

/// Writes a text, in quotes if needed. An empty text is `""`, so that it differs from nothing.
fn quoted_if_needed(out: &mut Vec<u8>, text: &str, is_guarded: bool) {
    let is_quoted =
        text.is_empty() || text.bytes().any(|byte| matches!(byte, b'"' | b',' | b'\r' | b'\n'));
    if is_quoted {
        out.push(b'"');
    }
    if is_guarded {
        out.push(GUARD);
    }
    if is_quoted {
        with_doubled_quotes(out, text.as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

fn with_doubled_quotes(out: &mut Vec<u8>, text: &[u8]) {
    for (position, piece) in text.split(|byte| *byte == b'"').enumerate() {
        if position > 0 {
            out.extend_from_slice(b"\"\"");
        }
        out.extend_from_slice(piece);
    }
}
