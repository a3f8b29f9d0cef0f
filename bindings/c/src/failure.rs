//! Why a function answers nothing, and the edge that no panic crosses.

use std::panic::{AssertUnwindSafe, catch_unwind};

use licence_core::catalogue::OpenError;
use licence_core::records::PublishedError;
use licence_core::request::RequestError;

/// What a function returns. Every value but LICENCE_STATUS_OK comes with a message.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LicenceStatus {
    /// Done.
    Ok = 0,
    /// A pointer is null, a length or an instant is out of range, or a subject is unknown.
    InvalidArgument = 1,
    /// A text is not UTF-8.
    NotUtf8 = 2,
    /// The text is no bare hostname, or no licence number.
    InvalidQuestion = 3,
    /// The file cannot be read.
    UnreadableFile = 4,
    /// The bytes are neither a whole catalogue that this library reads nor records.
    NotACatalogue = 5,
    /// The catalogue was built under other rules: build it again from its records.
    OtherRules = 6,
    /// A fault of this library. The catalogue stays usable.
    InternalError = 7,
}

/// A status and its sentence.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: LicenceStatus,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: LicenceStatus, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(LicenceStatus::InvalidArgument, message)
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Self::new(LicenceStatus::InvalidQuestion, error.to_string())
    }
}

impl From<PublishedError> for Failure {
    fn from(error: PublishedError) -> Self {
        let status = match &error {
            PublishedError::Catalogue(OpenError::OtherRules { .. }) => LicenceStatus::OtherRules,
            _ => LicenceStatus::NotACatalogue,
        };
        Self::new(status, error.to_string())
    }
}

/// Runs what a function does. A panic must not unwind into C, where that is undefined.
pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // Nothing that a closure changes is seen after its panic: each works on values of its own.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let message = "the library failed; its report is on standard error";
        Err(Failure::new(LicenceStatus::InternalError, message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        let failure = caught::<()>(|| panic!("as a test")).unwrap_err();
        assert_eq!(failure.status, LicenceStatus::InternalError);
    }
}
