//! `licence registers apply` as its users start it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::register;
use crate::support::binary::binary;
use crate::support::rounds::time;

/// The binary with a reading, the same one as read six hours later, and one that changes licences.
pub struct Product {
    binary: PathBuf,
    folder: TempDir,
}

pub const DOMAINS_OF_A_LICENCE: usize = 5;
const FIRST: &str = "first.json";
const AGAIN: &str = "again.json";
const CHANGED: &str = "changed.json";
/// The most licences that the last reading changes: more than those of any regulator in a month.
const MAX_CHANGED: usize = 5_000;

impl Product {
    /// Brings the binary up to date and writes the readings.
    pub fn with_readings_of(licences: usize) -> Self {
        let folder = tempfile::tempdir().expect("a directory");
        let changed = MAX_CHANGED.min(licences / 10);
        for (name, read_at, changed) in [
            (FIRST, "2026-11-01T06:00:00Z", 0),
            (AGAIN, "2026-11-01T12:00:00Z", 0),
            (CHANGED, "2026-11-01T18:00:00Z", changed),
        ] {
            let path = folder.path().join(name);
            register::write(&path, licences, changed, DOMAINS_OF_A_LICENCE, read_at);
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

    /// The time the one with changes takes.
    pub fn apply_changed(&self, database_url: &str) -> Duration {
        self.apply(CHANGED, database_url)
    }

    fn apply(&self, reading: &str, database_url: &str) -> Duration {
        let mut command = Command::new(&self.binary);
        command.args(["registers", "apply", "--database-url", database_url]);
        command.arg(self.folder().join(reading)).stdout(Stdio::null());
        time(|| assert!(command.status().expect("licence starts").success(), "{command:?}"))
    }
}
