//! Tables as CSV files, protected against spreadsheet formulas.

use csv::{Terminator, Writer, WriterBuilder};
use licence_core::export::{ExportFormat, guard_formula};

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
pub(super) fn writer(delimiter: u8) -> Writer<Vec<u8>> {
    let mut builder = WriterBuilder::new();
    builder.delimiter(delimiter).terminator(Terminator::CRLF).flexible(true);
    builder.from_writer(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

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
