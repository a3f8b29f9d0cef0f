//! An export, taken whole.

use licence_core::export::{Dataset, ExportFilter, ExportFormat, ExportRequest};
use licence_core::time::Timestamp;
use licence_store::{Export, Store, StoreError};
use serde_json::Value;

use crate::support::readings::at;

pub struct Taken {
    pub format: ExportFormat,
    pub row_count: u64,
    pub read_at: Option<Timestamp>,
    pub text: String,
}

pub fn request(dataset: Dataset, format: ExportFormat, filter: &ExportFilter) -> ExportRequest {
    ExportRequest { dataset, format, filter: filter.clone() }
}

pub async fn take(store: &Store, request: &ExportRequest) -> Taken {
    let export = store.export(request, at("2026-11-10T00:00:00Z")).await.unwrap();
    Taken::read(export, request.format).await.unwrap()
}

impl Taken {
    pub async fn read(mut export: Export, format: ExportFormat) -> Result<Self, StoreError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = export.chunks.next().await {
            bytes.extend_from_slice(&chunk?);
        }
        let text = String::from_utf8(bytes).unwrap();
        Ok(Self { format, row_count: export.row_count, read_at: export.read_at, text })
    }

    pub fn meta(&self) -> Value {
        let line: Value = serde_json::from_str(self.text.lines().next().unwrap()).unwrap();
        line["_meta"].clone()
    }

    /// The rows after the first line.
    pub fn json_rows(&self) -> Vec<Value> {
        self.text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The rows after the header.
    pub fn csv_rows(&self) -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_reader(self.text.as_bytes());
        let row = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
        reader.records().map(|record| row(record.unwrap())).collect()
    }
}
