//! The description over HTTP: for programs and for people.

use licence_core::account::plan::Plans;
use licence_server::http::{HeaderMap, Request};
use licence_server::{App, AppState, Routes, openapi};

use crate::support::described::{DESCRIPTION, Response};
use crate::support::readings::fresh_store;

const BASE_URL: &str = "https://licence.example";

async fn app() -> App<impl Routes> {
    let store = fresh_store().await;
    licence_server::app(AppState::new((*store).clone()).with_base_url(BASE_URL))
}

/// Status, headers and body of a `GET` by somebody who holds this already.
async fn got(app: &App<impl Routes>, target: &str, held: &str) -> (u16, HeaderMap, String) {
    let request = Request::get(target).header("if-none-match", held);
    let reply = app.fetch(request.body(String::new()).unwrap()).await;
    if target != "/docs" {
        DESCRIPTION.assert_foresees(&Response::new("GET", target, &reply));
    }
    let body = String::from_utf8(reply.body().to_vec()).unwrap();
    (reply.status().as_u16(), reply.headers().clone(), body)
}

#[tokio::test]
async fn both_forms_are_served_and_held() {
    let app = app().await;
    let page = openapi::html(BASE_URL, &Plans::default());
    for (target, media_type, expected) in [
        ("/openapi.json", "application/json", openapi::json(BASE_URL)),
        ("/docs", "text/html; charset=utf-8", page),
    ] {
        let (status, headers, body) = got(&app, target, "\"other\"").await;
        assert_eq!((status, &headers["content-type"]), (200, &media_type.parse().unwrap()));
        assert_eq!(body, expected, "{target}");
        let tag = headers["etag"].to_str().unwrap();
        let (status, _, body) = got(&app, target, tag).await;
        assert_eq!((status, body.as_str()), (304, ""), "{target}");
    }
}

#[tokio::test]
async fn browsers_get_the_page_at_the_root_too() {
    let app = app().await;
    let page = openapi::html(BASE_URL, &Plans::default());
    for (accept, status) in [
        ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", 200),
        ("Text/HTML; q=0.5", 200),
        ("*/*", 404),
        ("application/json", 404),
    ] {
        let request = Request::get("/").header("accept", accept).body(String::new()).unwrap();
        let reply = app.fetch(request).await;
        assert_eq!(reply.status(), status, "{accept}");
        assert_eq!(reply.body() == page.as_bytes(), status == 200, "{accept}");
        let varies = reply.headers().get_all("vary").iter().any(|value| value == "accept");
        assert_eq!(varies, status == 200, "{accept}");
    }
    let request = Request::get("/").body(String::new()).unwrap();
    assert_eq!(app.fetch(request).await.status(), 404);
}

#[tokio::test]
async fn the_page_may_do_nothing() {
    let (_, headers, _) = got(&app().await, "/docs", "\"other\"").await;
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline';"), "{policy}");
}
