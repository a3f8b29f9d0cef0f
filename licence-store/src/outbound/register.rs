//! Downloads all files of a register.

mod read;

use std::collections::HashMap;
use std::future::ready;
use std::pin::Pin;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::{RegisterError, SourceFile};

use super::Validators;

/// Finds the links of a page: a function, or [`RegisterReader`](crate::RegisterReader), which parses the
/// page in a limited process.
pub trait FollowUps: Sync {
    /// Returns the addresses to fetch next after this page of a register.
    fn of_page<'p>(&'p self, code: JurisdictionCode, page: &'p SourceFile) -> Following<'p>;
}

impl<F> FollowUps for F
where
    F: Fn(JurisdictionCode, &SourceFile) -> Result<Vec<String>, RegisterError> + Sync,
{
    fn of_page<'p>(&'p self, code: JurisdictionCode, page: &'p SourceFile) -> Following<'p> {
        Box::pin(ready(self(code, page)))
    }
}

/// The future of the addresses to fetch next.
pub type Following<'p> =
    Pin<Box<dyn Future<Output = Result<Vec<String>, RegisterError>> + Send + 'p>>;

/// The result of downloading a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterFetch {
    /// Every file is unchanged.
    Unchanged,
    /// The register.
    Files {
        /// All files, named by where they were found, without pages that only hold links.
        files: Vec<SourceFile>,
        /// What to pass as `known` the next time, after these files were read and applied: a file
        /// that could not be read must not count as unchanged.
        known: HashMap<String, Validators>,
    },
}

/// How far a read is, reported before every request and at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'p> {
    /// The file that is fetched now; at the end, the last one.
    pub url: &'p str,
    /// How many files were fetched or found unchanged.
    pub done: usize,
    /// How many files are known.
    pub of: usize,
    /// How many bytes were fetched.
    pub bytes: u64,
}
