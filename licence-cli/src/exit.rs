//! How a command ends: the exit codes are a contract (decisions 1).
//!
//! The exit code of `licence check --as-of` follows the verdict, and both describe today.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use licence_core::connector::CallRefusal;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::RegisterError;
use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_store::backup::BackupError;
use licence_store::{ReadError, StoreError};
use thiserror::Error;
use uuid::Uuid;

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
    /// The key, the plan or a limit does not allow it.
    Refused,
    /// The service or the database failed or cannot be reached.
    Failed,
}

impl Exit {
    /// The number.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::NotAPass => 1,
            Self::BadInput => 2,
            Self::NotFound => 3,
            Self::Refused => 4,
            Self::Failed => 5,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// A refusal in the words of the API (specification 2.16), of a server or of this program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The code that the command ends with.
    pub(crate) exit: Exit,
    /// The sentence for people.
    pub(crate) error: String,
    /// Reason, code and field, of a server.
    pub(crate) reason: Option<String>,
    /// When a limit begins anew.
    pub(crate) until: Option<Timestamp>,
    /// What to do.
    pub(crate) suggestion: Option<String>,
    /// What to name when asking its operator.
    pub(crate) request_id: Option<String>,
    /// The refusal as an assistant reads it; `None` if the API has no words for it.
    pub(crate) for_assistants: Option<CallRefusal>,
}

impl Refusal {
    /// Returns a refusal that this program words itself, with what to try next.
    pub(crate) fn here(exit: Exit, error: String, suggestion: Option<String>) -> Self {
        Self {
            exit,
            error,
            reason: None,
            until: None,
            suggestion,
            request_id: None,
            for_assistants: None,
        }
    }
}

/// On this machine one line; of a server also what tells its cases apart.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)?;
        let between = if self.reason.is_some() || self.request_id.is_some() { "\n  " } else { " " };
        if let Some(reason) = &self.reason {
            write!(f, "{between}{reason}")?;
        }
        if let Some(until) = self.until {
            write!(f, "{between}The limit begins anew at {until}.")?;
        }
        if let Some(suggestion) = &self.suggestion {
            write!(f, "{between}{suggestion}")?;
        }
        match &self.request_id {
            Some(id) => write!(f, "{between}request {id}"),
            None => Ok(()),
        }
    }
}

/// What a lookup without data suggests.
const HOW_TO_READ_A_REGISTER: &str = "`licence registers read CODE` reads a register, \
    --database-url names another database, and --server asks a server";

/// Why a command could not be carried out.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Refused(Box<Refusal>),
    #[error("{server} cannot be reached: {why}")]
    Unreachable { server: String, why: String },
    #[error("{server} sends more than {at_most} bytes")]
    TooLong { server: String, at_most: u64 },
    #[error("the HTTP client cannot be made: {0}")]
    Client(String),
    #[error("the answer is not of a form that this version knows ({0}); --json prints it as it is")]
    UnknownForm(#[from] serde_json::Error),
    #[error("{received} rows came of {announced}: {why}")]
    Truncated { received: u64, announced: u64, why: String },
    #[error("there is no database at {path}; {HOW_TO_READ_A_REGISTER}")]
    NoDatabase { path: String },
    #[error("no register was ever read into {database}; {HOW_TO_READ_A_REGISTER}")]
    NoRegisterRead { database: String },
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
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Returns the failure of a refusal.
    pub(crate) fn refused(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }

    /// Returns the failure of a file or folder that cannot be used for this reason.
    pub(crate) fn in_file(path: &Path, why: impl fmt::Display) -> Self {
        Self::Usage(format!("{}: {why}", path.display()))
    }

    /// Returns the failure of an account that is not on record.
    pub(crate) fn unknown_account(id: Uuid) -> Self {
        let hint = "; `licence accounts create NAME --plan PLAN` prints the id of a new one";
        Self::NotFound { what: "account", id: id.to_string(), hint }
    }

    /// Returns the exit code of a command that fails like this.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Refused(refusal) => refusal.exit,
            Self::Register(_)
            | Self::Usage(_)
            | Self::Read(ReadError::NoAddress { .. } | ReadError::Store(StoreError::Refused(_)))
            | Self::Store(
                StoreError::Refused(_)
                | StoreError::InvalidUrl { .. }
                | StoreError::UnprotectedDatabase { .. },
            ) => Exit::BadInput,
            Self::Backup(error) if error.is_refusal() => Exit::BadInput,
            Self::NotFound { .. } => Exit::NotFound,
            Self::Unreachable { .. }
            | Self::TooLong { .. }
            | Self::Client(_)
            | Self::UnknownForm(_)
            | Self::Truncated { .. }
            | Self::Busy { .. }
            | Self::NoDatabase { .. }
            | Self::NoRegisterRead { .. }
            | Self::Read(_)
            | Self::Store(_)
            | Self::Backup(_)
            | Self::Io(_) => Exit::Failed,
        }
    }

    /// Returns whether the reader of our output went away (`| head`), which is no error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The words of the API, with the next command to try.
impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        let (exit, next) = match &error {
            RequestError::WatchlistQuota(_) => (
                Exit::Refused,
                Some("Try licence watchlist remove SLUG, or accounts set-plan ID PLAN."),
            ),
            RequestError::EndpointQuota(_) => (
                Exit::Refused,
                Some("Try licence webhooks delete ID, or accounts set-plan ID PLAN."),
            ),
            RequestError::UnknownJurisdiction(_) => {
                (Exit::NotFound, Some("Try licence jurisdictions list"))
            }
            RequestError::UnknownOperator(_) => {
                (Exit::NotFound, Some("Try licence operators search NAME, which prints slugs."))
            }
            RequestError::UnknownLicence(_) => (
                Exit::NotFound,
                Some("Try licence check --json or licence licences list SLUG, which print ids."),
            ),
            RequestError::UnknownWebhook(_) => {
                (Exit::NotFound, Some("Try licence webhooks list, which prints ids."))
            }
            RequestError::UnknownDataset(_) => {
                (Exit::NotFound, Some("Try licence export licences, operators or domains."))
            }
            RequestError::JurisdictionCode(_)
            | RequestError::Domain { .. }
            | RequestError::LicenceNumber { .. }
            | RequestError::AsOf(_)
            | RequestError::Page(_)
            | RequestError::EmptySearch
            | RequestError::Sort(_)
            | RequestError::Export { .. }
            | RequestError::Slug(_)
            | RequestError::SlugNotInLowerCase(_)
            | RequestError::LicenceId(_)
            | RequestError::Feed(_)
            | RequestError::Endpoint(_)
            | RequestError::Deliveries(_)
            | RequestError::WatchlistDuplicate(_)
            | RequestError::NoActiveSecret => (Exit::BadInput, None),
        };
        let for_assistants = Some(CallRefusal::from(&error));
        let refusal = Refusal::here(exit, error.to_string(), next.map(str::to_owned));
        Self::refused(Refusal { for_assistants, ..refusal })
    }
}

/// Returns the beginning of a text for an error message: at most 80 characters.
pub(crate) fn shorten(text: &str) -> String {
    const LIMIT: usize = 80;
    text.chars().take(LIMIT).collect()
}
