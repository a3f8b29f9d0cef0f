//! What comes of an attempt: the body of a response, or why there is no answer. The body is read to
//! reuse the connection and to show its first bytes. The outcome does not depend on it.

use std::error::Error;
use std::io::{self, ErrorKind};

use licence_core::webhook::delivery::{NetworkFailure, Outcome};
use licence_core::webhook::url_policy::{UrlError, WebhookUrl};
use reqwest::Response;
use tokio::time::{Instant, timeout_at};

use crate::outbound::error::{causes, is_tls, reason};

/// The most bytes that are read; the connection of a longer body is closed.
pub(super) const MAX_READ_BYTES: usize = 64 << 10;
/// The most bytes that are kept.
const MAX_KEPT_BYTES: usize = 2 << 10;

/// Returns the first bytes of a body: those that came before it ended, broke off or ran out of time.
pub(super) async fn read_prefix(response: Response, deadline: Instant) -> Vec<u8> {
    let mut kept = Vec::new();
    // A timeout counts as a body that broke off.
    let _ = timeout_at(deadline, read_into(response, &mut kept)).await;
    kept
}

async fn read_into(mut response: Response, kept: &mut Vec<u8>) {
    let mut read = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = MAX_KEPT_BYTES - kept.len();
        kept.extend(chunk.iter().take(room));
        read += chunk.len();
        if read > MAX_READ_BYTES {
            return;
        }
    }
}

/// Returns the outcome of an attempt that the client gave up.
pub(super) fn failure_outcome(url: &WebhookUrl, error: &reqwest::Error) -> Outcome {
    // The error itself would show the URL, which may hold a key.
    tracing::debug!(cause = reason(error), "a webhook got no answer");
    if error.is_builder() {
        let problem = "no request can be made of it";
        return UrlError::Invalid { url: url.as_str().to_owned(), problem }.into();
    }
    Outcome::Unanswered(failure(url, error))
}

fn failure(url: &WebhookUrl, error: &reqwest::Error) -> NetworkFailure {
    if error.is_timeout() {
        NetworkFailure::Timeout
    } else if error.is_dns() {
        NetworkFailure::Dns
    } else if is_tls(error) {
        NetworkFailure::Tls
    } else if breaks_before_use(error) {
        // Without TLS there is no handshake: the connection broke right after it was made.
        if url.url().scheme() == "https" { NetworkFailure::Tls } else { NetworkFailure::Reset }
    } else if error.is_connect() {
        NetworkFailure::Connect
    } else if causes(error).any(is_protocol) {
        NetworkFailure::Protocol
    } else {
        NetworkFailure::Reset
    }
}

/// Returns whether a connection was made and broke before it was used: with TLS, in its handshake.
fn breaks_before_use(error: &reqwest::Error) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    let broken = |cause: &(dyn Error + 'static)| {
        let kind = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        matches!(kind, Some(BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof))
    };
    error.is_connect() && causes(error).any(broken)
}

/// Returns whether the receiver sent bytes that are not HTTP, or too many. Over HTTP/2 that is an
/// error which we report and not the receiver.
fn is_protocol(cause: &(dyn Error + 'static)) -> bool {
    let http = cause.downcast_ref::<hyper::Error>();
    let http2 = cause.downcast_ref::<h2::Error>();
    http.is_some_and(is_of_the_answer)
        || http2.is_some_and(|error| !error.is_remote() && !error.is_io())
}

/// Returns whether the answer is not valid HTTP. The API names few of these errors: such an error
/// neither ends the connection nor has a cause outside of HTTP.
fn is_of_the_answer(error: &hyper::Error) -> bool {
    let has_ended = error.is_incomplete_message() || error.is_closed() || error.is_canceled();
    error.source().is_none() && !has_ended
}
