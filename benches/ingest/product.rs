//! `licence registers apply` as its users start it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::register;
use crate::support::binary::binary;
use crate::support::rounds::time;

/// The binary with a reading, and the same one as read six hours later.
pub struct Product {
    binary: PathBuf,
    folder: TempDir,
}

pub const DOMAINS_OF_A_LICENCE: usize = 5;
const FIRST: &str = "first.json";
const AGAIN: &str = "again.json";

impl Product {
    /// Brings the binary up to date and writes the readings.
    pub fn with_readings_of(licences: usize) -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        for (name, read_at) in [(FIRST, "2026-11-01T06:00:00Z"), (AGAIN, "2026-11-01T12:00:00Z")] {
            register::write(&folder.path().join(name), licences, DOMAINS_OF_A_LICENCE, read_at);
        }
        Self { binary: binary(), folder }
    }

    /// Where files may be put.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The time the first application takes.
    pub fn apply_first(&self, database_url: &str) -> Duration {
        self.apply(FIRST, database_url)
    }

    /// The time the second one takes.
    pub fn apply_again(&self, database_url: &str) -> Duration {
        self.apply(AGAIN, database_url)
    }

    fn apply(&self, reading: &str, database_url: &str) -> Duration {
        let mut command = Command::new(&self.binary);
        command.args(["registers", "apply", "--database-url", database_url]);
        command.arg(self.folder().join(reading)).stdout(Stdio::null());
        time(|| assert!(command.status().expect("licence starts").success(), "{command:?}"))
    }
}
