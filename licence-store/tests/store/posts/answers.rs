//! Answers are taken by their status alone.

use licence_core::webhook::delivery::{NetworkFailure, Outcome};

use super::receiver::{Manner, Receiver};
use super::{post, poster, unanswered};

async fn answered(reply: &[u8]) -> (Outcome, Vec<u8>) {
    let receiver = Receiver::start(Manner::ReplyAndClose(reply.to_vec())).await;
    let posted = post(&poster(), &receiver.url()).await;
    assert_eq!(receiver.seen().requests.len(), 1, "it is asked once");
    (posted.outcome, posted.response_body)
}

#[tokio::test]
async fn the_status_is_the_outcome() {
    for status in [200, 201, 204, 299, 304, 400, 401, 404, 410, 429, 500, 503, 599, 999] {
        let receiver = Receiver::start(Manner::status(status)).await;
        let posted = post(&poster(), &receiver.url()).await;
        assert_eq!(posted.outcome, Outcome::Answered(status));
        assert_eq!(receiver.seen().requests.len(), 1, "{status} is not tried again");
    }
}

#[tokio::test]
async fn bodies_are_taken_as_they_come() {
    for (reply, status, body) in [
        (&b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"[..], 200, &b"ok"[..]),
        (b"HTTP/1.0 200 OK\r\n\r\nuntil the end", 200, b"until the end"),
        (
            b"HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            202,
            b"ok",
        ),
        (
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
            201,
            b"",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\xfe", 200, b"\xff\xfe"),
        (b"HTTP/1.1 200 OK\r\nX-Name: \xff\xfe\r\nContent-Length: 2\r\n\r\nok", 200, b"ok"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\nno zip",
            200,
            b"no zip",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", 200, b"half"),
        (b"HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz", 500, b"half"),
        (
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
            101,
            b"",
        ),
    ] {
        let shown = String::from_utf8_lossy(reply);
        assert_eq!(answered(reply).await, (Outcome::Answered(status), body.to_vec()), "{shown}");
    }
}

#[tokio::test]
async fn two_kibibytes_of_a_body_are_kept() {
    for length in [0_usize, 1, 2047, 2048, 2049, 65_536, 200_000] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
        let reply = [head.as_bytes(), &vec![b'x'; length]].concat();
        let (outcome, body) = answered(&reply).await;
        assert_eq!((outcome, body.len()), (Outcome::Answered(200), length.min(2048)));
    }
}

#[tokio::test]
async fn what_is_no_http_is_a_fault_of_the_protocol() {
    let million = "x".repeat(1 << 20);
    for reply in [
        "SSH-2.0-OpenSSH_9.9\r\n".to_owned(),
        "220 mail.example.com ESMTP\r\n".to_owned(),
        "\0\0\0\0\0\0\0\0".to_owned(),
        "HTTP/1.1 99 Too low\r\n\r\n".to_owned(),
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n".to_owned(),
        format!("HTTP/1.1 200 OK\r\nX-Long: {million}\r\n\r\n"),
        format!("HTTP/1.1 200 OK\r\n{}\r\n", "X-Many: 1\r\n".repeat(1000)),
    ] {
        let shown = reply.chars().take(40).collect::<String>();
        let outcome = answered(reply.as_bytes()).await.0;
        assert_eq!(outcome, unanswered(NetworkFailure::Protocol).outcome, "{shown:?}");
    }
}
