//! The terms of a backup: the kind of its database, and what it may replace.

use std::fmt;

use serde::Serialize;

/// The kind of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DatabaseKind {
    /// A file of SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl fmt::Display for DatabaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// What happens to an existing file or database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverwritePolicy {
    /// The call fails, and changes nothing.
    Refuse,
    /// A new backup replaces an earlier one. A restored SQLite database replaces the old one, whose
    /// files are kept under another name.
    Replace,
}
