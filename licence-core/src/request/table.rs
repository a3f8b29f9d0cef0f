//! Tables that a user sends, as CSV.

use std::collections::HashSet;

use csv::{Reader, ReaderBuilder};
use thiserror::Error;

use super::pasted::host_in;
use crate::hostname::Hostname;

/// A quote of a table is never closed. Its cell would take in all rows after it, which then nobody
/// checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line}: a quoted cell is never closed, so that it has all rows after it")]
pub struct UnclosedQuote {
    /// The line of the row with the quote, from 1.
    pub line: usize,
}

/// The rows of a table differ too much in length to be made equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the longest row has {width} cells, and making the others as long takes {missing} empty cells, \
     more than {most}"
)]
pub struct UnevenRows {
    /// The cells of the longest row.
    pub width: usize,
    /// The empty cells that the other rows would take.
    pub missing: usize,
    /// The most empty cells that are added.
    pub most: usize,
}

const DELIMITERS: &[u8] = b",;\t|";
/// The records that the delimiter is detected from.
const SAMPLE_RECORDS: usize = 50;

/// Reads delimited text. Returns the delimiter, which is detected, and the rows, which may differ in
/// length.
///
/// ```
/// use licence_core::request::read_table;
///
/// let (delimiter, rows) = read_table("domain;note\na.example;x,y\n")?;
/// assert_eq!((delimiter, rows[1][1].as_str()), (b';', "x,y"));
/// assert_eq!(read_table("domain\na.example\n\"b.example\n").unwrap_err().line, 3);
/// # Ok::<(), licence_core::request::UnclosedQuote>(())
/// ```
///
/// # Errors
/// [`UnclosedQuote`] with the line of the row.
pub fn read_table(text: &str) -> Result<(u8, Vec<Vec<String>>), UnclosedQuote> {
    let delimiter = delimiter(text);
    let (mut rows, mut last) = (Vec::new(), None);
    // Text in memory whose rows may differ in length has no other fault.
    for record in reader(text.as_bytes(), delimiter).records().map_while(Result::ok) {
        rows.push(record.iter().map(str::to_owned).collect());
        last = record.position().map(|position| position.byte() as usize);
    }
    if let Some(last) = last {
        require_closed_quotes(text, delimiter, last)?;
    }
    Ok((delimiter, rows))
}

/// Returns the delimiter that cuts the most records into as many cells as the first one has. Of
/// two alike, the one with more cells wins; without any, a comma.
fn delimiter(text: &str) -> u8 {
    let fit = |delimiter: u8| {
        let lengths: Vec<usize> = reader(text.as_bytes(), delimiter)
            .records()
            .take(SAMPLE_RECORDS)
            .map_while(Result::ok)
            .map(|record| record.len())
            .collect();
        let width = lengths.first().copied().filter(|width| *width > 1)?;
        Some((lengths.iter().filter(|length| **length == width).count(), width))
    };
    let best = DELIMITERS.iter().rev().max_by_key(|delimiter| fit(**delimiter));
    best.copied().filter(|delimiter| fit(*delimiter).is_some()).unwrap_or(b',')
}

/// Refuses a table whose last row does not end. The row begins at the byte `last_row`.
fn require_closed_quotes(text: &str, delimiter: u8, last_row: usize) -> Result<(), UnclosedQuote> {
    let row = text.get(last_row..).unwrap_or_default().trim_start_matches(['\r', '\n']);
    // A row that ends leaves the other row as one of its own.
    let with_another = [row.as_bytes(), b"\nx"].concat();
    match reader(&with_another, delimiter).into_byte_records().count() {
        0 | 1 => {
            let before = &text[..text.len() - row.len()];
            Err(UnclosedQuote { line: before.matches('\n').count() + 1 })
        }
        _ => Ok(()),
    }
}

fn reader(text: &[u8], delimiter: u8) -> Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text)
}

/// Refuses rows that take more than `most` empty cells to become as long as the longest. A small file can
/// ask for more than any memory: one row of many cells, and many rows of one.
///
/// ```
/// use licence_core::request::require_even_rows;
///
/// let rows = [vec!["a", "b", "c"], vec!["d"], vec!["e"]];
/// assert!(require_even_rows(&rows, 4).is_ok());
/// assert_eq!(require_even_rows(&rows, 3).unwrap_err().missing, 4);
/// ```
///
/// # Errors
/// [`UnevenRows`] with the length of the longest row.
pub fn require_even_rows<C>(rows: &[Vec<C>], most: usize) -> Result<(), UnevenRows> {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let missing = rows.iter().fold(0, |sum: usize, row| sum.saturating_add(width - row.len()));
    if missing > most {
        return Err(UnevenRows { width, missing, most });
    }
    Ok(())
}

/// Returns the positions of the columns with this name, in any case and whatever space is around it.
pub fn columns_named(names: &[String], wanted: &str) -> Vec<usize> {
    let wanted = folded(wanted);
    (0..names.len()).filter(|index| folded(&names[*index]) == wanted).collect()
}

/// Returns the form in which the names of columns are compared.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Returns whether the first row of a table names its columns: some cell has letters, and no cell is a
/// host, a text with a dot before a letter or digit, an address with a host, or a number.
///
/// ```
/// use licence_core::request::is_header;
///
/// let row = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
/// assert!(is_header(&row("Website,Customer")));
/// assert!(!is_header(&row("casino.example,Customer")));
/// ```
pub fn is_header(first: &[String]) -> bool {
    let has_letter = |cell: &String| cell.chars().any(char::is_alphabetic);
    let has_dot = |cell: &String| {
        cell.split('.').skip(1).any(|after| after.starts_with(char::is_alphanumeric))
    };
    let is_host = |cell: &String| {
        has_dot(cell) || cell.parse::<Hostname>().is_ok() || host_in(cell).is_some()
    };
    let is_number =
        |cell: &String| !has_letter(cell) && cell.bytes().any(|byte| byte.is_ascii_digit());
    first.iter().any(has_letter) && !first.iter().any(|cell| is_host(cell) || is_number(cell))
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
    let taken: HashSet<String> = names.iter().map(|name| folded(name)).collect();
    let mut free = wanted.to_owned();
    let mut number = 2;
    while taken.contains(&folded(&free)) {
        free = format!("{wanted} {number}");
        number += 1;
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_neither_a_host_nor_a_number() {
        for (first, expected) in [
            ("Website,Customer", true),
            ("domain", true),
            ("Website,,Volume 2026", true),
            ("Website,a.example", false),
            ("https://a.example/x,Acme", false),
            ("not a host,17", false),
            ("not a host,2026-11-30", false),
            ("bücher.example", false),
            (",", false),
            ("", false),
        ] {
            let cells: Vec<String> = first.split(',').map(str::to_owned).collect();
            assert_eq!(is_header(&cells), expected, "{first}");
        }
    }

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
        let numbered = (1..100_000).map(|number| format!("verdict {number}"));
        let names: Vec<String> = numbered.chain(["verdict".to_owned()]).collect();
        assert_eq!(free_column_name(&names, "verdict"), "verdict 100000");
    }
}
