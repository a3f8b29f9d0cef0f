//! The routes of the real binary.

use super::client::Client;
use super::process::Server;
use super::support::assert_error;

#[tokio::test]
async fn the_binary_answers() {
    let server = Server::start(&[]);
    let port = server.address().port();
    assert_eq!(server.line, format!("listening on http://127.0.0.1:{port}\n"));
    let mut client = Client::connect(server.address()).await;

    let health = client.get("/v1/health").await;
    assert_eq!(health.status, 200);
    let body = health.json();
    assert_eq!(body["status"], "ok");
    assert_eq!(body["checks"], serde_json::json!({"database": true, "cache": true}));
    assert_eq!(body["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(body["timestamp"].as_str().unwrap().len(), "2026-11-01T06:00:00.000Z".len());

    let check = client.get("/v1/check?domain=nowhere-on-record.example").await;
    assert_eq!(check.status, 200);
    assert_eq!(check.header("content-type"), Some("application/json"));
    assert_eq!(check.json()["verdict"], "not_found");

    let head = client.request("HEAD", "/v1/check?domain=nowhere-on-record.example", "").await;
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-length"), check.header("content-length"));
    assert_eq!(client.get("/v1/check?license_number=NONE-1").await.status, 200);
}

#[tokio::test]
async fn unknown_paths_are_404_and_other_methods_405() {
    let server = Server::start(&[]);
    let mut client = Client::connect(server.address()).await;
    for path in ["/", "/v1", "/v1/nothing", "/v1/check/", "/v1/health/", "/V1/check", "/v1//check"]
    {
        let reply = client.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert_error(&reply.json(), "not_found", "route_not_found");
        assert_eq!(client.request("DELETE", path, "").await.status, 404, "{path}");
    }
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "ODD"] {
        for path in ["/v1/check", "/v1/health", "/v1/check?domain=%FF"] {
            let reply = client.request(method, path, "").await;
            assert_eq!(reply.status, 405, "{method} {path}");
            assert_eq!(reply.header("allow"), Some("GET, HEAD"));
            assert_error(&reply.json(), "method_not_allowed", "method_not_allowed");
        }
    }
    for (method, target) in [("OPTIONS", "*"), ("CONNECT", "a.example:443"), ("GET", "http://a")] {
        let reply = Client::connect(server.address()).await.request(method, target, "").await;
        assert_eq!(reply.status, 404, "{method} {target}");
    }
    let head = client.request("HEAD", "/v1/nothing", "").await;
    assert_eq!(head.status, 404);
    assert_ne!(head.header("content-length"), Some("0"));
}

#[tokio::test]
async fn every_reply_names_its_request() {
    let server = Server::start(&[]);
    let mut client = Client::connect(server.address()).await;
    let given = client.request("GET", "/v1/health", "x-request-id: Mine_1.2-3\r\n").await;
    assert_eq!(given.header("x-request-id"), Some("Mine_1.2-3"));
    let mut seen = std::collections::HashSet::new();
    for path in ["/v1/health", "/v1/check", "/nothing"] {
        let reply = client.request("GET", path, "x-request-id: not mine\r\n").await;
        let id = reply.header("x-request-id").unwrap().to_owned();
        assert_eq!((id.len(), id.as_bytes()[14]), (36, b'4'), "{id}");
        assert!(seen.insert(id));
    }
}
