//! Refusals and failures: the one table of status, code and reason (specification 2.16 and 7).

use std::borrow::Cow;
use std::error::Error;

use serde::Serialize;
use warp::http::header::{ALLOW, HeaderValue};
use warp::http::{Method, StatusCode};

use crate::reply::{self, Response};

/// A row of the specification's section 7: what decides status, `code` and `details.reason`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A query parameter or a path is malformed, repeated or not available.
    InvalidInput,
    /// `domain` is no bare hostname.
    NotAValidHostname,
    /// `domain` is longer than 253 characters.
    HostnameTooLong,
    /// Neither `domain` nor `license_number` is given.
    MissingRequiredParameter,
    /// Both are given.
    ConflictingParameters,
    /// No such route.
    RouteNotFound,
    /// The route takes other methods.
    MethodNotAllowed,
    /// The service failed.
    InternalError,
}

impl Row {
    /// Every row this server can answer with, in the order of the specification.
    pub const ALL: &'static [Self] = &[
        Self::InvalidInput,
        Self::NotAValidHostname,
        Self::HostnameTooLong,
        Self::MissingRequiredParameter,
        Self::ConflictingParameters,
        Self::RouteNotFound,
        Self::MethodNotAllowed,
        Self::InternalError,
    ];

    /// Status, `code` and `details.reason`.
    pub const fn columns(self) -> (StatusCode, &'static str, &'static str) {
        const BAD: StatusCode = StatusCode::BAD_REQUEST;
        match self {
            Self::InvalidInput => (BAD, "invalid_query", "invalid_input"),
            Self::NotAValidHostname => (BAD, "invalid_query", "not_a_valid_hostname"),
            Self::HostnameTooLong => (BAD, "invalid_query", "hostname_too_long"),
            Self::MissingRequiredParameter => (BAD, "invalid_query", "missing_required_parameter"),
            Self::ConflictingParameters => (BAD, "invalid_query", "conflicting_parameters"),
            Self::RouteNotFound => (StatusCode::NOT_FOUND, "not_found", "route_not_found"),
            Self::MethodNotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "method_not_allowed")
            }
            Self::InternalError => {
                (StatusCode::INTERNAL_SERVER_ERROR, "server_error", "internal_error")
            }
        }
    }

    /// What to do about it, where a problem does not say it better.
    const fn suggestion(self) -> &'static str {
        match self {
            Self::InvalidInput => "Correct the request and send it again.",
            Self::NotAValidHostname => {
                "Send the bare hostname, such as example.com, without scheme, path or port."
            }
            Self::HostnameTooLong => "Send a hostname of at most 253 characters.",
            Self::MissingRequiredParameter => {
                "Add domain=<hostname> or license_number=<number> to the query."
            }
            Self::ConflictingParameters => "Send either domain or license_number, one a request.",
            Self::RouteNotFound => {
                "Check the path: it starts with /v1, is case-sensitive and has no trailing slash."
            }
            Self::MethodNotAllowed => "Use one of the methods of the Allow header.",
            Self::InternalError => {
                "Try again after 1, 2 and 4 seconds; name the X-Request-Id when reporting it."
            }
        }
    }
}

/// A request that was refused or failed: its row, and what is particular to it.
#[derive(Debug)]
pub struct Problem {
    row: Row,
    error: Cow<'static, str>,
    field: Option<String>,
    suggestion: &'static str,
    allow: Option<&'static str>,
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Problem {
    /// A problem of this row, in words for people: the value, the rule and the limit.
    pub fn new(row: Row, error: impl Into<Cow<'static, str>>) -> Self {
        let error = error.into();
        Self { row, error, field: None, suggestion: row.suggestion(), allow: None, cause: None }
    }

    /// A failure of the service. Callers get a fixed text; the cause goes to the log.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let problem = Self::new(Row::InternalError, "The service failed to answer this request.");
        Self { cause: Some(cause.into()), ..problem }
    }

    /// No route has this path.
    pub fn route_not_found(path: &str) -> Self {
        Self::new(Row::RouteNotFound, format!("No route has the path {}.", shown(path)))
    }

    /// The path has a route, for other methods: `allow` lists them.
    pub fn method_not_allowed(method: &Method, path: &str, allow: &'static str) -> Self {
        let (method, path) = (shown(method.as_str()), shown(path));
        let error = format!("{path} does not take the method {method}; it takes {allow}.");
        Self { allow: Some(allow), ..Self::new(Row::MethodNotAllowed, error) }
    }

    /// Names the input at fault.
    pub fn in_field(self, field: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    /// Replaces the row's suggestion by a better one.
    pub fn suggesting(self, suggestion: &'static str) -> Self {
        Self { suggestion, ..self }
    }

    /// The reply to the caller. The cause of a failure is logged here, and nowhere else.
    pub(crate) fn into_response(self, request_id: &HeaderValue) -> Response {
        if let Some(cause) = &self.cause {
            let request_id = request_id.to_str().unwrap_or_default();
            tracing::error!(request_id, cause = chain(cause.as_ref()), "a request failed");
        }
        let mut response = reply::error(self.row.columns().0, &self.body());
        if let Some(allow) = self.allow {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static(allow));
        }
        response
    }

    /// The body alone, for a reply that is written without a route.
    pub(crate) fn into_body(self) -> Vec<u8> {
        reply::to_bytes(&self.body())
    }

    fn body(&self) -> Body<'_> {
        let (_, code, reason) = self.row.columns();
        let field = self.field.as_deref();
        let details = Details { reason, field, suggestion: self.suggestion };
        Body { error: &self.error, code, details }
    }
}

#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
    code: &'static str,
    details: Details<'a>,
}

#[derive(Serialize)]
struct Details<'a> {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    suggestion: &'static str,
}

/// The most characters of a caller's value that an error text repeats.
const SHOWN_CHARS: usize = 80;

/// A caller's value as an error text may repeat it: quoted, shortened, control characters
/// escaped.
pub(crate) fn shown(value: &str) -> String {
    match value.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{:?}…", &value[..end]),
        None => format!("{value:?}"),
    }
}

/// An error and its sources in one line.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_specifications() {
        let table: Vec<_> = Row::ALL
            .iter()
            .map(|row| {
                let (status, code, reason) = row.columns();
                format!("{} {code} {reason}", status.as_u16())
            })
            .collect();
        assert_eq!(
            table,
            [
                "400 invalid_query invalid_input",
                "400 invalid_query not_a_valid_hostname",
                "400 invalid_query hostname_too_long",
                "400 invalid_query missing_required_parameter",
                "400 invalid_query conflicting_parameters",
                "404 not_found route_not_found",
                "405 method_not_allowed method_not_allowed",
                "500 server_error internal_error",
            ]
        );
    }

    #[test]
    fn values_are_shown_quoted_shortened_and_escaped() {
        assert_eq!(shown("bet\n\u{7}"), r#""bet\n\u{7}""#);
        assert_eq!(shown(&"é".repeat(80)), format!("\"{}\"", "é".repeat(80)));
        assert_eq!(shown(&"é".repeat(81)), format!("\"{}\"…", "é".repeat(80)));
    }
}
