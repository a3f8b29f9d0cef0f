//! The end: told to stop, the server finishes what it began.

use std::sync::Arc;

use tokio::sync::Notify;

use super::client::Client;
use super::process::Server;
use super::support::{LONG, Served, text};

#[tokio::test]
async fn a_request_in_flight_is_finished() {
    let begun = Arc::new(Notify::new());
    let finish = Arc::new(Notify::new());
    let mut served = Served::route(LONG, {
        let (begun, finish) = (Arc::clone(&begun), Arc::clone(&finish));
        move |_| {
            let (begun, finish) = (Arc::clone(&begun), Arc::clone(&finish));
            async move {
                begun.notify_one();
                finish.notified().await;
                text("whole")
            }
        }
    })
    .await;
    let mut client = Client::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    begun.notified().await;
    let mut idle = Client::connect(served.address).await;
    served.stop();
    idle.closed().await;
    finish.notify_one();
    let reply = client.reply(false).await;
    assert_eq!(reply.body, b"whole");
    assert_eq!(reply.header("connection"), Some("close"));
    assert_eq!(client.rest().await, b"");
    served.stopped().await;
}

#[tokio::test]
async fn a_request_that_never_ends_does_not_hold_the_server_for_ever() {
    let begun = Arc::new(Notify::new());
    let limits = licence_server::Limits { drain: LONG.linger * 2, ..LONG };
    let mut served = Served::route(limits, {
        let begun = Arc::clone(&begun);
        move |_| {
            let begun = Arc::clone(&begun);
            async move {
                begun.notify_one();
                std::future::pending().await
            }
        }
    })
    .await;
    let mut client = Client::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    begun.notified().await;
    served.stop();
    served.stopped().await;
    assert_eq!(client.rest().await, b"");
}

#[tokio::test]
async fn the_binary_ends_well_at_either_signal() {
    for signal in ["-TERM", "-INT"] {
        let server = Server::start(&[]);
        let mut idle = Client::connect(server.address()).await;
        assert_eq!(idle.get("/v1/health").await.status, 200);
        let mut half = Client::connect(server.address()).await;
        half.send("GET /v1/health HTTP/1.1\r\nhost:").await.unwrap();
        let mut body = Client::connect(server.address()).await;
        let sent = body.request("GET", "/v1/health", "content-length: 10\r\n").await;
        assert_eq!(sent.status, 200);
        server.signal(signal);
        assert_eq!(server.ended(), (Some(0), String::new()), "{signal}");
    }
}
