//! The `licence` binary of this build, and a database for it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use licence_server::system_time;
use licence_store::{Store, StoreOptions};
use tempfile::TempDir;

use crate::support::binary::binary;

/// The binary with a database of its own.
pub struct Program {
    binary: PathBuf,
    directory: TempDir,
    database_url: String,
}

impl Program {
    /// Brings the binary up to date and applies the sample registers.
    pub fn on_the_sample() -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let database_url = format!("sqlite://{}", directory.path().join("licence.db").display());
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let store = Store::open(&StoreOptions::new(database_url.as_str())).await;
            store.expect("a store").apply_sample(system_time()).await.expect("the sample applied");
        });
        Self { binary: binary(), directory, database_url }
    }

    /// A file beside the database.
    pub fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.directory.path().join(name);
        std::fs::write(&path, content).expect("a file written");
        path
    }

    /// `licence batch FILE`
    pub fn batch(&self, file: &Path) -> Command {
        let mut command = self.command("batch");
        command.arg(file);
        command
    }

    /// `licence check DOMAIN --json`
    pub fn check(&self, domain: &str) -> Command {
        let mut command = self.command("check");
        command.args([domain, "--json"]);
        command
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg(name).args(["--database-url", &self.database_url]).stdout(Stdio::null());
        command
    }
}
