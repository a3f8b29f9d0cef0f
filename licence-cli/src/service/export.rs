//! `GET /v1/export/{dataset}`: the file as it comes, and how many rows it has to have.

use licence_core::export::{Dataset, ExportFilter, ExportFormat, ExportRequest};
use licence_core::time::Timestamp;
use licence_store::ExportChunks;
use reqwest::Response;

use super::Service;
use crate::exit::Failure;
use crate::remote::Call;

/// A file on its way.
pub(crate) struct ExportFile {
    /// How many rows it has, the header row or first line not counted; `None` when the server did
    /// not say.
    pub(crate) row_count: Option<u64>,
    chunks: Chunks,
}

enum Chunks {
    Local(ExportChunks),
    Remote(Response),
}

impl ExportFile {
    /// Returns the next piece; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<u8>>, String> {
        match &mut self.chunks {
            Chunks::Local(chunks) => {
                let chunk = chunks.next().await.transpose();
                Ok(chunk.map_err(|error| error.to_string())?.map(Vec::from))
            }
            Chunks::Remote(response) => {
                let chunk = response.chunk().await;
                Ok(chunk.map_err(|_| "the connection broke off".to_owned())?.map(Vec::from))
            }
        }
    }
}

impl Service {
    pub(crate) async fn export(
        &self,
        dataset: Dataset,
        format: ExportFormat,
        filter: ExportFilter,
        now: Timestamp,
    ) -> Result<ExportFile, Failure> {
        match self {
            Self::Local(local) => {
                let request = ExportRequest { dataset, format, filter };
                let export = local.store.export(&request, now).await?;
                let chunks = Chunks::Local(export.chunks);
                Ok(ExportFile { row_count: Some(export.row_count), chunks })
            }
            Self::Remote(client) => {
                let response = client.open(&call(dataset, format, &filter)).await?;
                let row_count = response.headers().get("x-export-row-count");
                let row_count = row_count.and_then(|value| value.to_str().ok()?.parse().ok());
                Ok(ExportFile { row_count, chunks: Chunks::Remote(response) })
            }
        }
    }
}

fn call(dataset: Dataset, format: ExportFormat, filter: &ExportFilter) -> Call {
    let list = |words: Vec<&str>| (!words.is_empty()).then(|| words.join(","));
    let codes = list(filter.jurisdictions.iter().map(|code| code.as_str()).collect());
    let statuses = list(filter.statuses.iter().map(|status| status.as_str()).collect());
    Call::get(["export", dataset.as_str()])
        .with("format", Some(format.as_str()))
        .with("jurisdiction", codes.as_deref())
        .with("status", statuses.as_deref())
}

/// Counts the rows of a file as its pieces go by: lines, but for those inside a quoted cell.
pub(crate) struct RowsReceived {
    is_csv: bool,
    is_quoted: bool,
    is_at_a_line_end: bool,
    lines: u64,
}

impl RowsReceived {
    pub(crate) fn new(format: ExportFormat) -> Self {
        let is_csv = format == ExportFormat::Csv;
        Self { is_csv, is_quoted: false, is_at_a_line_end: false, lines: 0 }
    }

    pub(crate) fn count(&mut self, piece: &[u8]) {
        for byte in piece {
            match byte {
                b'"' if self.is_csv => self.is_quoted = !self.is_quoted,
                b'\n' if !self.is_quoted => self.lines += 1,
                _ => {}
            }
        }
        if let Some(last) = piece.last() {
            self.is_at_a_line_end = *last == b'\n' && !self.is_quoted;
        }
    }

    /// Returns the number of rows after the header row or first line.
    pub(crate) fn rows(&self) -> u64 {
        self.lines.saturating_sub(1)
    }

    /// Returns whether the file ended after a line, as a whole file does.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_at_a_line_end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_however_they_are_cut() {
        let csv = "id,name\r\n1,\"a \"\"b\"\"\r\nc\"\r\n2,d\r\n";
        let json = "{\"_meta\":{}}\n{\"a\":\"\\\"\"}\n{\"b\":1}\n";
        for (format, file) in [(ExportFormat::Csv, csv), (ExportFormat::Json, json)] {
            for size in 1..file.len() {
                let mut rows = RowsReceived::new(format);
                file.as_bytes().chunks(size).for_each(|piece| rows.count(piece));
                assert_eq!((rows.rows(), rows.is_whole()), (2, true), "{file:?} by {size}");
            }
            let mut cut = RowsReceived::new(format);
            cut.count(&file.as_bytes()[..file.len() - 3]);
            assert_eq!((cut.rows(), cut.is_whole()), (1, false), "{file:?}");
        }
        let mut nothing = RowsReceived::new(ExportFormat::Csv);
        nothing.count(b"");
        assert_eq!((nothing.rows(), nothing.is_whole()), (0, false));
    }
}
