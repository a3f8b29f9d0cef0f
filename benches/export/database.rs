//! What is measured on each database, and its own tool.

use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The very values that an export takes, joined as it joins them, in its order.
const QUERY: &str = "select l.id, l.operator_id, o.slug, o.display_name, o.registered_name, \
     l.jurisdiction_code, l.license_number, l.status, l.status_qualifier, l.upstream_status, \
     l.license_types, l.license_type_raw, l.license_category, l.issued_date, l.expiry_date, \
     l.source_url, l.status_source_url, l.last_verified_at, l.status_observed_at, \
     l.last_listed_at, l.not_listed_since \
     from licences l join operators o on o.id = l.operator_id order by l.id";

const SERVER: &str = "LICENCE_TEST_DATABASE_URL";

/// A database, gone when it is dropped.
pub trait Database {
    const NAME: &str;
    /// What the floor is.
    const FLOOR: &str;
    /// The share of the floor's rows a second that the product has to reach.
    const LEAST: f64;

    /// A new, empty one.
    fn create() -> Self;

    /// Its address.
    fn url(&self) -> String;

    /// Lets its own tool write the query as CSV to nowhere.
    fn floor(&self);
}

fn run(mut tool: Command) {
    let status = tool.stdin(Stdio::null()).stdout(Stdio::null()).status();
    let status = status.unwrap_or_else(|error| panic!("{tool:?} does not start: {error}"));
    assert!(status.success(), "{tool:?}: {status}");
}

pub struct SqliteFile(TempDir);

impl Database for SqliteFile {
    const NAME: &str = "SQLite";
    const FLOOR: &str = "sqlite3 -csv over the same query";
    const LEAST: f64 = 0.6;

    fn create() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn url(&self) -> String {
        format!("sqlite://{}", self.0.path().join("licence.db").display())
    }

    fn floor(&self) {
        let mut tool = Command::new("sqlite3");
        tool.args(["-bail", "-readonly", "-csv", "-header"]);
        run({
            tool.arg(self.0.path().join("licence.db")).arg(QUERY);
            tool
        });
    }
}

/// Whether there is a server to measure on.
pub fn has_postgres() -> bool {
    std::env::var_os(SERVER).is_some()
}

/// A database of the server.
pub struct PostgresServer {
    name: String,
    server: String,
}

fn psql(url: &str, command: &str) {
    let mut tool = Command::new("psql");
    tool.args(["--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", url, "-c", command]);
    run(tool);
}

impl Database for PostgresServer {
    const NAME: &str = "PostgreSQL";
    const FLOOR: &str = "COPY … TO STDOUT CSV of the same query";
    const LEAST: f64 = 0.7;

    fn create() -> Self {
        let name = format!("licence_bench_export_{}", std::process::id());
        let database = Self { name, server: std::env::var(SERVER).expect("an address") };
        psql(&database.server, &format!("create database {}", database.name));
        database
    }

    fn url(&self) -> String {
        let (address, _) = self.server.rsplit_once('/').expect("an address that ends in /DATABASE");
        format!("{address}/{}", self.name)
    }

    fn floor(&self) {
        psql(&self.url(), &format!("copy ({QUERY}) to stdout with (format csv, header)"));
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        psql(&self.server, &format!("drop database {} with (force)", self.name));
    }
}
