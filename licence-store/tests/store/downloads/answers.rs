//! What a server may answer, and what becomes of it.

use licence_store::outbound::USER_AGENT;

use super::Client;
use super::server::{Reply, Server};

#[tokio::test]
async fn a_file_comes_with_what_was_said_of_it() {
    let server = Server::start().await;
    let reply = Reply::file("a,b\n")
        .header("ETag", "\"7\"")
        .header("Last-Modified", "Sun, 01 Nov 2026 06:00:00 GMT")
        .header("Content-Type", "text/csv");
    let url = server.answer("/a.csv?x=1", [reply]);
    let file = Client::new().file(&url).await.unwrap();
    assert_eq!(file.bytes, b"a,b\n");
    assert_eq!(file.content_type.as_deref(), Some("text/csv"));
    assert_eq!(file.validators.etag.as_deref(), Some("\"7\""));
    assert_eq!(file.final_url, url);
    let request = server.requests().remove(0);
    assert!(request.contains(&format!("user-agent: {USER_AGENT}\n")), "{request}");
    assert!(request.contains("accept-encoding: gzip\n"), "{request}");
    assert!(!request.contains("if-none-match"), "{request}");
}

#[tokio::test]
async fn a_refusal_is_not_asked_for_again() {
    let server = Server::start().await;
    for status in [204, 206, 304, 400, 401, 403, 404, 410] {
        let path = format!("/{status}");
        let url = server.answer(&path, [Reply::status(status)]);
        let refusal = Client::new().refusal(&url).await;
        assert_eq!(refusal, format!("{url} answered {status}"));
        assert_eq!(server.paths().iter().filter(|asked| **asked == path).count(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_failing_host_is_asked_three_times() {
    let server = Server::start().await;
    for (path, reply, refusal) in [
        ("/500", Reply::status(500), "answered 500"),
        ("/503", Reply::status(503), "answered 503"),
        ("/429", Reply::status(429), "answered 429"),
        ("/reset", Reply::reset(), "cannot be reached: "),
        ("/cut", Reply::cut_off(), "broke off: "),
    ] {
        let (url, client) = (server.answer(path, [reply]), Client::new());
        let message = client.refusal(&url).await;
        assert!(message.starts_with(&format!("{url} {refusal}")), "{message}");
        assert_eq!(server.paths().iter().filter(|asked| *asked == path).count(), 3, "{path}");
        assert_eq!(client.waited_seconds(), [2, 4], "{path}");
    }
}

#[tokio::test]
async fn a_host_that_recovers_is_forgiven() {
    let server = Server::start().await;
    let replies = [Reply::status(502), Reply::reset(), Reply::file("well")];
    let url = server.answer("/", replies);
    assert_eq!(Client::new().file(&url).await.unwrap().bytes, b"well");
}

#[tokio::test]
async fn nobody_there_is_not_reached() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://me:secret@{}/a", listener.local_addr().unwrap());
    drop(listener);
    let message = Client::new().refusal(&url).await;
    assert!(message.contains("cannot be reached: ") && !message.contains("secret"), "{message}");
}

#[tokio::test]
async fn other_schemes_are_not_fetched() {
    let client = Client::new();
    for (url, why) in [
        ("ftp://a.example/x", "it is not an http:// or https:// URL"),
        ("file:///etc/passwd", "it is not an http:// or https:// URL"),
        ("a.csv", "relative URL without a base"),
        ("", "relative URL without a base"),
    ] {
        assert_eq!(client.refusal(url).await, format!("{url:?} is not fetched: {why}"));
    }
}
