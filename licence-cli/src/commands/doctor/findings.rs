//! What is found about a database of this machine, or about a server.

use std::path::PathBuf;

use licence_core::health::{HealthBody, HealthStatus};
use licence_core::register::sources::without_credentials;
use licence_store::service::{files_of, secret_key_beside, sqlite_file};
use licence_store::{Store, StoreError, StoreOptions};

use super::finding::{Finding, FindingStatus, freshness};
use crate::clock::now;
use crate::config::{DataSource, Settings, is_private};
use crate::exit::{Exit, Failure};
use crate::service::{Service, body};
use crate::setting::Setting;

/// Returns what is found about a database of this machine: the options, and what they lead to.
pub(super) async fn local(settings: &Settings) -> Vec<Finding> {
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
    let registers = async { freshness(&body(&store.coverage(now()?).await?)?) };
    let registers =
        registers.await.unwrap_or_else(|failure| vec![Finding::failed("registers", failure)]);
    findings.extend(registers);
    store.close().await;
    findings
}

fn outcome_finding(what: &str, well: &str, outcome: Result<(), StoreError>) -> Finding {
    match outcome {
        Ok(()) => Finding::new(what, FindingStatus::Ok, well),
        Err(error) => Finding::failed(what, error),
    }
}

/// Returns the files of an SQLite database that others on this machine can read: hashes of keys,
/// and what customers asked for.
fn open_files(settings: &Settings) -> Option<Finding> {
    let database = sqlite_file(&settings.database_url.value).ok()?;
    // The key has a finding of its own.
    let files = files_of(&database).filter(|file| *file != secret_key_beside(&database));
    let is_open = |file: &PathBuf| is_private(file).is_ok_and(|is_private| !is_private);
    let open: Vec<String> = files.filter(is_open).map(|file| file.display().to_string()).collect();
    if open.is_empty() {
        return None;
    }
    let found = format!("can be read by others; chmod 600 {}", open.join(" "));
    Some(Finding::new("database files", FindingStatus::Warning, found))
}

/// Returns whether the cache, which only a server uses, answers. The store is opened on a database in
/// memory, so that nothing else is tested.
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

/// Returns what is found about a server. Health takes a key that is sent to be good, and charges
/// nothing for it.
pub(super) async fn remote(settings: &Settings) -> Result<Vec<Finding>, Failure> {
    let service = settings.service().await?;
    let mut findings = options(settings, &service);
    match health(&service).await {
        Ok(finding) => findings.push(finding),
        Err(failure) => {
            let key = findings.iter_mut().find(|finding| finding.what == "api_key");
            match key.filter(|_| refuses_key(&failure)) {
                Some(key) => {
                    let source = key.source.take();
                    *key = Finding { source, ..failed("api_key", &failure) };
                }
                None => findings.push(failed("server", &failure)),
            }
            return Ok(findings);
        }
    }
    match service.coverage(now()?).await {
        Ok(body) => findings.extend(freshness(&body)?),
        Err(failure) => findings.push(failed("registers", &failure)),
    }
    Ok(findings)
}

/// Returns whether the API answers, and refuses what the key may do.
fn refuses_key(failure: &Failure) -> bool {
    matches!(failure, Failure::Refused(refusal)
        if refusal.exit == Exit::Refused && refusal.for_assistants.is_some())
}

/// Returns the finding of a failure, in one line.
fn failed(what: &str, failure: &Failure) -> Finding {
    Finding::failed(what, failure.to_string().replace("\n  ", "; "))
}

fn options(settings: &Settings, service: &Service) -> Vec<Finding> {
    let (DataSource::Remote { origin, key, .. }, Service::Remote(client)) =
        (&settings.data_source, service)
    else {
        return Vec::new();
    };
    let server = Setting::new((), *origin);
    let mut findings = vec![Finding::option("server", &server, client.server())];
    findings.push(match key {
        Some(key) if client.shows_its_key() => Finding {
            status: FindingStatus::Warning,
            ..Finding::option("api_key", key, "given; it travels unencrypted: use https")
        },
        Some(key) => Finding::option("api_key", key, "given"),
        None => Finding::new(
            "api_key",
            FindingStatus::Warning,
            "none: only what needs no key is answered, ten times an hour",
        ),
    });
    findings
}

async fn health(service: &Service) -> Result<Finding, Failure> {
    let body = service.health(now()?).await?;
    let health: HealthBody = serde_json::from_slice(&body)?;
    let status = match health.status {
        HealthStatus::Ok => FindingStatus::Ok,
        HealthStatus::Unavailable => FindingStatus::Failed,
    };
    Ok(Finding::new("server", status, format!("{}, version {}", health.status, health.version)))
}
