//! CSV files: tables that are sent, protected against spreadsheet formulas, and a table of domains that
//! a member sends, which comes back with more columns.

use csv::{Terminator, Writer, WriterBuilder};
use licence_core::export::{ExportFormat, guard_formula};
use licence_core::request::{columns_named, free_column_name, read_table};

use super::reply::attachment;
use crate::reply::Response;

/// Returns a table as a file of this name, which has no character that a header would need to quote.
pub(super) fn send(
    name: &str,
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> Response {
    let mut writer = writer(b',');
    // Writing to memory cannot fail.
    let _ = writer.write_record(columns);
    for row in rows {
        let _ = writer.write_record(row.into_iter().map(guard_formula));
    }
    send_written(name, writer)
}

/// Returns what was written as a file.
pub(super) fn send_written(name: &str, writer: Writer<Vec<u8>>) -> Response {
    let content = writer.into_inner().unwrap_or_default();
    attachment(name, ExportFormat::Csv.content_type(), content)
}

/// Returns a writer to memory. Rows may differ in length.
fn writer(delimiter: u8) -> Writer<Vec<u8>> {
    let mut builder = WriterBuilder::new();
    builder.delimiter(delimiter).terminator(Terminator::CRLF).flexible(true);
    builder.from_writer(Vec::new())
}

/// The column that holds the domains, in any case. Without it, the first column does.
const COLUMN: &str = "domain";

/// Rows of cells, which may differ in length.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Table {
    delimiter: u8,
    /// The names of the columns; `None` if the file does not name them.
    header: Option<Vec<String>>,
    rows: Vec<Vec<String>>,
    column: usize,
}

impl Table {
    /// Returns the table of pasted lines: one domain each.
    pub(super) fn from_lines(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let rows = lines.map(|line| vec![line.to_owned()]).collect();
        Self { delimiter: b',', header: Some(vec![COLUMN.to_owned()]), rows, column: 0 }
    }

    /// Reads CSV text. Its delimiter is detected.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = str::from_utf8(bytes).map_err(|_| "The file is not UTF-8 text.".to_owned())?;
        let text = text.trim_start_matches('\u{feff}');
        let (delimiter, mut rows) =
            read_table(text).map_err(|error| format!("The file is no CSV table: {error}."))?;
        let columns = columns_named(rows.first().map_or(&[][..], Vec::as_slice), COLUMN);
        if columns.len() > 1 {
            let count = columns.len();
            return Err(format!("The file has {count} columns {COLUMN}; leave one of them."));
        }
        let column = columns.first().copied();
        let header = column.map(|_| rows.remove(0));
        Ok(Self { delimiter, header, rows, column: column.unwrap_or(0) })
    }

    /// Returns the domain of each row, in their order; empty for a row without one.
    pub(super) fn domains(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row.get(self.column).map_or("", |cell| cell.trim()))
    }

    /// Returns the table with columns added at its end. No cell runs as a formula, as in exports, because
    /// another person than the sender may open the file.
    pub(super) fn with_columns(
        &self,
        names: &[&str],
        added: impl Iterator<Item = Vec<String>>,
    ) -> Writer<Vec<u8>> {
        let width = self.header.iter().chain(&self.rows).map(Vec::len).max().unwrap_or(0);
        let padded = |row: &Vec<String>| {
            let mut cells = row.clone();
            cells.resize(width, String::new());
            cells.into_iter().map(guard_formula)
        };
        let mut writer = writer(self.delimiter);
        // Writing to memory cannot fail.
        if let Some(header) = &self.header {
            let names = names.iter().map(|name| free_column_name(header, name));
            let _ = writer.write_record(padded(header).chain(names));
        }
        for (row, added) in self.rows.iter().zip(added) {
            let _ = writer.write_record(padded(row).chain(added.into_iter().map(guard_formula)));
        }
        writer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(table: &Table) -> String {
        let rows = table.rows.len();
        let written = table.with_columns(&["verdict"], (0..rows).map(|_| vec!["=x".to_owned()]));
        String::from_utf8(written.into_inner().unwrap()).unwrap()
    }

    #[test]
    fn the_domains_are_in_the_column_of_their_name_or_the_first() {
        for (text, domains, back) in [
            (
                "id,Domain\r\n=1,a.example\r\n2,\"b.example\"\r\n",
                &["a.example", "b.example"][..],
                "id,Domain,verdict\r\n'=1,a.example,'=x\r\n2,b.example,'=x\r\n",
            ),
            (
                "\u{feff}domain;note\na.example;x,y\n",
                &["a.example"],
                "domain;note;verdict\r\na.example;x,y;'=x\r\n",
            ),
            (
                "a.example\nb.example",
                &["a.example", "b.example"],
                "a.example,'=x\r\nb.example,'=x\r\n",
            ),
            (
                "domain\n+1\n@x\n-y\n",
                &["+1", "@x", "-y"],
                "domain,verdict\r\n'+1,'=x\r\n'@x,'=x\r\n'-y,'=x\r\n",
            ),
            ("x\tdomain\n1\n", &[""], "x\tdomain\tverdict\r\n1\t\t'=x\r\n"),
            (
                "domain,Verdict\na.example,old\n",
                &["a.example"],
                "domain,Verdict,verdict 2\r\na.example,old,'=x\r\n",
            ),
            ("", &[], ""),
        ] {
            let table = Table::parse(text.as_bytes()).unwrap();
            assert_eq!(table.domains().collect::<Vec<_>>(), domains, "{text}");
            assert_eq!(written(&table), back);
        }
        assert!(Table::parse(&[0xff, 0xfe]).is_err());
        let refused = Table::parse(b"domain,id,Domain\na.example,1,b.example\n").unwrap_err();
        assert_eq!(refused, "The file has 2 columns domain; leave one of them.");
    }

    #[test]
    fn pasted_lines_are_a_table_of_one_column() {
        let table = Table::from_lines(" a.example \r\n\nb.example\n");
        assert_eq!(written(&table), "domain,verdict\r\na.example,'=x\r\nb.example,'=x\r\n");
    }

    #[test]
    fn a_cell_is_quoted_and_runs_as_no_formula() {
        for (text, expected) in [
            ("plain", "plain\r\n"),
            ("a, b", "\"a, b\"\r\n"),
            ("say \"x\"", "\"say \"\"x\"\"\"\r\n"),
            ("=1+1", "'=1+1\r\n"),
            ("=1,\"2\"", "\"'=1,\"\"2\"\"\"\r\n"),
        ] {
            let mut writer = writer(b',');
            writer.write_record([guard_formula(text)]).unwrap();
            assert_eq!(String::from_utf8(writer.into_inner().unwrap()).unwrap(), expected);
        }
    }
}
