//! A page that says why a request was refused or failed.

use licence_core::request::RequestError;
use licence_store::StoreError;
use warp::http::StatusCode;

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
        Self { status, title, sentence, hint: None, link: None, allow: None, problem: None }
    }

    pub(super) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
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

/// The sentence is the API's. The API's suggestions are for programs, so the hint is ours.
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
        let error = Self { hint: hint(&problem), ..Self::new(status, title, problem.error()) };
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

pub(super) fn hint(problem: &Problem) -> Option<String> {
    let until = problem.reset_at().map(crate::dashboard::html::minute);
    match (problem.kind(), until) {
        (ProblemKind::KeylessQuotaExceeded, Some(until)) => Some(format!(
            "Checks without an account are counted by network address. Try again after {until}, \
             or sign in."
        )),
        (_, Some(until)) => Some(format!("Try again after {until}, or choose a higher plan.")),
        (ProblemKind::PerSecondLimitExceeded, None) => {
            Some("Wait one second, then load the page again.".to_owned())
        }
        (ProblemKind::ServiceOverloaded | ProblemKind::DatabaseUnavailable, None) => {
            Some("Try again in a few seconds. Nothing was charged.".to_owned())
        }
        (ProblemKind::InternalError, None) => {
            Some("Try again. If it goes on failing, report the request id.".to_owned())
        }
        (_, None) => problem.hint().or_else(|| hint_by_kind(problem)).map(str::to_owned),
    }
}

fn hint_by_kind(problem: &Problem) -> Option<&'static str> {
    Some(match problem.kind() {
        // These suggestions are for people too.
        ProblemKind::PlanInactive
        | ProblemKind::EndpointRequiresPaidPlan
        | ProblemKind::ExportRequiresPro
        | ProblemKind::WatchlistQuotaExceeded
        | ProblemKind::WebhookQuotaExceeded
        | ProblemKind::DatasetNotFound
        | ProblemKind::NoActiveSecret => problem.kind().suggestion(),
        ProblemKind::NotAValidHostname | ProblemKind::HostnameTooLong => {
            "Write the host alone, such as casino.example, without scheme, path or port."
        }
        ProblemKind::InvalidUrl | ProblemKind::InvalidScheme | ProblemKind::EmptyHost => {
            "Write an https address of at most 2048 characters."
        }
        ProblemKind::BlockedHostname
        | ProblemKind::UnresolvableHost
        | ProblemKind::PrivateIpBlocked => "Write the address of a host on the public internet.",
        ProblemKind::InvalidSlug | ProblemKind::OperatorNotFound => {
            "The page Operators finds an operator; its slug ends the address of its page."
        }
        _ => match problem.field()? {
            "as_of" => "Write a day such as 2026-03-01, not in the future.",
            "license_number" => "Write the licence number as the register prints it.",
            "since" | "until" => "Write the time in UTC, such as 2026-11-01T06:00:00Z.",
            _ => return None,
        },
    })
}
