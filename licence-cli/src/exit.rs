//! How a command ends: the exit codes are a contract (decisions 1).

use std::io;
use std::process::ExitCode;

use licence_core::check::InvalidLicenceNumber;
use licence_core::hostname::HostnameError;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::point_in_time::InvalidAsOf;
use licence_core::register::RegisterError;
use licence_core::time::Timestamp;
use licence_store::{ReadError, StoreError};
use thiserror::Error;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Licensed, for `check`; done, for other commands.
    Done,
    /// Any other verdict.
    NotAPass,
    /// Bad usage or input.
    BadInput,
    /// Nothing of that name or id is on record.
    NotFound,
    /// The service or the database failed or cannot be reached.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::NotAPass => 1,
            Exit::BadInput => 2,
            Exit::NotFound => 3,
            Exit::Failed => 5,
        })
    }
}

/// Why a command could not be carried out, in one line.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{domain:?} is {error}")]
    Hostname { domain: String, error: HostnameError },
    #[error("{number:?}: {error}")]
    LicenceNumber { number: String, error: InvalidLicenceNumber },
    #[error("--as-of: {0}")]
    AsOf(#[from] InvalidAsOf),
    #[error("{what} {id} is not on record{hint}")]
    NotFound { what: &'static str, id: String, hint: &'static str },
    #[error(transparent)]
    Register(#[from] RegisterError),
    #[error("{0}")]
    Usage(String),
    #[error("another process is reading {code}; its claim ends at {until}")]
    Busy { code: JurisdictionCode, until: Timestamp },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// The code it ends with.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Hostname { .. }
            | Self::LicenceNumber { .. }
            | Self::AsOf(_)
            | Self::Register(_)
            | Self::Usage(_)
            | Self::Read(ReadError::NoAddress { .. } | ReadError::Store(StoreError::Refused(_)))
            | Self::Store(StoreError::Refused(_) | StoreError::InvalidUrl { .. }) => Exit::BadInput,
            Self::NotFound { .. } => Exit::NotFound,
            Self::Busy { .. } | Self::Read(_) | Self::Store(_) | Self::Io(_) => Exit::Failed,
        }
    }

    /// The reader of our output went away (`| head`): nothing to complain about.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// A text for an error message: short, and nothing in it moves the cursor.
pub(crate) fn shown(text: &str) -> String {
    const LIMIT: usize = 80;
    text.chars().take(LIMIT).collect()
}
