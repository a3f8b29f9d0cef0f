//! Who may send a message at all.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use licence_server::Limits;
use licence_server::http::Request;
use warp::hyper::body::{Body, Bytes, Frame};

use super::*;
use crate::support::service::PROXY;

const METADATA: &str =
    "resource_metadata=\"https://mcp.example/.well-known/oauth-protected-resource/mcp\"";

#[tokio::test]
async fn without_a_token_every_method_has_the_same_challenge() {
    let service = Service::start().await;
    for method in ["server/discover", "initialize", "tools/list", "tools/call", "nothing/such"] {
        let reply = ask(&service, message(method, json!({"name": "check_domain"}))).await;
        let challenge = format!("Bearer {METADATA}, scope=\"licences:read watchlist:read\"");
        assert_eq!(reply.status, 401, "{method}");
        assert_eq!(reply.header("www-authenticate"), Some(challenge.as_str()));
    }
}

#[tokio::test]
async fn what_is_no_access_token_is_refused() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let key = it.service.key(Plan::Pro).await;
    let tokens = it.exchange(&it.code(ALL).await).await.json();
    let access = tokens["access_token"].as_str().unwrap();
    let refresh = tokens["refresh_token"].as_str().unwrap();
    for token in [&key, refresh, "lca_", "x", &access[..46], &format!("{access}A")] {
        let reply = ask(&it.service, message("tools/list", json!({})).key(token)).await;
        let expected = format!(
            "Bearer error=\"invalid_token\", {METADATA}, scope=\"licences:read watchlist:read\""
        );
        assert_eq!(reply.status, 401, "{token}");
        assert_eq!(reply.header("www-authenticate"), Some(expected.as_str()));
    }
    let good = ask(&it.service, message("tools/list", json!({})).key(access)).await;
    assert_eq!(good.status, 200, "{}", good.json());
    // And the API takes no token of the connector.
    let api = it.service.ask(Ask::get("/v1/jurisdictions").key(access)).await;
    assert_eq!(api.refusal(), "401 auth_invalid api_key_invalid");
}

#[tokio::test]
async fn a_token_is_in_the_header_once_and_nowhere_else() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let mut in_query = message("tools/list", json!({}));
    in_query.target = format!("/mcp?access_token={token}");
    let twice = message("tools/list", json!({})).key(&token).key(&token);
    let in_form = form_post("/mcp", &format!("access_token={token}"));
    for ask_so in [in_query, twice, in_form] {
        assert_eq!(ask(&it.service, ask_so).await.status, 400);
    }
}

#[tokio::test]
async fn a_foreign_page_or_host_is_refused_before_anything_else() {
    let service = Service::start().await;
    for origin in ["https://other.example", "null", "http://mcp.example", "https://mcp.example:1"] {
        let reply = ask(&service, message("tools/list", json!({})).header("origin", origin)).await;
        assert_eq!(reply.status, 403, "{origin}");
    }
    for host in ["evil.example", "localhost", "127.0.0.1:8082", "mcp.example.evil.example"] {
        let reply = message("tools/list", json!({})).header("host", host);
        assert_eq!(reply.send_to(&service.connector()).await.status, 403, "{host}");
    }
    let large = "x".repeat(64 * 1024 + 1);
    let from_page = message("tools/list", json!({})).header("origin", "https://other.example");
    assert_eq!(ask(&service, from_page.body(large.clone())).await.status, 403, "no body is read");
    assert_eq!(ask(&service, message("tools/list", json!({})).body(large)).await.status, 401);
    for host in ["mcp.example", "MCP.example", "mcp.example:443"] {
        let reply = message("tools/list", json!({})).header("host", host);
        assert_eq!(reply.send_to(&service.connector()).await.status, 401, "{host}");
    }
}

/// The documents name the configured address all the same, see `documents.rs`.
#[tokio::test]
async fn a_trusted_proxy_may_rewrite_the_host() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    for (from, status) in [(IpAddr::from(PROXY).to_string().as_str(), 200), ("192.0.2.1", 403)] {
        let called = message("tools/list", json!({})).key(&token).header("host", "10.0.0.7:8082");
        let reply = called.from(from).send_to(&it.service.connector()).await;
        assert_eq!(reply.status, status, "{from}");
    }
}

#[tokio::test]
async fn only_one_object_of_moderate_size_by_post_is_a_message() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    for method in ["GET", "DELETE", "PUT", "PATCH"] {
        let reply = ask(&it.service, Ask::new(method, "/mcp").key(&token)).await;
        assert_eq!((reply.status, reply.header("allow")), (405, Some("POST")), "{method}");
    }
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for (body, status) in [
        ("x".repeat(64 * 1024 + 1), 413),
        ("[]".to_owned(), 400),
        (format!("{{\"x\":{deep}}}"), 400),
        ("{".to_owned(), 400),
        (String::new(), 400),
    ] {
        let reply = ask(&it.service, message("tools/list", json!({})).key(&token).body(body)).await;
        assert_eq!(reply.status, status);
    }
}

/// A body that never arrives.
struct Silent;

impl Body for Silent {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

#[tokio::test]
async fn a_body_that_does_not_arrive_in_time_is_not_called_too_long() {
    let limits = Limits { body_time: Duration::ZERO, ..Limits::default() };
    let service = Service::start().await.with_limits(limits);
    let it = Connected::over(service, Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let to_token = form_post("/token", "");
    for (asked, says) in [
        (message("tools/list", json!({})).key(&token), "The body did not arrive within 0 seconds."),
        (to_token, "the body did not arrive in time"),
        (json_post("/register", &json!({})), "the body did not arrive in time"),
    ] {
        let mut request = Request::post(&asked.target).header("host", "mcp.example");
        for (name, value) in asked.headers {
            request = request.header(name, value);
        }
        let request = request.body(Silent).unwrap();
        let reply = Box::pin(it.service.connector().fetch(request)).await;
        let body: Value = serde_json::from_slice(reply.body()).unwrap();
        assert_eq!((reply.status().as_u16(), &body["error_description"]), (400, &json!(says)));
    }
}
