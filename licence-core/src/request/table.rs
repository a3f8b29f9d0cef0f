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

/// Returns the positions of the columns with this name, in any case and whatever space is around it.
pub fn columns_named(names: &[String], wanted: &str) -> Vec<usize> {
    let wanted = wanted.trim().to_lowercase();
    let is_wanted = |name: &String| name.trim().to_lowercase() == wanted;
    (0..names.len()).filter(|index| is_wanted(&names[*index])).collect()
}

/// Returns the name of a column that is added to a table with columns of these names: the wanted
/// one, with a number if the table has it already.
///
/// ```
/// use licence_core::request::free_column_name;
///
/// let names = ["domain", "Verdict"].map(str::to_owned);
/// assert_eq!(free_column_name(&names, "operator"), "operator");
/// assert_eq!(free_column_name(&names, "verdict"), "verdict 2");
/// ```
pub fn free_column_name(names: &[String], wanted: &str) -> String {
    let mut free = wanted.to_owned();
    let mut number = 2;
    while !columns_named(names, &free).is_empty() {
        free = format!("{wanted} {number}");
        number += 1;
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_added_column_has_a_name_of_its_own() {
        for (names, free) in [
            ("domain,verdicts", "verdict"),
            ("verdict", "verdict 2"),
            (" VERDICT ,verdict", "verdict 2"),
            ("verdict,verdict 3,Verdict 2", "verdict 4"),
        ] {
            let names: Vec<String> = names.split(',').map(str::to_owned).collect();
            assert_eq!(free_column_name(&names, "verdict"), free, "{names:?}");
        }
    }
}
