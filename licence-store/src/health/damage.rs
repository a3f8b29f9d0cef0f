//! Recognises a damaged database by the driver's errors.

use sea_orm::sqlx;

use crate::connect::one_line;
use crate::error::StoreError;

/// Returns the error of a statement: damage, if the driver's error shows that.
pub(crate) fn unreadable(error: sqlx::Error) -> StoreError {
    match shows_damage(&error) {
        true => damaged(&error),
        false => error.into(),
    }
}

/// The primary result codes of SQLite for a missing table, an error of the disk, a malformed page
/// and a file that is no database.
const SQLITE_DAMAGE: [u32; 4] = [1, 10, 11, 26];
/// The codes of PostgreSQL for a missing table, a damaged page and a damaged index, but not those
/// while it starts, stops or has no connection left.
const POSTGRES_DAMAGE: [&str; 3] = ["42P01", "XX001", "XX002"];

/// Returns whether the error shows that the database is damaged.
pub(super) fn shows_damage(error: &sqlx::Error) -> bool {
    let Some(code) = error.as_database_error().and_then(|error| error.code()) else { return false };
    // PostgreSQL's codes have five characters. The low byte of SQLite's number is the primary code.
    match code.len() {
        5 => POSTGRES_DAMAGE.contains(&code.as_ref()),
        _ => code.parse::<u32>().is_ok_and(|code| SQLITE_DAMAGE.contains(&(code & 0xff))),
    }
}

/// Returns the error of a damaged database.
pub(super) fn damaged(why: &impl ToString) -> StoreError {
    StoreError::Damaged { why: one_line(&why.to_string()) }
}
