//! How a command ends: the exit codes are a contract (decisions 1).
//!
//! The exit code of `licence check --as-of` follows the verdict, and both describe today.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use licence_core::connector::CallRefusal;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::{RegisterError, RegisterFault};
use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_store::backup::BackupError;
use licence_store::{ReadError, StoreError};
use thiserror::Error;
use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Licensed, for `check`; done, for other commands.
    Done = 0,
    /// Any other verdict.
    NotAPass = 1,
    /// Bad usage or input.
    BadInput = 2,
    /// Nothing of that name or id is on record.
    NotFound = 3,
    /// The key, the plan or a limit does not allow it.
    Refused = 4,
    /// The service, the database or a register failed or cannot be reached, or a server does not
    /// answer as the API.
    Failed = 5,
}

impl Exit {
    /// Returns the exit code of a refusal with this HTTP status (decisions 1).
    pub(crate) const fn from_status(status: u16) -> Self {
        match status {
            401 | 402 | 403 | 429 => Self::Refused,
            404 => Self::NotFound,
            400..=499 => Self::BadInput,
            _ => Self::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
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
    /// When a limit resets.
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
    pub(crate) fn local(exit: Exit, error: String, suggestion: Option<String>) -> Self {
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

/// Writes one line; for the refusal of a server also what distinguishes its cases.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)?;
        let between = if self.reason.is_some() || self.request_id.is_some() { "\n  " } else { " " };
        if let Some(reason) = &self.reason {
            write!(f, "{between}{reason}")?;
        }
        if let Some(until) = self.until {
            write!(f, "{between}The limit resets at {until}.")?;
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
    #[error("received {received} of {announced} rows: {why}")]
    Truncated { received: u64, announced: u64, why: String },
    #[error("the server was asked about {asked} and answered about {answered}")]
    OtherQuestion { asked: String, answered: String },
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
    pub(crate) fn refused(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }

    /// Returns the failure of a file or folder that cannot be used for this reason.
    pub(crate) fn in_file(path: &Path, why: impl fmt::Display) -> Self {
        Self::Usage(format!("{}: {why}", path.display()))
    }

    pub(crate) fn unknown_account(id: Uuid) -> Self {
        let hint = "; `licence accounts create NAME --plan PLAN` prints the id of a new one";
        Self::NotFound { what: "account", id: id.to_string(), hint }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Refused(refusal) => refusal.exit,
            Self::Register(error) if matches!(error.fault, RegisterFault::ReaderFailed(_)) => {
                Exit::Failed
            }
            Self::Register(_)
            | Self::Usage(_)
            | Self::Read(ReadError::NoAddress { .. } | ReadError::Store(StoreError::Refused(_)))
            | Self::Store(
                StoreError::Refused(_)
                | StoreError::InvalidUrl { .. }
                | StoreError::CatalogueFolder { .. }
                | StoreError::UnprotectedDatabase { .. },
            ) => Exit::BadInput,
            Self::Backup(error) if error.is_refusal() => Exit::BadInput,
            Self::NotFound { .. } => Exit::NotFound,
            Self::Unreachable { .. }
            | Self::TooLong { .. }
            | Self::Client(_)
            | Self::UnknownForm(_)
            | Self::Truncated { .. }
            | Self::OtherQuestion { .. }
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

/// Returns whether a text has a scheme or a port.
fn is_url(text: &str) -> bool {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    text.contains("://") || text.split_once(':').is_some_and(|(_, port)| is_port(port))
}

/// The words of the API, with the next command to try.
impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        let next = match &error {
            RequestError::WatchlistQuota(_) => {
                Some("Try licence watchlist remove SLUG, or accounts set-plan ID PLAN.")
            }
            RequestError::EndpointQuota(_) => {
                Some("Try licence webhooks delete ID, or accounts set-plan ID PLAN.")
            }
            RequestError::UnknownJurisdiction(_) => Some("Try licence jurisdictions list"),
            RequestError::UnknownOperator(_) => {
                Some("Try licence operators search NAME, which prints slugs.")
            }
            RequestError::Domain { domain, .. } if is_url(domain) => {
                Some("A URL has the scheme http, https or none here, and a port is at most 65535.")
            }
            RequestError::LicenceId(_) => Some(
                "Give the licence number as the register prints it, or an id that licence \
                 licences list SLUG prints.",
            ),
            RequestError::UnknownLicence(_) => {
                Some("Try licence check --json or licence licences list SLUG, which print ids.")
            }
            RequestError::UnknownWebhook(_) => Some("Try licence webhooks list, which prints ids."),
            RequestError::UnknownDataset(_) => {
                Some("Try licence export licences, operators or domains.")
            }
            _ => None,
        };
        let (status, ..) = error.problem_kind().columns();
        let exit = Exit::from_status(status);
        let for_assistants = Some(CallRefusal::from(&error));
        let refusal = Refusal::local(exit, error.to_string(), next.map(str::to_owned));
        Self::refused(Refusal { for_assistants, ..refusal })
    }
}

/// Returns the beginning of a text for an error message: at most 80 characters.
pub(crate) fn shorten(text: &str) -> String {
    const LIMIT: usize = 80;
    text.chars().take(LIMIT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_has_its_exit_code() {
        for (status, expected) in [
            (301, Exit::Failed),
            (400, Exit::BadInput),
            (401, Exit::Refused),
            (402, Exit::Refused),
            (403, Exit::Refused),
            (404, Exit::NotFound),
            (405, Exit::BadInput),
            (409, Exit::BadInput),
            (429, Exit::Refused),
            (500, Exit::Failed),
            (503, Exit::Failed),
        ] {
            assert_eq!(Exit::from_status(status), expected, "{status}");
        }
    }

    #[test]
    fn a_reader_process_that_fails_is_no_bad_file() {
        for (fault, expected) in [
            (RegisterFault::Empty, Exit::BadInput),
            (RegisterFault::Malformed("a value".to_owned()), Exit::BadInput),
            (RegisterFault::ReaderFailed("it was killed".to_owned()), Exit::Failed),
        ] {
            let failure = Failure::from(RegisterError::of_file("a.html", fault));
            assert_eq!(failure.exit(), expected, "{failure}");
        }
    }
}
