//! The database both servers answer from, filled as the service fills it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::Snapshot;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_server::system_time;
use licence_store::{Store, StoreOptions};
use sea_orm::ConnectionTrait;
use tempfile::TempDir;

use crate::grant::access_token;
use crate::support::market::{self, Company, ListedHost};

/// A database with registers applied, and a customer.
pub struct Register {
    pub hosts: Vec<String>,
    pub database_url: String,
    pub key: String,
    /// The access token of an assistant.
    pub token: String,
    _directory: TempDir,
    _database: Option<PostgresDatabase>,
}

impl Register {
    /// Applies invented registers with this many hosts, to an SQLite file.
    pub fn apply(host_count: usize) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let url = format!("sqlite://{}", directory.path().join("licence.db").display());
        Self::apply_to(url, host_count, directory, None)
    }

    /// The same on the PostgreSQL that `LICENCE_TEST_DATABASE_URL` names; `None` without one.
    pub fn apply_to_postgres(host_count: usize) -> Option<Self> {
        let database = PostgresDatabase::create()?;
        let directory = tempfile::tempdir().expect("a directory");
        Some(Self::apply_to(database.url(), host_count, directory, Some(database)))
    }

    fn apply_to(
        database_url: String,
        host_count: usize,
        directory: TempDir,
        database: Option<PostgresDatabase>,
    ) -> Self {
        let companies = market::companies(host_count);
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let (key, token) = runtime.block_on(apply(&database_url, &companies));
        let hosts = market::hosts(&companies).map(ToString::to_string).collect();
        Self { hosts, database_url, key, token, _directory: directory, _database: database }
    }
}

/// A database of the PostgreSQL server, dropped at the end.
struct PostgresDatabase {
    server: String,
    name: String,
}

impl PostgresDatabase {
    fn create() -> Option<Self> {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let server = std::env::var("LICENCE_TEST_DATABASE_URL").ok()?;
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        let name = format!("licence_bench_{}_{serial}", std::process::id());
        let database = Self { server, name };
        database.run("create database {}");
        Some(database)
    }

    fn url(&self) -> String {
        let (address, _) = self.server.rsplit_once('/').expect("an address that ends in /DATABASE");
        format!("{address}/{}", self.name)
    }

    fn run(&self, statement: &str) {
        let statement = statement.replace("{}", &self.name);
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let admin = sea_orm::Database::connect(&self.server).await.expect("PostgreSQL");
            admin.execute_unprepared(&statement).await.expect("the statement runs");
        });
    }
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        self.run("drop database {} with (force)");
    }
}

async fn apply(database_url: &str, companies: &[Company]) -> (String, String) {
    let store = Store::open(&StoreOptions::new(database_url)).await.expect("a store");
    let now = system_time();
    let mut by_register: BTreeMap<JurisdictionCode, Vec<ListedLicence>> = BTreeMap::new();
    for company in companies {
        by_register.entry(company.jurisdiction).or_default().push(licence(company));
    }
    for (code, licences) in by_register {
        let reading = reading(code, licences, now);
        let snapshot = Snapshot::of_bytes(code.as_str().into());
        let applied = store.apply_reading(&reading, &snapshot, &ApplyRules::default(), now).await;
        applied.expect("a reading applied");
    }
    let account = store.create_account("Bench", Plan::Pro, now).await.expect("an account");
    let key = store.create_key(account.id, "bench", now).await.expect("a key");
    let key = key.expect("the account is there").key.reveal().to_owned();
    let token = access_token(&store, account.id, now).await;
    store.close().await;
    (key, token)
}

/// Returns the complete reading of a register.
pub fn reading(
    code: JurisdictionCode,
    licences: Vec<ListedLicence>,
    now: Timestamp,
) -> RegisterReading {
    RegisterReading {
        jurisdiction: code,
        read_at: now,
        complete: true,
        source_url: Some("https://register.example/business-register".to_owned()),
        source_kind: SourceKind::Scraped,
        licences,
        regulatory_actions: Vec::new(),
        removed_pages: Vec::new(),
    }
}

fn licence(company: &Company) -> ListedLicence {
    let domain = |listed: &ListedHost| ListedDomain {
        domain: listed.host.to_string(),
        association: Some(listed.association),
        ..Default::default()
    };
    ListedLicence {
        operator: ListedOperator {
            name: company.name.clone(),
            trading_names: company.trading_name.iter().cloned().collect(),
            ..Default::default()
        },
        license_number: Some(company.number.clone()),
        status_text: Some("Active".to_owned()),
        license_types: vec!["B2C".to_owned()],
        domains: company.hosts.iter().map(domain).collect(),
        ..Default::default()
    }
}
