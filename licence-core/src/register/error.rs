//! Why bytes could not be read as a register.

use std::fmt;

use thiserror::Error;

use super::layout::Unknown;
use crate::jurisdiction::JurisdictionCode;

/// The file, the line where one can be named, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    /// Something else than the register, such as a maintenance page.
    #[error("expected {expected}, found {found}")]
    NotTheRegister {
        /// What the reader looked for.
        expected: String,
        /// What stands there, shortened.
        found: String,
    },
    /// Bytes that are not UTF-8.
    #[error("not UTF-8 at byte {byte} of the line; save the file as UTF-8")]
    NotUtf8 {
        /// The offset within the line, counted from one.
        byte: usize,
    },
    /// A line beyond any real register's.
    #[error("the line is longer than {limit} bytes")]
    LineTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// A file beyond any real register's.
    #[error("the file is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The file ends inside a row or value.
    #[error("the file ends inside {inside}; it looks cut off")]
    Truncated {
        /// What it ends inside of.
        inside: &'static str,
    },
    /// A quote that opens a value and is closed only on a later line, which takes the rows between
    /// into one value.
    #[error("a value opens with a quote that is not closed on its line")]
    UnclosedQuote,
    /// A column the reader needs is not in the header.
    #[error("the column {column:?} is missing; the header is {header}")]
    MissingColumn {
        /// The column looked for.
        column: &'static str,
        /// The header row as it stands, shortened.
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
    /// A column the reader needs stands twice: which of them is meant, nobody can say.
    #[error("the column {column:?} stands twice")]
    DoubledColumn {
        /// The column looked for.
        column: &'static str,
    },
    /// A row that is shorter or longer than its table.
    #[error("the row has {found} fields; the table needs {needed} and its header has {columns}")]
    FieldCount {
        /// How many the row has.
        found: usize,
        /// How many it must have at least.
        needed: usize,
        /// How many it may have at most.
        columns: usize,
    },
    /// Reading the file takes more memory than a reader process gets.
    #[error("reading it takes more than {limit_mb} MB of memory; no register does")]
    TooMuchMemory {
        /// The limit in MB (10⁶ bytes).
        limit_mb: u64,
    },
    /// Reading the file takes longer than a reader process may.
    #[error("reading it takes longer than {seconds} s; no register does")]
    TooSlow {
        /// The limit in seconds.
        seconds: u64,
    },
    /// The reading is beyond any real register's.
    #[error("its reading is larger than {limit} bytes; no register's is")]
    ReadingTooLarge {
        /// The limit in bytes.
        limit: u64,
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

/// How many more names are not known.
fn and_others(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "; 1 other name is not known".to_owned(),
        count => format!("; {count} other names are not known"),
    }
}

impl RegisterError {
    /// A fault of the whole file.
    pub fn of_file(file: &str, fault: RegisterFault) -> Self {
        Self { file: file.to_owned(), line: None, fault }
    }

    /// A fault of one line, counted from one.
    pub fn at_line(file: &str, line: u64, fault: RegisterFault) -> Self {
        Self { file: file.to_owned(), line: Some(line), fault }
    }
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.fault)
    }
}
