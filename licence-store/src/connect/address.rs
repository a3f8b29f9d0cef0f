//! Addresses of databases: what they name, and how errors show them.

use std::path::PathBuf;

use sea_orm::sqlx;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;

use crate::deliveries::Announcements;
use crate::error::StoreError;
use crate::files;
use crate::keys::{Epoch, MonotonicClock};
use crate::webhooks::KeyLocation;

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
        Err(StoreError::InvalidUrl {
            what: "the database address",
            url: without_password(url),
            expected: "sqlite://PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST/NAME",
        })
    }
}

pub(crate) fn sqlite_file(url: &str) -> Result<PathBuf, StoreError> {
    let options: SqliteConnectOptions =
        url.parse().map_err(|error: sqlx::Error| unavailable(url, &error.to_string()))?;
    Ok(options.get_filename().to_owned())
}

/// Returns where changes of keys are announced: beside an SQLite file, or by PostgreSQL.
pub(crate) fn key_epoch(url: &str, clock: MonotonicClock) -> Result<Epoch, StoreError> {
    Ok(match backend(url)? {
        Backend::Memory => Epoch::in_process(),
        Backend::Postgres => Epoch::leased(clock),
        Backend::SqliteFile => beside(url, files::KEYS).map_or(Epoch::Nowhere, Epoch::in_file),
    })
}

pub(crate) fn announcements(url: &str) -> Result<Announcements, StoreError> {
    Ok(match backend(url)? {
        Backend::Memory => Announcements::Nowhere,
        Backend::Postgres => Announcements::Postgres(url.to_owned()),
        Backend::SqliteFile => {
            beside(url, files::DUE).map_or(Announcements::Nowhere, Announcements::File)
        }
    })
}

/// Returns the default location of the secret key: beside an SQLite file.
pub(crate) fn secret_key_location(url: &str) -> Result<KeyLocation, StoreError> {
    Ok(match backend(url)? {
        Backend::Memory => KeyLocation::Process,
        Backend::Postgres => KeyLocation::NotGiven,
        Backend::SqliteFile => match beside(url, files::SECRET_KEY) {
            Some(path) => KeyLocation::File(path),
            None => KeyLocation::NotGiven,
        },
    })
}

/// Returns a file beside an SQLite file, under its real path, so that processes that name the
/// database differently use one file.
fn beside(url: &str, suffix: &str) -> Option<PathBuf> {
    Some(files::beside(&sqlite_file(url).ok()?.canonicalize().ok()?, suffix))
}

/// Returns the error of a database at this address: one line, without a password.
pub(crate) fn unavailable(url: &str, why: &str) -> StoreError {
    StoreError::DatabaseUnavailable { url: without_password(url), why: one_line(why) }
}

/// Returns a text with every line break and run of spaces replaced by one space.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
    let authority_end = rest.find(['/', '?']).unwrap_or(rest.len());
    let Some(at) = rest[..authority_end].rfind('@') else { return url.to_owned() };
    let user = rest[..at].split(':').next().unwrap_or_default();
    format!("{scheme}://{user}{}", &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_never_shown() {
        for (url, shown) in [
            ("postgres://me:secret@db:5432/licences", "postgres://me@db:5432/licences"),
            ("postgres://me:p@ss@db/licences", "postgres://me@db/licences"),
            ("postgres://db/licences?x=a@b", "postgres://db/licences?x=a@b"),
            ("postgres://db/x?password=secret&sslmode=require", "postgres://db/x?sslmode=require"),
            ("postgres://me:secret@db/x?password=secret", "postgres://me@db/x"),
            ("redis://:secret@cache:6379", "redis://@cache:6379"),
            ("sqlite://licence.db", "sqlite://licence.db"),
            ("sqlite::memory:", "sqlite::memory:"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
