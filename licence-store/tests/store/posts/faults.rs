//! Receivers that do not answer.

use licence_core::problem::ProblemKind;
use licence_core::webhook::delivery::{NetworkFailure, NotAttempted, Outcome};
use licence_store::outbound::Poster;

use super::receiver::{Manner, Receiver};
use super::{impatient, post, poster, unanswered};

async fn fails(poster: &Poster, manner: Manner, failure: NetworkFailure) {
    let receiver = Receiver::start(manner).await;
    assert_eq!(post(poster, &receiver.url()).await, unanswered(failure));
    assert_eq!(receiver.seen().connections, 1, "there is no second try");
}

#[tokio::test]
async fn a_broken_connection_is_a_reset() {
    for manner in [Manner::ResetAtAccept, Manner::CloseAtAccept, Manner::Reset, Manner::Close] {
        fails(&poster(), manner, NetworkFailure::Reset).await;
    }
}

/// With threads of its own, the receiver is quick enough to reset a connection before its poster
/// learns that it was made. Without TLS that is no handshake that failed.
///
/// A reset while the client hands the request to its connection can lose the request within the
/// client (hyper 1.12); such an attempt ends at its deadline.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reset_is_one_whenever_it_comes() {
    let receiver = Receiver::start(Manner::ResetAtAccept).await;
    let poster = impatient();
    let mut late = 0;
    for _ in 0..1_000 {
        let result = post(&poster, &receiver.url()).await;
        if result == unanswered(NetworkFailure::Timeout) {
            late += 1;
        } else {
            assert_eq!(result, unanswered(NetworkFailure::Reset));
        }
    }
    assert!(late < 100, "{late} of 1,000 resets were told by the deadline alone");
}

#[tokio::test]
async fn half_a_head_is_a_reset() {
    for reply in ["HTTP/1.1 200 OK\r\nX-Na", "HTTP/1.1 2", "HT"] {
        let manner = Manner::ReplyAndClose(reply.as_bytes().to_vec());
        fails(&poster(), manner, NetworkFailure::Reset).await;
    }
}

#[tokio::test]
async fn no_answer_is_a_timeout() {
    fails(&impatient(), Manner::Silent, NetworkFailure::Timeout).await;
    let half = Manner::Reply(b"HTTP/1.1 200 OK\r\nX-Na".to_vec());
    fails(&impatient(), half, NetworkFailure::Timeout).await;
}

#[tokio::test]
async fn whoever_speaks_first_speaks_no_http() {
    let manner = Manner::SpeakFirst(b"220 ready\r\n".to_vec());
    fails(&poster(), manner, NetworkFailure::Protocol).await;
}

#[tokio::test]
async fn nobody_there_is_no_connection() {
    // No test listens on a port of the system.
    for host in ["127.0.0.1", "hooks.example.com"] {
        let url = format!("http://{host}:9/");
        assert_eq!(post(&poster(), &url).await, unanswered(NetworkFailure::Connect));
    }
}

#[tokio::test]
async fn a_refused_url_is_not_attempted() {
    for (url, reason) in [
        ("", ProblemKind::InvalidUrl),
        ("https://me@hooks.example.com/", ProblemKind::InvalidUrl),
        ("ftp://hooks.example.com/", ProblemKind::InvalidScheme),
        ("https:///path", ProblemKind::EmptyHost),
        ("https://localhost/", ProblemKind::BlockedHostname),
        ("https://10.0.0.1/", ProblemKind::PrivateIpBlocked),
        ("https://[::1]/", ProblemKind::PrivateIpBlocked),
        ("https://[::ffff:127.0.0.1]/", ProblemKind::PrivateIpBlocked),
        ("https://169.254.169.254/", ProblemKind::PrivateIpBlocked),
    ] {
        match post(&poster(), url).await.outcome {
            Outcome::NotAttempted(NotAttempted::Url(error)) => {
                assert_eq!(error.problem_kind(), reason, "{url}");
            }
            outcome => panic!("{url}: {outcome:?}"),
        }
    }
}
