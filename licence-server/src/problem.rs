//! Refusals and failures, in the one form of specification 2.16.

mod body;
mod request_error;
mod response;

use std::borrow::Cow;
use std::error::Error;
use std::fmt::Display;

use licence_core::account::plan::Cap;
use licence_core::request::quoted;
use licence_core::time::Timestamp;
use licence_store::StoreError;
use warp::http::Method;

pub(crate) use body::ErrorBody;
pub use licence_core::problem::ProblemKind;

/// The `Retry-After` while the database is away.
const DATABASE_RETRY_SECONDS: u64 = 5;
/// The `Retry-After` while the server sheds requests.
const OVERLOAD_RETRY_SECONDS: u64 = 5;

/// A request that was refused or failed: the problem kind and the problem details.
#[derive(Debug)]
pub struct Problem(Box<ProblemDetails>);

/// In a box, because every handler's result has room for a problem.
#[derive(Debug)]
struct ProblemDetails {
    kind: ProblemKind,
    error: Cow<'static, str>,
    field: Option<String>,
    suggestion: Cow<'static, str>,
    /// What a visitor of a page can do; suggestions are for programs.
    hint: Option<&'static str>,
    limited: Option<LimitDetails>,
    plan_tier: Option<&'static str>,
    required_plan: Option<&'static str>,
    retry_after: Option<u64>,
    allow: Option<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

/// The use of the limit that refused a request.
#[derive(Clone, Copy, Debug)]
pub struct LimitDetails {
    /// How much of the limit is used.
    pub current_usage: u64,
    /// The limit.
    pub limit: Cap,
    /// When the limit resets; `None` for a limit of stored things, such as a watchlist.
    pub reset_at: Option<Timestamp>,
}

impl Problem {
    /// Returns a problem of this kind; `error` names the value, the rule and the limit.
    pub fn new(kind: ProblemKind, error: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(ProblemDetails {
            kind,
            error: error.into(),
            field: None,
            suggestion: kind.suggestion().into(),
            hint: None,
            limited: None,
            plan_tier: None,
            required_plan: None,
            retry_after: None,
            allow: None,
            cause: None,
        }))
    }

    /// Returns a problem of input that cannot be read; `error` as above.
    pub(crate) fn invalid_input(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ProblemKind::InvalidInput, error)
    }

    /// Returns a problem of a field that cannot be read for this reason.
    pub(crate) fn invalid_field(field: &'static str, why: impl Display) -> Self {
        Self::invalid_input(format!("{field}: {why}.")).in_field(field)
    }

    fn with(mut self, change: impl FnOnce(&mut ProblemDetails)) -> Self {
        change(&mut self.0);
        self
    }

    /// Returns a failure of the service. Callers get a fixed text; the cause goes to the log. A
    /// database that cannot be reached is a problem kind of its own, because callers may retry.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let problem = match cause.downcast_ref::<StoreError>() {
            Some(error) if error.is_database_away() => Self::database_away(),
            Some(StoreError::WriterBusy { seconds }) => Self::database_unavailable(format!(
                "Another write holds the database, and did not end within {seconds} s."
            )),
            Some(StoreError::Disk { .. } | StoreError::Unusable { .. }) => {
                Self::database_unavailable(
                    "The service cannot use its database at the moment: it may take no writes.",
                )
            }
            _ => {
                Self::new(ProblemKind::InternalError, "The service failed to answer this request.")
            }
        };
        problem.with(|it| it.cause = Some(cause))
    }

    /// Returns the problem of a database that cannot be reached.
    pub(crate) fn database_away() -> Self {
        Self::database_unavailable("The service cannot reach its database at the moment.")
    }

    /// Returns the problem of a request that a server that stops could not answer in time.
    pub(crate) fn stopping() -> Self {
        Self::database_unavailable("The server stops, and could not answer this request in time.")
    }

    /// Returns the problem of a database that cannot be used for now.
    fn database_unavailable(error: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ProblemKind::DatabaseUnavailable, error).retry_after(DATABASE_RETRY_SECONDS)
    }

    /// Returns whether the database cannot be reached.
    pub(crate) fn is_of_absent_database(&self) -> bool {
        let cause = self.0.cause.as_ref().and_then(|cause| cause.downcast_ref());
        self.kind() == ProblemKind::DatabaseUnavailable
            && cause.is_none_or(StoreError::is_database_away)
    }

    /// Returns the problem of a server with too many requests without a key.
    pub(crate) fn overloaded() -> Self {
        let error = "The server has more requests without a key than it can answer.";
        Self::new(ProblemKind::ServiceOverloaded, error)
            .retry_after(OVERLOAD_RETRY_SECONDS)
            .suggesting("Try again after the seconds of Retry-After, or send an API key.")
    }

    /// Returns the problem of a path that no route has.
    pub fn route_not_found(path: &str) -> Self {
        Self::new(ProblemKind::RouteNotFound, format!("No route has the path {}.", quoted(path)))
    }

    /// Returns the problem of a path whose routes are for other methods, which `allow` lists.
    pub fn method_not_allowed(method: &Method, path: &str, allow: String) -> Self {
        let (method, path) = (quoted(method.as_str()), quoted(path));
        let error = format!("{path} does not take the method {method}; it takes {allow}.");
        Self::new(ProblemKind::MethodNotAllowed, error).with(|it| it.allow = Some(allow))
    }

    pub(crate) fn kind(&self) -> ProblemKind {
        self.0.kind
    }

    pub(crate) fn with_kind(self, kind: ProblemKind) -> Self {
        self.with(|it| it.kind = kind)
    }

    /// Names the input at fault.
    pub fn in_field(self, field: impl Into<String>) -> Self {
        self.with(|it| it.field = Some(field.into()))
    }

    /// Replaces the kind's suggestion by a better one.
    pub fn suggesting(self, suggestion: impl Into<Cow<'static, str>>) -> Self {
        self.with(|it| it.suggestion = suggestion.into())
    }

    /// Adds what a visitor of a page can do.
    pub(crate) fn with_hint(self, hint: &'static str) -> Self {
        self.with(|it| it.hint = Some(hint))
    }

    /// Adds the use of the limit that refused the request.
    pub fn limited(self, details: LimitDetails) -> Self {
        self.with(|it| it.limited = Some(details))
    }

    /// Names the plan that decided.
    pub fn with_plan_tier(self, plan_tier: &'static str) -> Self {
        self.with(|it| it.plan_tier = Some(plan_tier))
    }

    /// Names the plan that the request needs.
    pub fn requiring_plan(self, required_plan: &'static str) -> Self {
        self.with(|it| it.required_plan = Some(required_plan))
    }

    /// Asks the caller to try again after this many seconds.
    pub fn retry_after(self, seconds: u64) -> Self {
        self.with(|it| it.retry_after = Some(seconds))
    }

    /// Returns the sentence that names the value, the rule and the limit.
    pub(crate) fn error(&self) -> &str {
        &self.0.error
    }

    /// Returns the name of the input at fault.
    pub(crate) fn field(&self) -> Option<&str> {
        self.0.field.as_deref()
    }

    /// Returns what the program that called can do.
    pub(crate) fn suggestion(&self) -> &str {
        &self.0.suggestion
    }

    /// Returns what a visitor of a page can do, if its page says so.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        self.0.hint
    }

    /// Returns the seconds after which the caller may try again, if the problem names them.
    pub(crate) fn retry_seconds(&self) -> Option<u64> {
        self.0.retry_after
    }

    /// Returns when the limit that refused the request resets.
    pub(crate) fn reset_at(&self) -> Option<Timestamp> {
        self.0.limited.and_then(|details| details.reset_at)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_is_held_is_no_absent_one() {
        let busy = Problem::internal(StoreError::WriterBusy { seconds: 30 });
        assert!(!busy.is_of_absent_database(), "others can still read");
        let full = Problem::internal(StoreError::Disk { why: "no space left".to_owned() });
        assert!(!full.is_of_absent_database(), "all can still read");
        let url = "postgres://db.example/licences".to_owned();
        let away = StoreError::DatabaseUnavailable { url, why: "refused".to_owned() };
        let away = Problem::internal(away);
        assert!(away.is_of_absent_database() && Problem::database_away().is_of_absent_database());
        for problem in [&busy, &full, &away] {
            assert_eq!(problem.kind(), ProblemKind::DatabaseUnavailable);
            assert_eq!(problem.0.retry_after, Some(DATABASE_RETRY_SECONDS));
        }
        assert!(busy.error().contains("did not end within 30 s"), "{}", busy.error());
    }
}
