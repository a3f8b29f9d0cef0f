//! All files of one read of a register.

mod read;

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::sources::FetchedPage;
use licence_core::register::{RegisterError, SourceFile};

use super::{DownloadError, Downloader, Validators};
use read::Read;

/// What a page leads on to: [`licence_core::register::sources::follow_ups`], and what only its
/// reader can tell, such as the certificates of the licences in a PDF.
pub type FollowUps<'f> = &'f (dyn Fn(&FetchedPage) -> Result<Vec<String>, RegisterError> + Sync);

/// What came of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterFetch {
    /// Every file is the one that was known.
    Unchanged,
    /// The register.
    Files {
        /// All files, named by where they were found; pages that only show the way are not among
        /// them.
        files: Vec<SourceFile>,
        /// What to give as `known` the next time, once these files were read and applied: what
        /// could not be read must not be called unchanged.
        known: HashMap<String, Validators>,
    },
}

/// How far a read is; told before every request and at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'p> {
    /// The file that is asked for; the last one at the end.
    pub url: &'p str,
    /// How many files were fetched or found unchanged.
    pub done: usize,
    /// How many are known of.
    pub of: usize,
    /// How many bytes were fetched.
    pub bytes: u64,
}

impl Downloader {
    /// Fetches a register: the files at these addresses, and what they lead on to.
    ///
    /// A file that is unchanged is not fetched, unless another one changed: a reader needs all.
    ///
    /// # Errors
    /// [`DownloadError`] of the first file that cannot be had: a read is whole or fails.
    pub async fn fetch_register(
        &self,
        code: JurisdictionCode,
        urls: &[String],
        known: &HashMap<String, Validators>,
        follow_ups: FollowUps<'_>,
        progress: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Result<RegisterFetch, DownloadError> {
        Read::new(self, code, known, follow_ups, progress).run(urls).await
    }
}
