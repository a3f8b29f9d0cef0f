//! PostgreSQL: `COPY … FROM STDIN` through `psql`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::database::{Database, TABLES, create_schema, run};
use crate::support::rounds::time;

const SERVER: &str = "LICENCE_TEST_DATABASE_URL";

/// Whether there is a server to measure on.
pub fn is_configured() -> bool {
    std::env::var_os(SERVER).is_some()
}

/// A database of the server.
pub struct Server {
    name: String,
    server: String,
}

fn psql(url: &str, script: &str) {
    let mut tool = Command::new("psql");
    tool.args(["--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", url]);
    run(tool, script);
}

impl Database for Server {
    const FLOOR: &str = "COPY of the same rows";
    const MOST: f64 = 3.0;
    const MAX_WAIT_MILLIS: f64 = 50.0;

    fn create() -> Self {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let name = format!("licence_bench_{}_{serial}", std::process::id());
        let database = Self { name, server: std::env::var(SERVER).expect("an address") };
        psql(&database.server, &format!("create database {};\n", database.name));
        create_schema(&database.url());
        database
    }

    fn url(&self) -> String {
        let (address, _) = self.server.rsplit_once('/').expect("an address that ends in /DATABASE");
        format!("{address}/{}", self.name)
    }

    fn dump(&self, folder: &Path) -> Vec<(&'static str, PathBuf)> {
        let file = |table: &&'static str| (*table, folder.join(format!("{table}.csv")));
        let tables: Vec<_> = TABLES.iter().map(file).collect();
        let copy = |(table, path): &(&str, PathBuf)| {
            format!("\\copy {table} to '{}' csv\n", path.display())
        };
        psql(&self.url(), &tables.iter().map(copy).collect::<String>());
        tables
    }

    fn load(&self, tables: &[(&'static str, PathBuf)]) -> Duration {
        let mut script = "begin;\n".to_owned();
        for (table, path) in tables {
            script += &format!("\\copy {table} from '{}' csv\n", path.display());
        }
        script += "commit;\n";
        time(|| psql(&self.url(), &script))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        psql(&self.server, &format!("drop database {};\n", self.name));
    }
}
