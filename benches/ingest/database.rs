//! What is measured on each database.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use licence_store::{Store, StoreOptions};

/// The tables that a reading fills, in the order their references allow. Not the kept snapshot, one
/// row that is no text: the floor is spared it.
pub const TABLES: [&str; 8] = [
    "operators",
    "operator_keys",
    "trading_names",
    "licences",
    "domains",
    "history",
    "events",
    "register_readings",
];

/// A database with the product's schema, gone when it is dropped.
pub trait Database {
    /// What the floor is.
    const FLOOR: &str;
    /// How often as long as the floor the product may take.
    const MOST: f64;
    /// How long a write of a customer may take beside a reading.
    const MAX_WAIT_MILLIS: f64;

    /// A new one, empty, with all tables and indices.
    fn create() -> Self;

    /// Its address.
    fn url(&self) -> String;

    /// Its tables, one file each, in the folder.
    fn dump(&self, folder: &Path) -> Vec<(&'static str, PathBuf)>;

    /// The time its own tool takes to load tables, in one transaction.
    fn load(&self, tables: &[(&'static str, PathBuf)]) -> Duration;
}

/// Creates the schema.
pub fn create_schema(url: &str) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&StoreOptions::new(url)).await.expect("a store");
        store.close().await;
    });
}

/// Runs a tool on a script to its end.
pub fn run(mut tool: Command, script: &str) {
    use std::io::Write;
    let child = tool.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{tool:?} does not start: {error}"));
    let mut input = child.stdin.take().expect("its input");
    input.write_all(script.as_bytes()).expect("the script is taken");
    drop(input);
    let status = child.wait().expect("its end");
    assert!(status.success(), "{tool:?}: {status}");
}
