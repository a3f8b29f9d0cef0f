//! The routes of the lookups: who gets which body, and which input is refused as what
//! (specification 4.1 and 7).

use std::sync::Arc;

use licence_core::account::plan::Plan;
use licence_server::http::Request;
use licence_server::{App, AppState, Routes};
use serde_json::Value;

use crate::support::callers::{bearer, key_on};
use crate::support::readings::{FreshStore, fresh_store, now};

const OPERATOR: &str = "/v1/operators/harbour-lantern-gaming-limited";

async fn sample() -> (FreshStore, String, App<impl Routes>) {
    let store = fresh_store().await;
    store.apply_sample(now()).await.unwrap();
    let key = key_on(&store, Plan::Business).await;
    let app = licence_server::app(AppState::new((*store).clone()).with_clock(Arc::new(now)));
    (store, key, app)
}

/// Status and body.
async fn get(app: &App<impl Routes>, key: Option<&str>, target: &str) -> (u16, Value) {
    let mut request = Request::builder().uri(target);
    if let Some(key) = key {
        request = request.header("authorization", bearer(key));
    }
    let reply = app.fetch(request.body(String::new()).unwrap()).await;
    (reply.status().as_u16(), serde_json::from_slice(reply.body()).unwrap())
}

#[tokio::test]
async fn every_route_answers_with_its_body() {
    let (_store, key, app) = sample().await;
    let (_, operator) = get(&app, Some(&key), OPERATOR).await;
    let id = operator["licenses"][1]["id"].as_str().unwrap();
    for (target, pointer, expected) in [
        ("/v1/jurisdictions".to_owned(), "/jurisdictions/0/code", "UKGC"),
        ("/v1/jurisdictions/cw".to_owned(), "/code", "CW"),
        ("/v1/jurisdictions/Mga/operators?limit=200".to_owned(), "/jurisdiction_code", "MGA"),
        ("/v1/operators/search?q=LANTERN".to_owned(), "/q", "LANTERN"),
        (
            OPERATOR.to_uppercase().replace("/V1/OPERATORS", "/v1/operators"),
            "/operator/country",
            "",
        ),
        (format!("{OPERATOR}?as_of=2026-11-01"), "/licenses/0/as_of/knowledge", "observed"),
        (format!("{OPERATOR}/licenses"), "/licenses/0/history", ""),
        (
            format!("{OPERATOR}/licenses?include_history=true"),
            "/licenses/0/history/0/change_type",
            "created",
        ),
        (format!("{OPERATOR}/regulatory-actions?sort=type_asc"), "/sort", "type_asc"),
        (format!("/v1/licenses/{}", id.to_uppercase()), "/id", id),
        (format!("/v1/licenses/{id}?as_of=2026-10-01"), "/as_of/knowledge", "before_tracking"),
        (format!("/v1/licenses/{id}/history"), "/history/0/change_type", "created"),
    ] {
        let (status, body) = get(&app, Some(&key), &target).await;
        let found = body.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        assert_eq!((status, found), (200, expected), "{target}: {body:#}");
    }
}

#[tokio::test]
async fn a_search_without_a_key_gives_three_rows_at_most() {
    let (_store, key, app) = sample().await;
    for (query, keyless, keyed) in
        [("", 3, 20), ("&limit=2", 2, 2), ("&limit=50", 3, 50), ("&limit=1000", 3, 100)]
    {
        let target = format!("/v1/operators/search?q=a{query}");
        for (key, limit) in [(None, keyless), (Some(key.as_str()), keyed)] {
            let (status, body) = get(&app, key, &target).await;
            assert_eq!((status, &body["limit"]), (200, &limit.into()), "{target}");
            let rows = body["operators"].as_array().unwrap().len() as u64;
            assert_eq!(rows, body["total"].as_u64().unwrap().min(limit), "{target}");
        }
    }
}

#[tokio::test]
async fn every_bad_input_is_refused_as_its_row_says() {
    let (_store, key, app) = sample().await;
    let long = format!("/v1/operators/{}", "a".repeat(101));
    let query = "400 invalid_query invalid_input";
    let slug = "400 invalid_slug invalid_input slug";
    for (target, expected) in [
        ("/v1/operators/search", format!("{query} q")),
        ("/v1/operators/search?q=", format!("{query} q")),
        ("/v1/operators/search?q=a&q=b", format!("{query} q")),
        ("/v1/operators/search?q=a&limit=0", format!("{query} limit")),
        ("/v1/operators/search?q=a&limit=x", format!("{query} limit")),
        ("/v1/operators/search?q=a&offset=-1", format!("{query} offset")),
        ("/v1/operators//licenses", slug.to_owned()),
        ("/v1/operators/a_b", slug.to_owned()),
        ("/v1/operators/%C3%BC/regulatory-actions", slug.to_owned()),
        (&long, slug.to_owned()),
        ("/v1/operators/nobody?as_of=2999-01-01", format!("{query} as_of")),
        ("/v1/operators/nobody?as_of=yesterday", format!("{query} as_of")),
        ("/v1/operators/nobody/licenses?include_history=maybe", format!("{query} include_history")),
        ("/v1/operators/nobody/regulatory-actions?limit=101", format!("{query} limit")),
        ("/v1/operators/nobody/regulatory-actions?offset=", format!("{query} offset")),
        ("/v1/operators/nobody/regulatory-actions?sort=date", format!("{query} sort")),
        ("/v1/operators/nobody", "404 not_found operator_not_found ".to_owned()),
        ("/v1/operators/nobody/licenses", "404 not_found operator_not_found ".to_owned()),
        ("/v1/operators/nobody/regulatory-actions", "404 not_found operator_not_found ".to_owned()),
        ("/v1/jurisdictions/U-K", "400 invalid_jurisdiction_code invalid_input code".to_owned()),
        ("/v1/jurisdictions/x", "400 invalid_jurisdiction_code invalid_input code".to_owned()),
        ("/v1/jurisdictions/XX", "404 not_found jurisdiction_not_found ".to_owned()),
        ("/v1/jurisdictions/XX/operators", "404 not_found jurisdiction_not_found ".to_owned()),
        (
            "/v1/jurisdictions/CW/operators?limit=201",
            "400 invalid_pagination invalid_input limit".to_owned(),
        ),
        (
            "/v1/jurisdictions/XX/operators?offset=-1",
            "400 invalid_pagination invalid_input offset".to_owned(),
        ),
        ("/v1/licenses/1", "400 invalid_license_id invalid_input license_id".to_owned()),
        ("/v1/licenses/1/history", "400 invalid_license_id invalid_input license_id".to_owned()),
        (
            "/v1/licenses/6c58799f-f5f4-4d86-a53d-7fdc3e142770",
            "404 not_found license_not_found ".to_owned(),
        ),
        (
            "/v1/licenses/6c58799f-f5f4-4d86-a53d-7fdc3e142770/history",
            "404 not_found license_not_found ".to_owned(),
        ),
    ] {
        let (status, body) = get(&app, Some(&key), target).await;
        let text = |pointer| body.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let (code, reason) = (text("/code"), text("/details/reason"));
        let found = format!("{status} {code} {reason} {}", text("/details/field"));
        assert_eq!(found, expected, "{target}: {body:#}");
    }
}
