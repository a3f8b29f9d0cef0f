//! The errors of the databases' drivers, whose types stay inside the store, and what their codes mean.

use std::sync::Arc;

use sea_orm::error::ConnAcquireErr;
use sea_orm::{DbErr, RuntimeErr, sqlx};
use thiserror::Error;

/// What an error of a driver means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The database cannot be reached, or no connection came free in time.
    Away,
    /// SQLite waited too long for another writer.
    Busy,
    /// The database is damaged.
    Damage,
    /// The disk of an SQLite database or of its temporary files fails, most often because it is full.
    Disk,
    /// Another transaction held a lock of PostgreSQL for too long.
    LockTimeout,
    /// The database takes no writes: an SQLite file that may only be read, or a standby of PostgreSQL.
    ReadOnly,
}

/// Returns what an error means; `None` for any other error.
pub(crate) fn fault(error: &DbErr) -> Option<Fault> {
    match error {
        DbErr::ConnectionAcquire(ConnAcquireErr::Timeout) => Some(Fault::Away),
        // A proxy without its database accepts a connection and closes it, or answers for itself.
        DbErr::Conn(RuntimeErr::SqlxError(error))
            if matches!(**error, sqlx::Error::Protocol(_)) || accepts_no_connections(error) =>
        {
            Some(Fault::Away)
        }
        _ => driver_error(error).and_then(driver_fault),
    }
}

/// Returns whether PostgreSQL says that an object is not in the state that a connection needs. A statement gets
/// the same code for other objects than a database.
fn accepts_no_connections(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "55000")
}

fn driver_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}

/// Returns what an error of the driver itself means.
pub(crate) fn driver_fault(error: &sqlx::Error) -> Option<Fault> {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => Some(Fault::Away),
        sqlx::Error::Database(error) => {
            let code = error.code()?;
            match is_of_postgres(&code) {
                true => postgres_fault(&code),
                false => sqlite_fault(code.parse().ok()?),
            }
        }
        _ => None,
    }
}

/// Returns whether a code is PostgreSQL's. Its codes have five characters, and no number of SQLite has.
const fn is_of_postgres(code: &str) -> bool {
    code.len() == 5
}

/// Returns the text of an error. PostgreSQL's is the server's message alone, because the driver adds
/// lines of source code to it, the server's or its own.
pub(crate) fn error_text(error: &DbErr) -> String {
    driver_error(error).and_then(message_alone).unwrap_or_else(|| error.to_string())
}

/// Returns the text of an error of the driver itself, as [`error_text`] does.
pub(crate) fn driver_error_text(error: &sqlx::Error) -> String {
    message_alone(error).unwrap_or_else(|| error.to_string())
}

fn message_alone(error: &sqlx::Error) -> Option<String> {
    if let sqlx::Error::Protocol(_) = error {
        return Some("the connection was closed, or what answers is no PostgreSQL".to_owned());
    }
    let error = error.as_database_error()?;
    is_of_postgres(&error.code()?).then(|| error.message().to_owned())
}

fn postgres_fault(code: &str) -> Option<Fault> {
    match code {
        // A missing table, a damaged page, a damaged index.
        "42P01" | "XX001" | "XX002" => Some(Fault::Damage),
        "25006" => Some(Fault::ReadOnly),
        "55P03" => Some(Fault::LockTimeout),
        // Too many connections; a database that is not there; a user whom the server does not let in.
        "53300" | "3D000" | "28000" | "28P01" => Some(Fault::Away),
        // Connections, then shutdown and start.
        _ if code.starts_with("08") || code.starts_with("57P") => Some(Fault::Away),
        _ => None,
    }
}

/// Returns what a result code of SQLite means. Its low byte is the primary code.
fn sqlite_fault(code: u32) -> Option<Fault> {
    match (code & 0xff, code) {
        // A missing table, a malformed page, a file that is no database.
        (1 | 11 | 26, _) => Some(Fault::Damage),
        // A page that cannot be read, is cut short or has another checksum than was written, and a
        // damaged file system.
        (_, 266 | 522 | 8714 | 8458) => Some(Fault::Damage),
        (5, _) => Some(Fault::Busy),
        (8, _) => Some(Fault::ReadOnly),
        // An error of the disk, which most often is full, and a full disk.
        (10 | 13, _) => Some(Fault::Disk),
        _ => None,
    }
}

/// Returns whether a line of SQLite's check of a file shows damage. It also prints the code of an error
/// that ended the check, such as too little memory.
pub(crate) fn is_damage_in_check(line: &str) -> bool {
    let code = line.rsplit_once("error code=").and_then(|(_, code)| code.trim().parse().ok());
    code.is_none_or(|code| sqlite_fault(code) == Some(Fault::Damage))
}

/// A failure of the database driver, whose type stays inside the store.
#[derive(Debug, Error)]
#[error("{}", error_text(.error))]
pub struct Failure {
    error: DbErr,
}

impl Failure {
    pub(crate) fn fault(&self) -> Option<Fault> {
        fault(&self.error)
    }
}

/// An error of the driver. Private, because a conversion from the driver's own type would make
/// the version of that type a part of the library's interface.
pub trait DriverError {
    fn into_failure(self) -> Failure;
}

impl DriverError for DbErr {
    fn into_failure(self) -> Failure {
        Failure { error: self }
    }
}

impl DriverError for sqlx::Error {
    fn into_failure(self) -> Failure {
        Failure { error: DbErr::Query(RuntimeErr::SqlxError(Arc::new(self))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_lacks_memory_finds_no_damage() {
        for (line, is_damage) in [
            ("Tree 29 page 126: unable to get the page. error code=7", false),
            ("Tree 29 page 126: unable to get the page. error code=10", false),
            ("Tree 29 page 126: unable to get the page. error code=11", true),
            ("Tree 29 page 126: btreeInitPage() returns error code 11", true),
            ("row 3 missing from index licences_by_number", true),
        ] {
            assert_eq!(is_damage_in_check(line), is_damage, "{line}");
        }
    }

    #[test]
    fn a_database_that_cannot_be_connected_to_is_away() {
        for code in ["08006", "28000", "28P01", "3D000", "53300", "57P01", "57P03"] {
            assert_eq!(postgres_fault(code), Some(Fault::Away), "{code}");
        }
        for code in ["23505", "40001", "42601", "55000", "55P03", "57014"] {
            assert_ne!(postgres_fault(code), Some(Fault::Away), "{code}");
        }
    }

    #[test]
    fn a_full_disk_is_no_damage() {
        for (code, is_damage) in [
            (11, true),
            (26, true),
            (779, true),
            (266, true),
            (522, true),
            (13, false),
            (10, false),
            (778, false),
            (4874, false),
            (5, false),
        ] {
            assert_eq!(sqlite_fault(code) == Some(Fault::Damage), is_damage, "{code}");
        }
    }
}
