//! A host that asks to wait is obeyed, up to a bound.

use super::Client;
use super::server::{Reply, Server};

fn busy(after: &str) -> Reply {
    let date = "Sun, 01 Nov 2026 06:00:00 GMT";
    Reply::status(429).header("Retry-After", after).header("Date", date)
}

#[tokio::test]
async fn the_next_attempt_waits_as_long_as_asked() {
    let server = Server::start().await;
    let replies = [busy("30"), busy("Sun, 01 Nov 2026 06:00:45 GMT"), Reply::file("at last")];
    let (url, client) = (server.answer("/a", replies), Client::new());
    assert_eq!(client.file(&url).await.unwrap().bytes, b"at last");
    assert_eq!(client.waited_seconds(), [30, 45]);
}

#[tokio::test]
async fn a_wait_that_is_too_long_ends_the_read() {
    let server = Server::start().await;
    let (url, client) = (server.answer("/a", [busy("3600")]), Client::new());
    assert_eq!(client.refusal(&url).await, format!("{url} answered 429 and asks to wait 1h"));
    assert_eq!((client.waited_seconds(), server.paths().len()), (Vec::new(), 1));
}
