//! What the codes of the databases' drivers mean: damage, or a full disk.

use sea_orm::sqlx;

/// The primary result codes of SQLite for a missing table, a malformed page and a file that is no
/// database.
const SQLITE_DAMAGE: [u32; 3] = [1, 11, 26];
/// The extended result codes of SQLite for a page that cannot be read, is cut short or has another
/// checksum than was written, and for a damaged file system.
const SQLITE_UNREADABLE: [u32; 4] = [266, 522, 8714, 8458];
/// The primary result codes of SQLite for an error of the disk, which most often is full, and for a
/// full disk.
const SQLITE_DISK: [u32; 2] = [10, 13];
/// The codes of PostgreSQL for a missing table, a damaged page and a damaged index, but not those
/// while it starts, stops or has no connection left.
const POSTGRES_DAMAGE: [&str; 3] = ["42P01", "XX001", "XX002"];

/// The primary result code of SQLite and the code of PostgreSQL for a write to a database that takes
/// none.
const SQLITE_READ_ONLY: u32 = 8;
const POSTGRES_READ_ONLY: &str = "25006";

/// The code of PostgreSQL for a lock that another transaction held for too long.
const POSTGRES_LOCK_TIMEOUT: &str = "55P03";

pub(crate) fn shows_damage(error: &sqlx::Error) -> bool {
    let Some(code) = error.as_database_error().and_then(|error| error.code()) else { return false };
    // PostgreSQL's codes have five characters. The low byte of SQLite's number is the primary code.
    match code.len() {
        5 => POSTGRES_DAMAGE.contains(&code.as_ref()),
        _ => code.parse().is_ok_and(is_sqlite_damage),
    }
}

fn is_sqlite_damage(code: u32) -> bool {
    SQLITE_DAMAGE.contains(&(code & 0xff)) || SQLITE_UNREADABLE.contains(&code)
}

pub(crate) fn is_lock_timeout(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == POSTGRES_LOCK_TIMEOUT)
}

/// Returns whether the database takes no writes: an SQLite file that may only be read, or a standby of
/// PostgreSQL.
pub(crate) fn is_of_read_only_database(error: &sqlx::Error) -> bool {
    let Some(code) = error.as_database_error().and_then(|error| error.code()) else { return false };
    match code.len() {
        5 => code == POSTGRES_READ_ONLY,
        _ => code.parse().is_ok_and(|code: u32| code & 0xff == SQLITE_READ_ONLY),
    }
}

/// Returns whether a line of SQLite's check of a file shows damage. It also prints the code of an error
/// that ended the check, such as too little memory.
pub(crate) fn is_damage_in_check(line: &str) -> bool {
    let code = line.rsplit_once("error code=").and_then(|(_, code)| code.trim().parse().ok());
    code.is_none_or(is_sqlite_damage)
}

/// Returns whether the error is of the disk under an SQLite database, and shows no damage.
pub(crate) fn is_of_disk(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    // PostgreSQL's codes have five characters, and none of SQLite's for a disk has.
    let code = code.filter(|code| code.len() < 5).and_then(|code| code.parse().ok());
    code.is_some_and(|code: u32| SQLITE_DISK.contains(&(code & 0xff)) && !is_sqlite_damage(code))
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
            assert_eq!(is_sqlite_damage(code), is_damage, "{code}");
        }
    }
}
