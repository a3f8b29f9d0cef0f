//! Downloads one file over HTTP.

use backon::{ExponentialBuilder, Retryable};
use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    LAST_MODIFIED,
};
use reqwest::{Client, Response};
use serde::{Deserialize, Serialize};
use url::Url;

use super::error::redact_url;
use super::{DownloadError, DownloadOptions, body, client, redirect, retry};
use crate::boxed;

/// The longest header that is kept.
const MAX_HEADER_BYTES: usize = 1024;

/// Fetches files, one after the other.
#[derive(Clone, Debug)]
pub struct Downloader {
    client: Client,
    pub(super) options: DownloadOptions,
}

/// The validators of a file's version, which ask a host later for a newer version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// The `ETag` header.
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    pub last_modified: Option<String>,
}

/// The result of a download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchResult {
    /// The file still has the version of the validators.
    Unchanged,
    /// The file.
    File(FetchedFile),
}

/// A fetched file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedFile {
    /// Its bytes, inflated if they came compressed.
    pub bytes: Vec<u8>,
    /// The validators of this version.
    pub validators: Validators,
    /// The `Content-Type` header.
    pub content_type: Option<String>,
    /// The URL after all redirects, without credentials.
    pub final_url: String,
}

impl Validators {
    /// Returns whether both name the same version of a file, by the tag or else by the date.
    pub fn are_of_one_version(&self, other: &Self) -> bool {
        match (&self.etag, &other.etag) {
            (Some(one), Some(other)) => one == other,
            (None, None) => {
                self.last_modified.is_some() && self.last_modified == other.last_modified
            }
            _ => false,
        }
    }
}

impl Downloader {
    /// Returns a downloader with these limits.
    ///
    /// # Errors
    /// [`DownloadError::Client`] when the HTTP client cannot be set up.
    pub fn new(options: DownloadOptions) -> Result<Self, DownloadError> {
        // It follows and retries nothing by itself.
        let client = client::builder(None)?
            .user_agent(&options.user_agent)
            .connect_timeout(options.connect_timeout)
            .retry(reqwest::retry::never())
            .build()
            .map_err(client::unusable)?;
        Ok(Self { client, options })
    }

    /// Fetches a file, unless it still has the version of these validators.
    ///
    /// # Errors
    /// [`DownloadError`]; transient ones after all attempts that the options allow.
    #[boxed]
    pub async fn download(
        &self,
        url: &str,
        known: &Validators,
    ) -> Result<FetchResult, DownloadError> {
        let url = parse_url(url)?;
        let (pause, longest) = (self.options.pause.clone(), self.options.longest_wait);
        let backoff = ExponentialBuilder::new()
            .with_min_delay(self.options.first_wait)
            .with_max_delay(longest)
            .with_max_times(self.options.attempts.saturating_sub(1));
        (|| self.attempt(&url, known))
            .retry(backoff)
            .sleep(move |length| pause.wait(length))
            .when(DownloadError::is_transient)
            .adjust(|error, planned| retry::wait_after(error, planned, longest))
            .notify(|error, wait| tracing::info!(%error, ?wait, "a download is tried again"))
            .await
    }

    async fn attempt(&self, url: &Url, known: &Validators) -> Result<FetchResult, DownloadError> {
        let limit = self.options.timeout;
        let fetched = tokio::time::timeout(limit, self.follow(url, known)).await;
        fetched.map_err(|_| DownloadError::TimedOut { url: redact_url(url), limit })?
    }

    /// Follows redirects, so that each one is checked.
    async fn follow(&self, url: &Url, known: &Validators) -> Result<FetchResult, DownloadError> {
        let mut at = url.clone();
        for _ in 0..=self.options.max_redirects {
            let response = self.send(&at, known).await?;
            match redirect::target(&at, &response)? {
                Some(next) => at = next,
                None => return self.read_response(&at, response, known).await,
            }
        }
        Err(DownloadError::TooManyRedirects {
            url: redact_url(url),
            limit: self.options.max_redirects,
        })
    }

    async fn send(&self, at: &Url, known: &Validators) -> Result<Response, DownloadError> {
        let mut request = self.client.get(at.clone()).header(ACCEPT_ENCODING, "gzip");
        for (name, value) in
            [(IF_NONE_MATCH, &known.etag), (IF_MODIFIED_SINCE, &known.last_modified)]
        {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        request.send().await.map_err(|error| DownloadError::unanswered(at, &error))
    }

    async fn read_response(
        &self,
        at: &Url,
        response: Response,
        known: &Validators,
    ) -> Result<FetchResult, DownloadError> {
        match response.status().as_u16() {
            200 => self.read_file(at, response).await.map(FetchResult::File),
            304 if *known != Validators::default() => Ok(FetchResult::Unchanged),
            status => {
                let retry_after = retry::retry_after(response.headers());
                Err(DownloadError::Status { url: redact_url(at), status, retry_after })
            }
        }
    }

    async fn read_file(&self, at: &Url, response: Response) -> Result<FetchedFile, DownloadError> {
        let header = |name| header_text(response.headers(), name);
        let validators = Validators { etag: header(ETAG), last_modified: header(LAST_MODIFIED) };
        let content_type = header(CONTENT_TYPE);
        let bytes = body::read(at, response, &self.options).await?;
        Ok(FetchedFile { bytes, validators, content_type, final_url: redact_url(at) })
    }
}

fn parse_url(text: &str) -> Result<Url, DownloadError> {
    let url = Url::parse(text).map_err(|error| DownloadError::invalid(text, error))?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        _ => Err(DownloadError::invalid(text, "it is not an http:// or https:// URL")),
    }
}

fn header_text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    (value.len() <= MAX_HEADER_BYTES).then(|| value.to_owned())
}
