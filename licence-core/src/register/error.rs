//! Why bytes could not be read as a register.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::jurisdiction::JurisdictionCode;
use crate::text::quoted;

/// The longest line of any file of a regulator, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1024 * 1024;

/// The file, the line where one can be named, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {fault}", and_line(*.line))]
pub struct RegisterError {
    /// The file as the caller named it.
    pub file: String,
    /// The line, counted from one.
    pub line: Option<u64>,
    /// What is wrong.
    pub fault: RegisterFault,
}

/// What is wrong with a register's bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RegisterFault {
    /// Nothing in it.
    #[error("the file is empty")]
    Empty,
    /// Something else than the register, for example a maintenance page.
    #[error("expected {expected}, found {found}")]
    NotTheRegister {
        /// What the reader looked for.
        expected: String,
        /// The beginning of its text.
        found: String,
    },
    /// The file ends inside a row or value, which this names.
    #[error("the file ends inside {0}; it looks cut off")]
    Truncated(&'static str),
    /// A column the reader needs is not in the header.
    #[error("the column {column:?} is missing; the header is {header}")]
    MissingColumn {
        /// The column looked for.
        column: &'static str,
        /// The beginning of the header row.
        header: String,
    },
    /// A name that the reader does not know and nobody accepted.
    #[error("{unknown}: see `accept` of `[registers.{code}]`{}", and_others(*.others))]
    Unknown {
        /// The register.
        code: JurisdictionCode,
        /// The first of them.
        unknown: Unknown,
        /// How many more there are.
        others: usize,
    },
    /// The process that reads the file cannot be started or ended without an answer.
    #[error("the process that reads it failed: {0}")]
    ReaderFailed(String),
    /// A value that breaks a rule of the format.
    #[error("{0}")]
    Malformed(String),
    /// A file of the set that is not there.
    #[error("missing: {0}")]
    MissingFile(String),
}

fn and_line(line: Option<u64>) -> String {
    line.map(|line| format!(", line {line}")).unwrap_or_default()
}

fn and_others(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "; 1 other name is not known".to_owned(),
        count => format!("; {count} other names are not known"),
    }
}

impl RegisterError {
    /// Returns a fault of the whole file.
    pub fn of_file(file: &str, fault: RegisterFault) -> Self {
        Self { file: file.to_owned(), line: None, fault }
    }

    pub(super) fn malformed(file: &str, what: impl Into<String>) -> Self {
        Self::of_file(file, RegisterFault::Malformed(what.into()))
    }

    /// Returns a fault of one line, counted from one.
    pub fn at_line(file: &str, line: u64, fault: RegisterFault) -> Self {
        Self { file: file.to_owned(), line: Some(line), fault }
    }

    pub(super) fn malformed_at(file: &str, line: u64, what: impl Into<String>) -> Self {
        Self::at_line(file, line, RegisterFault::Malformed(what.into()))
    }

    pub(super) fn line_too_long(file: &str, line: u64) -> Self {
        Self::malformed_at(file, line, format!("the line is longer than {MAX_LINE_BYTES} bytes"))
    }

    /// Returns the error of a file larger than `limit` bytes, of which only the beginning was read.
    /// A line without an end is what is wrong with the file, so the error names that line.
    pub fn too_large(file: &str, beginning: &[u8], limit: u64) -> Self {
        let is_endless = |line: &[u8]| line.len() > MAX_LINE_BYTES;
        match beginning.split(|byte| *byte == b'\n').position(is_endless) {
            Some(before) => Self::line_too_long(file, before as u64 + 1),
            None => Self::malformed(file, format!("the file is larger than {limit} bytes")),
        }
    }
}

/// What kind of name a reader does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameKind {
    /// The header of a table, or a field of a record.
    Column,
    /// The label beside a value.
    Label,
    /// The heading over a list.
    Heading,
    /// A table, named by its caption or its first row.
    Table,
    /// A link or button that leads to more of a list.
    Link,
    /// A selector of a style sheet that strikes out or adds a text, or a format of a workbook that hides or
    /// strikes out one.
    Style,
    /// A text inside a certificate, seal or entry, beside a name or among addresses. It takes the
    /// licence or the addresses out of force. It refuses the reading only if most parts hold such
    /// texts.
    Text,
}

/// A name that a reader does not know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unknown {
    /// The file that holds it.
    pub file: String,
    /// Its kind.
    #[serde(rename = "place")]
    pub kind: NameKind,
    /// The name, at most 300 characters of it.
    pub name: String,
}

impl Unknown {
    /// Returns whether the name refuses the whole reading.
    pub fn refuses(&self) -> bool {
        self.kind != NameKind::Text
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = format!("{:?}", self.kind).to_lowercase();
        write!(f, "the {kind} {} is not known", quoted(&self.name))
    }
}

#[cfg(test)]
mod tests;
