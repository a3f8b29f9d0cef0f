//! A page that says why a request was refused or failed.

use std::num::NonZeroU64;

use licence_core::request::RequestError;
use licence_store::StoreError;
use warp::http::StatusCode;

use super::hint::hint;
use crate::problem::{Problem, ProblemKind};
use crate::reply::Response;

/// The reply of a page, or the error that ends its request.
pub(super) type PageResult<T = Response> = Result<T, PageError>;

/// A request that ends without its page.
#[derive(Debug)]
pub(super) struct PageError {
    pub(super) status: StatusCode,
    pub(super) title: &'static str,
    /// What happened, in a sentence.
    pub(super) sentence: String,
    /// What the visitor can do.
    pub(super) hint: Option<String>,
    /// The page to continue at; boxed, because few errors have one.
    pub(super) link: Option<Box<PageLink>>,
    pub(super) allow: Option<String>,
    /// The seconds after which the same request may succeed.
    pub(super) retry_after: Option<NonZeroU64>,
    /// The failure to log.
    pub(super) problem: Option<Problem>,
}

#[derive(Debug)]
pub(super) struct PageLink {
    pub(super) address: String,
    pub(super) name: &'static str,
}

impl PageError {
    pub(super) fn new(
        status: StatusCode,
        title: &'static str,
        sentence: impl Into<String>,
    ) -> Self {
        let sentence = sentence.into();
        let (hint, link, allow, retry_after, problem) = (None, None, None, None, None);
        Self { status, title, sentence, hint, link, allow, retry_after, problem }
    }

    pub(super) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(super) fn retrying_after(self, seconds: u64) -> Self {
        Self { retry_after: NonZeroU64::new(seconds), ..self }
    }

    pub(super) fn linking(self, address: impl Into<String>, name: &'static str) -> Self {
        let link = PageLink { address: address.into(), name };
        Self { link: Some(Box::new(link)), ..self }
    }

    /// Returns the page of an address that names nothing, or nothing of this account.
    pub(super) fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "There is no such page",
            "Nothing is at this address, or it belongs to another account.",
        )
    }

    /// Returns the page of a request with a method that the address does not take.
    pub(super) fn method_not_allowed(allow: String) -> Self {
        let title = "This address takes other requests";
        let error = Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            title,
            format!("The methods of this address are {allow}."),
        );
        Self { allow: Some(allow), ..error }
    }
}

/// The sentence is the API's, but where it speaks of keys and routes. The API's suggestions are for
/// programs, so the hint is ours.
impl From<Problem> for PageError {
    fn from(problem: Problem) -> Self {
        let status = problem.status();
        let title = match status {
            StatusCode::BAD_REQUEST => "This cannot be read",
            StatusCode::PAYMENT_REQUIRED => "The plan does not include this",
            StatusCode::FORBIDDEN => "This is not allowed",
            StatusCode::NOT_FOUND => "There is no such page",
            StatusCode::CONFLICT => "This was done already",
            StatusCode::TOO_MANY_REQUESTS => "A limit is reached",
            StatusCode::SERVICE_UNAVAILABLE => "The service is busy",
            _ => "The service failed",
        };
        let sentence = match problem.kind() {
            ProblemKind::EndpointRequiresPaidPlan => "A trial does not include this.",
            _ => problem.error(),
        };
        let error = Self { hint: hint(&problem), ..Self::new(status, title, sentence) };
        let error = error.retrying_after(problem.retry_seconds().unwrap_or_default());
        Self { problem: Some(problem), ..error }
    }
}

impl From<RequestError> for PageError {
    fn from(error: RequestError) -> Self {
        Problem::from(error).into()
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}
