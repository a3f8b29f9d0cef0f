//! SQLite: `sqlite3 .import`, with the journal, the safety and the cache of the product.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use crate::database::{Database, TABLES, create_schema, run};
use crate::support::rounds::time;

pub struct File(TempDir);

/// The journal mode is a property of the file.
const SETTINGS: &str = "pragma synchronous = full;\npragma cache_size = -262144;\n";

impl File {
    fn path(&self) -> PathBuf {
        self.0.path().join("licence.db")
    }

    fn sqlite3(&self, script: &str) {
        let mut tool = Command::new("sqlite3");
        tool.arg("-bail").arg(self.path());
        run(tool, script);
    }
}

impl Database for File {
    const FLOOR: &str = "sqlite3 .import of the same rows";
    const MOST: f64 = 2.5;
    const MAX_WAIT_MILLIS: f64 = 250.0;

    fn create() -> Self {
        let file = Self(tempfile::tempdir().expect("a directory"));
        create_schema(&file.url());
        file
    }

    fn url(&self) -> String {
        format!("sqlite://{}", self.path().display())
    }

    fn dump(&self, folder: &Path) -> Vec<(&'static str, PathBuf)> {
        let file = |table: &&'static str| (*table, folder.join(format!("{table}.csv")));
        let tables: Vec<_> = TABLES.iter().map(file).collect();
        let mut script = ".mode csv\n".to_owned();
        for (table, path) in &tables {
            script += &format!(".output '{}'\nselect * from {table};\n", path.display());
        }
        self.sqlite3(&script);
        tables
    }

    fn load(&self, tables: &[(&'static str, PathBuf)]) -> Duration {
        let mut script = format!("{SETTINGS}begin;\n");
        for (table, path) in tables {
            script += &format!(".import --csv '{}' {table}\n", path.display());
        }
        script += "commit;\n";
        time(|| self.sqlite3(&script))
    }
}
