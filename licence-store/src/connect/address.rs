//! Addresses of databases and caches: what they name, how errors show them, and that connections to
//! other machines are encrypted.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sea_orm::sqlx;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use url::Url;

use crate::deliveries::Announcements;
use crate::error::{StoreError, one_line};
use crate::files;
use crate::keys::{Epoch, KeyLog, Lease, MonotonicClock};
use crate::webhooks::KeyLocation;

const SQLITE: &str = "sqlite://PATH";
const POSTGRES: &str = "postgres://USER:PASSWORD@HOST/NAME";

/// The kind of database that an address names.
pub(crate) enum Backend {
    Memory,
    SqliteFile,
    Postgres,
}

pub(crate) fn backend(url: &str) -> Result<Backend, StoreError> {
    if url == "sqlite::memory:" {
        Ok(Backend::Memory)
    } else if url.strip_prefix("sqlite://").is_some_and(|path| !path.is_empty()) {
        Ok(Backend::SqliteFile)
    } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        Ok(Backend::Postgres)
    } else {
        Err(malformed(url, &format!("{SQLITE}, sqlite::memory: or {POSTGRES}")))
    }
}

/// Returns the absolute path of the SQLite file that an address names literally, before a `?`.
///
/// # Errors
/// [`StoreError::InvalidUrl`] when it names none, or has an unknown option.
pub fn sqlite_file(url: &str) -> Result<PathBuf, StoreError> {
    let refused = |why: &str| malformed(url, &format!("{SQLITE}{why}"));
    let rest = url.strip_prefix("sqlite://").ok_or_else(|| refused(""))?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let options: Result<SqliteConnectOptions, _> = format!("sqlite://file?{query}").parse();
    options.map_err(|error| refused(&format!(": {}", rule(&error))))?;
    match path {
        ":memory:" => Err(refused(" or sqlite::memory:")),
        _ if query.split('&').any(|option| option == "mode=memory") => {
            Err(refused(" or sqlite::memory:"))
        }
        path => std::path::absolute(path).map_err(|error| refused(&format!(": {error}"))),
    }
}

/// Returns where changes of keys are announced: beside an SQLite file, or by PostgreSQL.
pub(crate) fn key_epoch(url: &str, clock: MonotonicClock) -> Result<Epoch, StoreError> {
    Ok(match backend(url)? {
        Backend::Memory => Epoch::Process(Arc::default()),
        Backend::Postgres => Epoch::Leased(Arc::new(Lease::new(clock))),
        Backend::SqliteFile => Epoch::Log(KeyLog::new(beside(url, files::KEYS)?)),
    })
}

pub(crate) fn announcements(url: &str) -> Result<Announcements, StoreError> {
    Ok(match backend(url)? {
        Backend::Memory => Announcements::Nowhere,
        Backend::Postgres => Announcements::Postgres(url.to_owned()),
        Backend::SqliteFile => Announcements::File(beside(url, files::DUE)?),
    })
}

/// Returns the location of the secret key: the file that is named, else one beside an SQLite file.
pub(crate) fn secret_key_location(
    url: &str,
    named: Option<&Path>,
) -> Result<KeyLocation, StoreError> {
    if let Some(path) = named {
        return Ok(KeyLocation::File(path.to_owned()));
    }
    Ok(match backend(url)? {
        Backend::Memory => KeyLocation::Process,
        Backend::Postgres => KeyLocation::NotGiven,
        Backend::SqliteFile => KeyLocation::File(beside(url, files::SECRET_KEY)?),
    })
}

/// Returns a file beside an SQLite file, under its real path, so that processes that name the
/// database differently use one file.
fn beside(url: &str, suffix: &str) -> Result<PathBuf, StoreError> {
    let file = files::real_path(&sqlite_file(url)?);
    let file = file.map_err(|error| unavailable(url, &error.to_string()))?;
    Ok(files::beside(&file, suffix))
}

/// Returns the error of an address that cannot be read, without its password.
fn malformed(url: &str, expected: &str) -> StoreError {
    let (what, url) = ("the database address", without_password(url));
    StoreError::InvalidUrl { what, url, expected: expected.to_owned() }
}

/// Returns the rule that an address breaks, without what the driver says before it.
fn rule(error: &sqlx::Error) -> String {
    let text = one_line(&error.to_string());
    text.rsplit("error with configuration: ").next().unwrap_or_default().to_owned()
}

/// Returns the error of a database at this address: one line, without a password.
pub(crate) fn unavailable(url: &str, why: &str) -> StoreError {
    StoreError::DatabaseUnavailable { url: without_password(url), why: one_line(why) }
}

/// Returns the address without its password, which PostgreSQL also takes in the query.
pub(crate) fn without_password(url: &str) -> String {
    let Some((address, query)) = url.split_once('?') else { return without_user_password(url) };
    let kept: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("password=")).collect();
    let address = without_user_password(address);
    if kept.is_empty() { address } else { format!("{address}?{}", kept.join("&")) }
}

fn without_user_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    if scheme == "sqlite" {
        return url.to_owned();
    }
    let authority_end = rest.find(['/', '?']).unwrap_or(rest.len());
    let Some(at) = rest[..authority_end].rfind('@') else { return url.to_owned() };
    let user = rest[..at].split(':').next().unwrap_or_default();
    format!("{scheme}://{user}{}", &rest[at..])
}

/// Refuses the address of a PostgreSQL server on another machine without `sslmode`, because the
/// driver would then fall back to plain text. `variable` is the value of `PGSSLMODE`.
pub(super) fn require_sslmode(url: &str, variable: Option<&str>) -> Result<(), StoreError> {
    let options: PgConnectOptions =
        url.parse().map_err(|error| malformed(url, &format!("{POSTGRES}: {}", rule(&error))))?;
    let is_here = options.get_socket().is_some() || is_this_machine(options.get_host());
    if is_here || variable.is_some() || states_sslmode(url) {
        return Ok(());
    }
    Err(StoreError::UnprotectedDatabase { url: without_password(url) })
}

/// Returns whether a plain Redis address leads to another machine.
pub(crate) fn is_plain_redis_elsewhere(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    url.scheme() == "redis" && !url.host_str().is_some_and(is_this_machine)
}

fn states_sslmode(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    url.query_pairs().any(|(name, _)| matches!(&*name, "sslmode" | "ssl-mode"))
}

/// Returns whether a host is a socket file, `localhost` or a loopback address.
fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host.starts_with('/')
        || host == "localhost"
        || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests;
