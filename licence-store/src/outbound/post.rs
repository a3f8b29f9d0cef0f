//! Posts webhooks: only to addresses of the public internet, once, within a deadline (specification
//! 4.4 and 6.5).
//!
//! No redirect is followed. Within one attempt nothing is sent twice, unless HTTP says that the
//! receiver did not process the first request.

mod answer;
mod document;
mod options;
mod pinned;
mod resolver;

pub use document::FetchedDocument;
pub use options::PostOptions;
pub use resolver::{Resolver, Resolving};

use std::sync::Arc;

use bytes::Bytes;
use licence_core::webhook::delivery::{NetworkFailure, Outcome};
use licence_core::webhook::url_policy::{UrlError, UrlPolicy, WebhookUrl};
use reqwest::{Client, Response};
use tokio::time::{Instant, timeout, timeout_at};

use self::options::POOL_PER_HOST;
use self::pinned::Pinned;
use self::resolver::Resolve;
use super::DownloadError;
use crate::boxed;

/// The headers of a request, in their spelling for HTTP/1.
type Headers = Vec<(&'static str, String)>;

/// Posts webhooks. A copy is cheap and shares the connections.
#[derive(Clone, Debug)]
pub struct Poster {
    client: Client,
    /// For requests on a new connection.
    anew: Client,
    options: Arc<PostOptions>,
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostResult {
    /// The outcome of the attempt.
    pub outcome: Outcome,
    /// At most the first 2 KiB of the response's body.
    pub response_body: Vec<u8>,
}

impl Poster {
    /// Returns a poster with these options.
    ///
    /// # Errors
    /// [`DownloadError::Client`] when the HTTP client cannot be set up.
    pub fn new(options: PostOptions) -> Result<Self, DownloadError> {
        let client = options::client(&options, POOL_PER_HOST)?;
        let anew = options::client(&options, 0)?;
        Ok(Self { client, anew, options: Arc::new(options) })
    }

    /// Returns where webhooks may point.
    pub fn policy(&self) -> &UrlPolicy {
        &self.options.policy
    }

    /// Judges every address of a URL that [`UrlPolicy::parse`] allowed, as an attempt would now.
    ///
    /// # Errors
    /// Those of [`UrlPolicy::judge`]. A name that does not resolve in time is
    /// [`UrlError::Unresolvable`].
    #[boxed]
    pub async fn vet(&self, url: &WebhookUrl) -> Result<(), UrlError> {
        self.vet_addresses(url, &self.options.resolver.for_vetting).await.map(drop)
    }

    /// Makes one attempt, from the judgement of the URL to the end of the answer, within
    /// [`PostOptions::attempt_timeout`]. The status is the outcome, even if the rest of the answer
    /// never arrives.
    #[boxed]
    pub async fn post(&self, url: &str, headers: Headers, body: Bytes) -> PostResult {
        self.post_by(&self.client, &self.options.resolver.for_attempts, url, headers, body).await
    }

    /// Makes one attempt on a new connection, which is not kept. Retries use it, because a receiver
    /// that closes kept connections without notice would break each of them.
    #[boxed]
    pub async fn post_anew(&self, url: &str, headers: Headers, body: Bytes) -> PostResult {
        self.post_by(&self.anew, &self.options.resolver.for_attempts, url, headers, body).await
    }

    /// Makes one attempt that a customer asks for, on a new connection. Names that do not resolve then delay no
    /// delivery.
    #[boxed]
    pub async fn post_on_demand(&self, url: &str, headers: Headers, body: Bytes) -> PostResult {
        self.post_by(&self.anew, &self.options.resolver.for_vetting, url, headers, body).await
    }

    async fn post_by(
        &self,
        client: &Client,
        resolve: &Resolve,
        url: &str,
        headers: Headers,
        body: Bytes,
    ) -> PostResult {
        let deadline = Instant::now() + self.options.attempt_timeout;
        let answered = timeout_at(deadline, self.answer(client, resolve, url, headers, body)).await;
        match answered.unwrap_or(Err(Outcome::Unanswered(NetworkFailure::Timeout))) {
            Ok(response) => {
                let outcome = Outcome::Answered(response.status().as_u16());
                PostResult { outcome, response_body: answer::read_prefix(response, deadline).await }
            }
            Err(outcome) => PostResult { outcome, response_body: Vec::new() },
        }
    }

    async fn answer(
        &self,
        client: &Client,
        resolve: &Resolve,
        url: &str,
        headers: Headers,
        body: Bytes,
    ) -> Result<Response, Outcome> {
        let url = self.options.policy.parse(url)?;
        let pinned = self.vet_addresses(&url, resolve).await?;
        let request = client.post(url.url().clone()).body(body);
        let request = headers.into_iter().fold(request, |it, (name, value)| it.header(name, value));
        let answered = pinned.during(request.send()).await;
        answered.map_err(|error| answer::failure_outcome(&url, &error))
    }

    /// Resolves a URL and returns its addresses if all of them are permitted. A name that does not
    /// resolve in time has none.
    async fn vet_addresses(&self, url: &WebhookUrl, resolve: &Resolve) -> Result<Pinned, UrlError> {
        let addresses = match (url.literal(), url.name()) {
            (None, Some(name)) => {
                let resolved = timeout(self.options.dns_timeout, resolve(name.to_owned())).await;
                resolved.ok().and_then(Result::ok).unwrap_or_default()
            }
            (literal, _) => Vec::from_iter(literal),
        };
        self.options.policy.judge(url, &addresses)?;
        Ok(Pinned::new(url, addresses))
    }
}
