//! Queries and paths that cannot be read, in process: a refusal each, never a failure.

use std::sync::Arc;

use licence_core::account::plan::Plan;
use licence_server::http::Request;
use licence_server::{App, AppState, Routes};
use serde_json::Value;

use super::support::{assert_error, sample_store};
use crate::callers::{bearer, key_on};

/// The API, and the key of a caller without limits.
async fn api() -> (App<impl Routes>, String) {
    let clock = || "2026-11-01T06:00:00Z".parse().unwrap();
    let store = sample_store().await;
    let key = key_on(&store, Plan::Enterprise).await;
    (licence_server::app(AppState::new(store).with_clock(Arc::new(clock))), key)
}

async fn get<R: Routes>(app: &(App<R>, String), target: &str) -> (u16, Value) {
    let (app, key) = app;
    let request = Request::get(target).header("authorization", bearer(key));
    let request = request.body(String::new()).unwrap();
    let response = app.fetch(request).await;
    assert_eq!(response.headers()["content-type"], "application/json");
    (response.status().as_u16(), serde_json::from_slice(response.body()).unwrap())
}

#[tokio::test]
async fn what_cannot_be_checked_is_refused() {
    let app = api().await;
    let long = "a".repeat(65_000);
    let long_domain = format!("domain={long}");
    let long_number = format!("license_number={long}");
    let long_escapes = format!("domain={}", "%61".repeat(21_000));
    for (query, reason, field) in [
        ("", "missing_required_parameter", None),
        ("other=1", "missing_required_parameter", None),
        ("Domain=bet365.com", "missing_required_parameter", None),
        ("domain=a.example&license_number=1", "conflicting_parameters", None),
        ("domain=&license_number=1", "conflicting_parameters", None),
        ("domain=a.example&domain=a.example", "invalid_input", Some("domain")),
        ("license_number=1&license_number=1", "invalid_input", Some("license_number")),
        ("domain=", "not_a_valid_hostname", Some("domain")),
        ("domain", "not_a_valid_hostname", Some("domain")),
        ("domain=https://a.example", "not_a_valid_hostname", Some("domain")),
        ("domain=localhost", "not_a_valid_hostname", Some("domain")),
        ("domain=a+b.example", "not_a_valid_hostname", Some("domain")),
        ("domain=a.example%0A", "", None),
        ("domain=a%0Ab.example", "not_a_valid_hostname", Some("domain")),
        ("domain=a.example%00", "invalid_input", Some("domain")),
        ("domain=%FF", "invalid_input", Some("domain")),
        ("domain=%C0%AF", "invalid_input", Some("domain")),
        ("domain=%ED%A0%80", "invalid_input", Some("domain")),
        ("domain=a.example%", "invalid_input", Some("domain")),
        ("domain=a.example%4", "invalid_input", Some("domain")),
        ("domain=a.example%4x", "invalid_input", Some("domain")),
        ("license_number=", "invalid_input", Some("license_number")),
        ("license_number=%00", "invalid_input", Some("license_number")),
        ("license_number=%FF", "invalid_input", Some("license_number")),
        ("domain=a.example&%FF=1", "invalid_input", None),
        ("domain=a.example&x=%FF", "invalid_input", Some("x")),
        ("domain=a.example&as_of=", "invalid_input", Some("as_of")),
        ("domain=a.example&as_of=2026-02-30", "invalid_input", Some("as_of")),
        ("domain=a.example&as_of=2026-01-01T00:00:00", "invalid_input", Some("as_of")),
        ("domain=a.example&as_of=2999-01-01", "invalid_input", Some("as_of")),
        (&long_domain, "hostname_too_long", Some("domain")),
        (&long_escapes, "hostname_too_long", Some("domain")),
        (&long_number, "invalid_input", Some("license_number")),
    ] {
        let (status, body) = get(&app, &format!("/v1/check?{query}")).await;
        let query = &query[..query.len().min(80)];
        if reason.is_empty() {
            assert_eq!(status, 200, "{query}");
            continue;
        }
        assert_eq!(status, 400, "{query}");
        let details = assert_error(&body, "invalid_query", reason);
        assert_eq!(details.get("field").and_then(Value::as_str), field, "{query}");
    }
}

#[tokio::test]
async fn what_can_be_read_is_answered() {
    let app = api().await;
    for target in [
        "/v1/check?domain=a.example",
        "/v1/check?&domain=a.example&&unknown=1&unknown=2",
        "/v1/check?%64omain=%61.example",
        "/v1/%63heck?domain=a.example",
        "/v1/check?domain=b%C3%BCcher.example",
        "/v1/check?license_number=1+2%2B3",
        "http://host.example/v1/check?domain=a.example",
    ] {
        assert_eq!(get(&app, target).await.0, 200, "{target}");
    }
    assert_eq!(get(&app, "/v1/health?x=%FF").await.0, 200);
}

#[tokio::test]
async fn no_byte_makes_the_service_fail() {
    let app = api().await;
    for byte in 0..=255 {
        for target in [
            format!("/v1/check?domain=%{byte:02X}.example"),
            format!("/v1/check?license_number=A-%{byte:02x}"),
            format!("/v1/check?domain=a.example&%{byte:02x}"),
            format!("/v1/check%{byte:02X}"),
            format!("/v1/%{byte:02X}/x"),
        ] {
            let (status, body) = get(&app, &target).await;
            assert!(matches!(status, 200 | 400 | 404), "{target}: {body}");
        }
    }
}

#[tokio::test]
async fn a_path_that_cannot_be_read_is_refused() {
    let app = api().await;
    for path in ["/v1/%", "/v1/%00", "/%FF", "/v1/check%C0%AF", "/v1/check/%zz"] {
        let (status, body) = get(&app, path).await;
        assert_eq!(status, 400, "{path}");
        assert_eq!(assert_error(&body, "invalid_query", "invalid_input").get("field"), None);
    }
    for path in ["/v1%2Fcheck", "/v1/check%20", "/b%C3%BCcher", "/v1/check%2F"] {
        assert_eq!(get(&app, path).await.0, 404, "{path}");
    }
}
