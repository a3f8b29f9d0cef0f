//! Findings about a database of this machine.

use std::path::Path;

use licence_core::register::sources::without_credentials;
use licence_store::{Store, StoreError, StoreOptions};

use super::finding::{Finding, FindingStatus, freshness};
use crate::clock::now;
use crate::config::{Settings, is_private};
use crate::exit::Failure;
use crate::service::body;

/// The options, and what they lead to.
pub(super) async fn findings(settings: &Settings) -> Vec<Finding> {
    let (database, cache) = (&settings.database_url, &settings.cache_url);
    let mut findings = vec![
        Finding::option("database_url", database, without_credentials(&database.value)),
        Finding::option("cache_url", cache, without_credentials(&cache.value)),
    ];
    // Opening a database that is not there would make it, which is no diagnosis.
    match settings.missing_database_file() {
        Some(path) => {
            let found =
                format!("there is no file {path} yet; `licence registers read CODE` makes it");
            findings.push(Finding::failed("database", found));
        }
        None => findings.extend(inspect_database(settings).await),
    }
    findings
}

async fn inspect_database(settings: &Settings) -> Vec<Finding> {
    let store = match Store::open(&settings.store_options()).await {
        Ok(store) => store,
        Err(error) => return vec![Finding::failed("database", error)],
    };
    let kind = match settings.database_url.value.starts_with("sqlite") {
        true => "SQLite of a version that keeps a WAL database whole",
        false => "PostgreSQL",
    };
    let found = format!("answers; {kind}; the schema is of this version");
    let mut findings = vec![Finding::new("database", FindingStatus::Ok, found)];
    findings.push(outcome_finding("database content", "whole", store.inspect_database().await));
    findings.push(outcome_finding("database writes", "taken", store.try_write().await));
    findings.push(outcome_finding("webhook key", "usable", store.check_secret_key().await));
    findings.extend(open_files(settings));
    findings.push(cache(settings).await);
    let registers = registers(&store).await;
    findings
        .extend(registers.unwrap_or_else(|failure| vec![Finding::failed("registers", failure)]));
    store.close().await;
    findings
}

fn outcome_finding(what: &str, well: &str, outcome: Result<(), StoreError>) -> Finding {
    match outcome {
        Ok(()) => Finding::new(what, FindingStatus::Ok, well),
        Err(error) => Finding::failed(what, error),
    }
}

/// The files of an SQLite database that others on this machine can read: hashes of keys, and what
/// customers asked for.
fn open_files(settings: &Settings) -> Option<Finding> {
    let database = settings.database_url.value.strip_prefix("sqlite://")?.split('?').next()?;
    let files = ["", "-wal", "-shm", "-keys", "-due", "-catalogue"]
        .map(|suffix| format!("{database}{suffix}"));
    let is_open = |file: &&String| is_private(Path::new(file)).is_ok_and(|is_private| !is_private);
    let open: Vec<&str> = files.iter().filter(is_open).map(String::as_str).collect();
    if open.is_empty() {
        return None;
    }
    let found = format!("can be read by others; chmod 600 {}", open.join(" "));
    Some(Finding::new("database files", FindingStatus::Warning, found))
}

/// The cache is the server's alone; it is opened over a database in memory, to try nothing else.
async fn cache(settings: &Settings) -> Finding {
    let options = StoreOptions::new("sqlite::memory:").with_cache(settings.cache_url.value.clone());
    match Store::open(&options).await {
        Ok(store) if store.health().await.cache => {
            Finding::new("cache", FindingStatus::Ok, "answers")
        }
        Ok(_) => Finding::failed("cache", "does not answer"),
        Err(error) => Finding::failed("cache", error),
    }
}

async fn registers(store: &Store) -> Result<Vec<Finding>, Failure> {
    freshness(&body(&store.coverage(now()?).await?)?)
}
