//! Whole responses of the real router, as a client sees them.

use std::sync::Arc;

use licence_core::account::plan::Plan;
use licence_server::http::Request;
use licence_server::{AppState, Routes};

use crate::support::callers::{bearer, key_on};
use crate::support::described::{DESCRIPTION, Response};
use crate::support::readings::{fresh_store, now};

/// Status, the headers that say something, and the body, laid out for reading.
async fn response(
    app: &licence_server::App<impl Routes>,
    key: Option<&str>,
    method: &str,
    target: &str,
) -> String {
    let mut request = Request::builder().method(method).uri(target);
    if let Some(key) = key {
        request = request.header("authorization", bearer(key));
    }
    let request = request.body(String::new()).unwrap();
    let reply = app.fetch(request).await;
    DESCRIPTION.assert_foresees(&Response::new(method, target, &reply));
    let mut text = format!("{method} {target}\n{}\n", reply.status());
    let mut headers: Vec<String> = reply
        .headers()
        .iter()
        .map(|(name, value)| match name.as_str() {
            // Another version of the hash makes another tag of the same answer.
            "etag" => "etag: W/\"…\"".to_owned(),
            name => format!("{name}: {}", value.to_str().unwrap()),
        })
        .collect();
    headers.sort();
    text.push_str(&headers.join("\n"));
    if let Ok(body) = serde_json::from_slice::<serde_json::Value>(reply.body()) {
        // The order of the members is part of what is promised; a sorted map would hide it.
        let members: Vec<String> = member_names(reply.body());
        text.push_str(&format!("\n{}\n{body:#}\n", members.join(" ")));
    }
    text
}

/// The names of the top-level members, in their order.
fn member_names(body: &[u8]) -> Vec<String> {
    let (mut depth, mut names, text) = (0, Vec::new(), std::str::from_utf8(body).unwrap());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}', '[', ']', '"']) {
        let (symbol, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = after;
        match symbol {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {
                let mut end = 0;
                while after.as_bytes()[end] != b'"' {
                    end += 1 + usize::from(after.as_bytes()[end] == b'\\');
                }
                rest = &after[end + 1..];
                if depth == 1 && rest.starts_with(':') {
                    names.push(after[..end].to_owned());
                }
            }
        }
    }
    names
}

#[tokio::test]
async fn every_kind_of_answer_and_refusal() {
    let store = fresh_store().await;
    store.apply_sample(now()).await.unwrap();
    let key = key_on(&store, Plan::Enterprise).await;
    let state =
        AppState::new((*store).clone()).with_clock(Arc::new(now)).with_random(Arc::new(|| [7; 16]));
    let app = licence_server::app(state);
    for (name, method, target) in [
        ("licensed_in_two_jurisdictions", "GET", "/v1/check?domain=www.lanternspin.example"),
        ("provisional", "GET", "/v1/check?domain=ambertoucan.example"),
        ("not_active", "GET", "/v1/check?domain=marrowthistle.example"),
        ("delisted", "GET", "/v1/check?domain=oldbrindle.example"),
        ("related", "GET", "/v1/check?domain=tidegate.example"),
        ("name", "GET", "/v1/check?domain=zephyrazure.test"),
        ("look_alike", "GET", "/v1/check?domain=lantern5pin.test"),
        ("generic", "GET", "/v1/check?domain=casino.test"),
        ("not_found", "GET", "/v1/check?domain=diabetes.test"),
        ("licence_number", "GET", "/v1/check?license_number=090114-R-391114-012"),
        ("as_of_today", "GET", "/v1/check?domain=lanternspin.example&as_of=2026-11-01"),
        (
            "as_of_before",
            "GET",
            "/v1/check?domain=lanternspin.example&as_of=2026-10-31T23:59:59+02:00",
        ),
        ("as_of_nobody", "GET", "/v1/check?domain=diabetes.test&as_of=2026-11-01"),
        ("as_of_future", "GET", "/v1/check?domain=diabetes.test&as_of=2026-11-02"),
        ("no_parameter", "GET", "/v1/check"),
        ("both_parameters", "GET", "/v1/check?domain=a.example&license_number=1"),
        ("no_hostname", "GET", "/v1/check?domain=https://a.example"),
        ("nul", "GET", "/v1/check?domain=a%00.example"),
        ("no_route", "GET", "/v1/nothing"),
        ("other_method", "POST", "/v1/check"),
        ("head", "HEAD", "/v1/check?domain=casino.test"),
        ("health", "GET", "/v1/health"),
    ] {
        insta::assert_snapshot!(name, response(&app, Some(&key), method, target).await);
    }
}
