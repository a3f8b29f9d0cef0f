//! Tables that a user sends, as CSV.

use csv::ReaderBuilder;
use thiserror::Error;

/// A quote of a table is never closed. Its cell would take in all rows after it, which then nobody
/// checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: a quoted cell is never closed, so that it has all rows after it")]
pub struct UnclosedQuote {
    /// The line of the row with the quote, from 1.
    pub line: usize,
}

/// Refuses a table whose last row does not end. The row begins at the byte `last_row`.
///
/// ```
/// use licence_core::request::require_closed_quotes;
///
/// let table = "domain\na.example\n\"b.example\nc.example\n";
/// assert_eq!(require_closed_quotes(table, b',', 17).unwrap_err().line, 3);
/// assert!(require_closed_quotes("\"a.example\"\n", b',', 0).is_ok());
/// ```
///
/// # Errors
/// [`UnclosedQuote`] with the line of the row.
pub fn require_closed_quotes(
    text: &str,
    delimiter: u8,
    last_row: usize,
) -> Result<(), UnclosedQuote> {
    let row = text.get(last_row..).unwrap_or_default().trim_start_matches(['\r', '\n']);
    // A row that ends leaves the other row as one of its own.
    let with_another = [row.as_bytes(), b"\nx"].concat();
    let mut builder = ReaderBuilder::new();
    let reader = builder.has_headers(false).flexible(true).delimiter(delimiter);
    match reader.from_reader(with_another.as_slice()).into_byte_records().count() {
        0 | 1 => {
            let before = &text[..text.len() - row.len()];
            Err(UnclosedQuote { line: before.matches('\n').count() + 1 })
        }
        _ => Ok(()),
    }
}
