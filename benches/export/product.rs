//! The store as a server uses it.

use licence_core::check::CheckQuery;
use licence_core::export::{Dataset, ExportFilter, ExportFormat, ExportRequest};
use licence_core::time::Timestamp;
use licence_store::{Store, StoreOptions};
use tokio::runtime::Runtime;

pub struct Product {
    pub runtime: Runtime,
    pub store: Store,
}

fn now() -> Timestamp {
    "2026-11-02T00:00:00Z".parse().expect("an instant")
}

/// Takes a whole export; the lines after the header.
pub async fn export(store: &Store) -> u64 {
    let (dataset, format) = (Dataset::Licences, ExportFormat::Csv);
    let request = ExportRequest { dataset, format, filter: ExportFilter::default() };
    let mut export = store.export(&request, now()).await.expect("an export");
    let mut line_ends = 0;
    while let Some(chunk) = export.chunks.next().await {
        let chunk = chunk.expect("a chunk");
        line_ends += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
    }
    assert_eq!(line_ends, export.row_count + 1, "no value holds a line end");
    export.row_count
}

/// Asks for a licence number.
pub async fn check(store: &Store, nth: u64) {
    let number = format!("{nth}-R-{}-001", nth + 300_000);
    let query = CheckQuery::licence_number(&number).expect("a number");
    let answer = store.check(&query, None, now()).await.expect("an answer");
    assert!(answer.matched.is_some(), "{number}");
}

impl Product {
    pub fn open(url: &str) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let store = runtime.block_on(Store::open(&StoreOptions::new(url))).expect("a store");
        Self { runtime, store }
    }

    /// Takes a whole export; how many rows it has.
    pub fn export(&self) -> u64 {
        let store = self.store.clone();
        // On a worker thread, as a server's connections are.
        self.runtime
            .block_on(self.runtime.spawn(async move { export(&store).await }))
            .expect("rows")
    }
}
