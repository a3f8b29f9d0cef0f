//! The database that deliveries are kept in: an SQLite file, or a database of the server that
//! `LICENCE_TEST_DATABASE_URL` names.

use std::sync::atomic::{AtomicU32, Ordering};

use sea_orm::{ConnectionTrait, Database};
use tempfile::TempDir;

const SERVER: &str = "LICENCE_TEST_DATABASE_URL";

/// A database, which is removed by [`BenchDatabase::remove`].
pub trait BenchDatabase: Sized {
    const NAME: &str;
    /// The least rate of a drain, as a share of that of a bare loop.
    const LEAST: f64;

    /// Creates an empty database.
    async fn create() -> Self;

    /// Returns its address.
    fn url(&self) -> String;

    /// Returns a folder beside it.
    fn folder(&self) -> &TempDir;

    async fn remove(self);
}

pub struct Sqlite(TempDir);

impl BenchDatabase for Sqlite {
    const NAME: &str = "SQLite";
    const LEAST: f64 = 0.65;

    async fn create() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn url(&self) -> String {
        format!("sqlite://{}", self.0.path().join("licence.db").display())
    }

    fn folder(&self) -> &TempDir {
        &self.0
    }

    async fn remove(self) {}
}

pub struct Postgres {
    server: String,
    name: String,
    folder: TempDir,
}

impl Postgres {
    pub fn is_configured() -> bool {
        std::env::var_os(SERVER).is_some()
    }
}

impl BenchDatabase for Postgres {
    const NAME: &str = "PostgreSQL";
    const LEAST: f64 = 0.5;

    async fn create() -> Self {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let name = format!("licence_bench_deliveries_{}_{serial}", std::process::id());
        let server = std::env::var(SERVER).expect("the address of a server");
        run(&server, &format!("create database {name}")).await;
        Self { server, name, folder: tempfile::tempdir().expect("a directory") }
    }

    fn url(&self) -> String {
        let (address, _) = self.server.rsplit_once('/').expect("an address that ends in /DATABASE");
        format!("{address}/{}", self.name)
    }

    fn folder(&self) -> &TempDir {
        &self.folder
    }

    async fn remove(self) {
        run(&self.server, &format!("drop database {} with (force)", self.name)).await;
    }
}

async fn run(server: &str, statement: &str) {
    let admin = Database::connect(server).await.expect("the server is reachable");
    admin.execute_unprepared(statement).await.expect("it may do that");
    admin.close().await.expect("it closes");
}
