//! Downloads all files of a register.

mod read;

use std::collections::HashMap;
use std::future::ready;
use std::pin::Pin;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::sources::FetchedPage;
use licence_core::register::{RegisterError, SourceFile};

use super::{DownloadError, Downloader, Validators};
use read::RegisterDownload;

/// Finds what a page leads on to: a function, or [`RegisterReader::follow_ups_of`], which parses the
/// page where it can do no harm.
///
/// [`RegisterReader::follow_ups_of`]: crate::RegisterReader::follow_ups_of
pub trait FollowUps: Sync {
    /// The addresses to fetch next after this page.
    fn of_page<'p>(&'p self, page: &'p FetchedPage) -> Following<'p>;
}

impl<F> FollowUps for F
where
    F: Fn(&FetchedPage) -> Result<Vec<String>, RegisterError> + Sync,
{
    fn of_page<'p>(&'p self, page: &'p FetchedPage) -> Following<'p> {
        Box::pin(ready(self(page)))
    }
}

/// The addresses to fetch next, once they are known.
pub type Following<'p> =
    Pin<Box<dyn Future<Output = Result<Vec<String>, RegisterError>> + Send + 'p>>;

/// The result of downloading a register.
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
        follow_ups: &dyn FollowUps,
        progress: &mut (dyn FnMut(Progress<'_>) + Send),
    ) -> Result<RegisterFetch, DownloadError> {
        RegisterDownload::new(self, code, known, follow_ups, progress).run(urls).await
    }
}
