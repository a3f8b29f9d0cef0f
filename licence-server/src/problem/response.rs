//! The reply that describes a problem to a caller.

use std::error::Error;

use warp::http::StatusCode;
use warp::http::header::{ALLOW, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};

use super::Problem;
use crate::reply::{self, Response};

impl Problem {
    pub(crate) fn status(&self) -> StatusCode {
        let (status, ..) = self.kind().columns();
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Logs the cause of a failure. Only the makers of replies call this, so a failure is logged once.
    pub(crate) fn log_cause(&self, request_id: &HeaderValue) {
        if let Some(cause) = &self.0.cause {
            let request_id = request_id.to_str().unwrap_or_default();
            tracing::error!(request_id, cause = chain(cause.as_ref()), "a request failed");
        }
    }

    /// Returns the reply to the caller.
    pub(crate) fn into_response(self, request_id: &HeaderValue) -> Response {
        self.log_cause(request_id);
        let Self(it) = &self;
        let status = self.status();
        let mut response = reply::with_body(status, self.body_bytes());
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(WWW_AUTHENTICATE, scheme);
        }
        if let Some(seconds) = it.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if let Some(allow) = it.allow.as_deref().and_then(|allow| HeaderValue::try_from(allow).ok())
        {
            response.headers_mut().insert(ALLOW, allow);
        }
        response
    }
}

/// Returns an error and its sources in one line.
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
    use crate::problem::ProblemKind;

    #[test]
    fn the_table_is_the_specifications() {
        let line = |kind: &ProblemKind| {
            let (_, code, reason) = kind.columns();
            let status = Problem::new(*kind, "").status().as_u16();
            format!("{status} {code} {reason}\n    {}\n", kind.suggestion())
        };
        let table: String = ProblemKind::ALL.iter().map(line).collect();
        insta::assert_snapshot!("rows_of_section_7", table);
    }
}
