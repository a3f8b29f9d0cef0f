//! The refusals of the API (specification 2.16 and 7).

use std::time::Duration;

use licence_core::connector::CallRefusal;
use licence_core::problem::ProblemKind;
use licence_core::time::Timestamp;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use serde::Deserialize;

use crate::exit::{Exit, Failure, Refusal, shorten};
use crate::output::style::plain;

#[derive(Deserialize)]
struct Body {
    error: String,
    code: String,
    details: Details,
}

#[derive(Deserialize)]
struct Details {
    reason: String,
    field: Option<String>,
    suggestion: Option<String>,
    reset_at: Option<Timestamp>,
}

/// Returns how long the refusal lasts: `Retry-After` in seconds, else until `reset_at`.
pub(super) fn wait(headers: &HeaderMap, body: &[u8], now: Option<Timestamp>) -> Option<Duration> {
    let asked = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    asked.map(Duration::from_secs).or_else(|| {
        let reset_at = serde_json::from_slice::<Body>(body).ok()?.details.reset_at?;
        Some(reset_at.duration_since(now?))
    })
}

/// Returns the failure that a command ends with.
pub(super) fn failure(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Failure {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let request_id = header("x-request-id").map(plain);
    let refusal = match serde_json::from_slice::<Body>(body) {
        Ok(body) => api_refusal(status, body),
        Err(_) => foreign_refusal(status, header(LOCATION.as_str())),
    };
    Failure::refused(Refusal { request_id, ..refusal })
}

fn api_refusal(status: StatusCode, body: Body) -> Refusal {
    let Body { error, code, details } = body;
    let for_assistants = CallRefusal {
        error: error.clone(),
        code: code.clone(),
        reason: details.reason.clone(),
        field: None,
        suggestion: details.suggestion.clone(),
        retry_at: details.reset_at,
    };
    let for_assistants = for_assistants.at_field(details.field.as_deref());
    let field = details.field.map(|field| format!(", field {}", plain(&shorten(&field))));
    let field = field.unwrap_or_default();
    // A server without the route looked nothing up: it is of another version, or another path.
    let exit = match details.reason == ProblemKind::RouteNotFound.reason() {
        true => Exit::Failed,
        false => Exit::from_status(status.as_u16()),
    };
    Refusal {
        exit,
        error: plain(&error),
        reason: Some(format!("{} ({}){field}", plain(&details.reason), plain(&code))),
        until: details.reset_at,
        suggestion: details.suggestion.as_deref().map(plain),
        request_id: None,
        for_assistants: Some(for_assistants),
    }
}

/// Returns the refusal of a server that is not the API, or an API that this version does not know.
fn foreign_refusal(status: StatusCode, location: Option<&str>) -> Refusal {
    let error = match location {
        Some(location) => format!(
            "The server answered {status} and points to {}; no redirect is followed with a key.",
            plain(&shorten(location))
        ),
        None => format!("The server answered {status}, without an error of the API."),
    };
    let suggestion = "Check that --server is the address of the service; licence doctor tests it.";
    // A proxy may refuse a key or limit requests. Its other statuses say nothing about the request.
    let exit = match Exit::from_status(status.as_u16()) == Exit::Refused {
        true => Exit::Refused,
        false => Exit::Failed,
    };
    Refusal::local(exit, error, Some(suggestion.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moment_is_that_of_the_header_or_of_the_body() {
        let now: Option<Timestamp> = "2026-11-01T06:00:00Z".parse().ok();
        let body = |reset_at: &str| {
            format!(
                r#"{{"error":"e","code":"rate_limited","details":{{"reason":"r","reset_at":"{reset_at}"}}}}"#
            )
        };
        let after = |seconds: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, seconds.parse().unwrap());
            headers
        };
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        let soon = body("2026-11-01T06:00:30Z");
        assert_eq!(wait(&HeaderMap::new(), soon.as_bytes(), now), seconds(30));
        assert_eq!(wait(&after("7"), soon.as_bytes(), now), seconds(7));
        assert_eq!(wait(&after("soon"), soon.as_bytes(), now), seconds(30));
        assert_eq!(
            wait(&HeaderMap::new(), body("2026-11-01T05:00:00Z").as_bytes(), now),
            seconds(0)
        );
        assert_eq!(wait(&HeaderMap::new(), b"<html>", now), None);
    }
}
