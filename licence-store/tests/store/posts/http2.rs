//! The same over HTTP/2.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, RecvStream};
use hyper::{Request, Response};
use licence_core::webhook::delivery::{NetworkFailure, Outcome};
use licence_store::outbound::{PostOptions, Poster};
use tokio::net::{TcpListener, TcpStream};

use super::tls::{acceptor, trusting};
use super::{post, unanswered};

/// What a receiver does with a request.
#[derive(Clone, Copy)]
enum Manner {
    NoContent,
    Endless,
    LongHead,
    Break,
    /// Every other request is given back without a look at it.
    Refuse,
    Silent,
}

struct Receiver {
    port: u16,
    connections: Arc<AtomicUsize>,
}

impl Receiver {
    async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = connections.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(stream, manner));
            }
        });
        Self { port, connections }
    }

    fn url(&self) -> String {
        format!("https://hooks.example.com:{}/", self.port)
    }
}

async fn serve(stream: TcpStream, manner: Manner) {
    let stream = acceptor(&["h2"]).accept(stream).await.unwrap();
    let mut connection = h2::server::handshake(stream).await.unwrap();
    let mut number = 0;
    while let Some(Ok((request, respond))) = connection.accept().await {
        tokio::spawn(answer(request, respond, manner, number));
        number += 1;
    }
}

async fn answer(
    request: Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
    manner: Manner,
    number: usize,
) {
    let reply = |status| Response::builder().status(status);
    match manner {
        Manner::NoContent => {
            let head = reply(204).body(()).unwrap();
            respond.send_response(head, true).unwrap();
        }
        Manner::LongHead => {
            let head = reply(200).header("x-long", "x".repeat(1 << 20)).body(()).unwrap();
            let _ = respond.send_response(head, true);
        }
        Manner::Endless => {
            let mut body = respond.send_response(reply(200).body(()).unwrap(), false).unwrap();
            let chunk = Bytes::from_static(&[b'x'; 1 << 14]);
            for _ in 0..1000 {
                body.send_data(chunk.clone(), false).unwrap();
            }
            std::future::poll_fn(|context| body.poll_reset(context)).await.unwrap();
        }
        Manner::Break => respond.send_reset(Reason::INTERNAL_ERROR),
        Manner::Refuse if number.is_multiple_of(2) => respond.send_reset(Reason::REFUSED_STREAM),
        Manner::Refuse => {
            respond.send_response(reply(200).body(()).unwrap(), true).map(drop).unwrap()
        }
        Manner::Silent => std::future::pending().await,
    }
    drop(request);
}

async fn posted(manner: Manner) -> super::PostResult {
    let receiver = Receiver::start(manner).await;
    post(&Poster::new(trusting()).unwrap(), &receiver.url()).await
}

#[tokio::test]
async fn fifty_posts_take_one_connection() {
    let receiver = Receiver::start(Manner::NoContent).await;
    let poster = Poster::new(trusting()).unwrap();
    for _ in 0..50 {
        let outcome = post(&poster, &receiver.url()).await.outcome;
        assert_eq!(outcome, Outcome::Answered(204));
    }
    assert_eq!(receiver.connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_endless_body_is_cut_off() {
    let posted = posted(Manner::Endless).await;
    assert_eq!(posted.outcome, Outcome::Answered(200));
    assert_eq!(posted.response_body, [b'x'; 2048]);
}

#[tokio::test]
async fn no_answer_is_told_by_its_cause() {
    assert_eq!(posted(Manner::LongHead).await, unanswered(NetworkFailure::Protocol));
    assert_eq!(posted(Manner::Break).await, unanswered(NetworkFailure::Reset));
}

#[tokio::test]
async fn silence_is_a_timeout() {
    let receiver = Receiver::start(Manner::Silent).await;
    let attempt_timeout = Duration::from_millis(500);
    let poster = Poster::new(PostOptions { attempt_timeout, ..trusting() }).unwrap();
    let posted = post(&poster, &receiver.url()).await;
    assert_eq!(posted, unanswered(NetworkFailure::Timeout));
}

#[tokio::test]
async fn a_request_that_was_given_back_unread_is_no_failure() {
    assert_eq!(posted(Manner::Refuse).await.outcome, Outcome::Answered(200));
}
