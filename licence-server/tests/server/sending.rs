//! Replies to readers that are slow, and to readers that stop.

use std::convert::Infallible;
use std::io::Read;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use licence_server::Limits;
use tokio::net::TcpSocket;
use tokio::time::{Sleep, sleep};
use warp::Reply;
use warp::hyper::body::Bytes;

use super::client::Client;
use super::support::{LONG, SHORT, Served};

/// More than the buffers of the system and of the server hold.
const MANY_BYTES: usize = 16 * 1024 * 1024;

/// Returns a server with one long reply, and a client with a small buffer that sent the request.
async fn serve_long_reply(limits: Limits) -> (Served, Client<tokio::net::TcpStream>) {
    let served = Served::route(limits, |_| async {
        licence_server::Response::new(vec![0; MANY_BYTES].into())
    })
    .await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 * 1024).unwrap();
    let mut client = Client::over(socket.connect(served.address).await.unwrap());
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    (served, client)
}

#[tokio::test]
async fn a_slow_reader_gets_all_of_a_reply() {
    let limits = Limits { quiet: Duration::from_millis(50), ..LONG };
    let (_served, mut client) = serve_long_reply(limits).await;
    for _ in 0..3 {
        sleep(limits.quiet * 4).await;
        let before = client.received().len();
        while client.received().len() < before + MANY_BYTES / 8 {
            assert!(client.receive().await, "cut");
        }
    }
    let reply = client.rest().await;
    assert_eq!(reply.iter().filter(|byte| **byte == 0).count(), MANY_BYTES);
}

#[tokio::test]
async fn a_reader_that_stops_loses_the_reply() {
    let (_served, mut client) = serve_long_reply(SHORT).await;
    // The reader takes nothing, whatever else it sends.
    while client.send("a").await.is_ok() {
        sleep(Duration::from_millis(5)).await;
    }
    assert!(client.rest().await.len() < MANY_BYTES);
}

/// A body of two letters, the second of which is late.
struct Late {
    letters: Vec<&'static str>,
    wait: Pin<Box<Sleep>>,
}

impl Stream for Late {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.letters.len() < 2 {
            ready!(self.wait.as_mut().poll(context));
        }
        Poll::Ready(self.letters.pop().map(|letter| Ok(letter.into())))
    }
}

#[tokio::test]
async fn a_reader_keeps_a_reply_that_the_service_is_slow_to_give() {
    let limits = Limits { reader: SHORT.reader, quiet: SHORT.reader, ..LONG };
    let served = Served::route(limits, move |_| async move {
        let wait = Box::pin(sleep(limits.reader * 3));
        warp::reply::stream(Late { letters: vec!["Z", "A"], wait }).into_response()
    })
    .await;
    let mut client = Client::connect(served.address).await;
    client.send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    while !client.received().ends_with(b"0\r\n\r\n") {
        assert!(client.receive().await, "cut");
    }
    assert!(client.received().contains(&b'Z'));
}

#[tokio::test]
async fn documents_are_compressed_once() {
    let served = Served::api(LONG).await;
    let mut client = Client::connect(served.address).await;
    for target in ["/docs", "/openapi.json"] {
        let plain = client.get(target).await;
        assert_eq!(plain.header("content-encoding"), None);
        let packed = client.request("GET", target, "accept-encoding: gzip\r\n").await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"));
        // What is compressed on its way has no length.
        assert!(packed.header("content-length").is_some());
        for name in ["etag", "vary", "content-type"] {
            assert_eq!(packed.header(name), plain.header(name), "{name}");
        }
        let mut body = Vec::new();
        flate2::read::GzDecoder::new(&*packed.body).read_to_end(&mut body).unwrap();
        assert_eq!(body, plain.body, "{target}");
    }
}
