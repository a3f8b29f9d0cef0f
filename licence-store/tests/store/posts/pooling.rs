//! Connections are kept and used again, and never the reason of a failure.

use std::collections::HashSet;

use licence_core::webhook::delivery::Outcome;
use tokio::task::JoinSet;

use super::receiver::{Manner, Receiver};
use super::{post, poster};

/// Each takes two of the files that a process may have open, which often are 1,024.
const AT_ONCE: usize = 300;
const NO_CONTENT: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";

#[tokio::test]
async fn fifty_posts_take_one_connection() {
    let reply = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    let (receiver, poster) = (Receiver::start(Manner::Reply(reply.to_vec())).await, poster());
    for _ in 0..50 {
        // A copy shares the connections.
        let posted = post(&poster.clone(), &receiver.url()).await;
        assert_eq!(posted.outcome, Outcome::Answered(200));
    }
    assert_eq!((receiver.seen().connections, receiver.seen().requests.len()), (1, 50));
}

#[tokio::test]
async fn a_post_anew_takes_a_connection_of_its_own_and_leaves_the_kept_one() {
    let (receiver, poster) = (Receiver::start(Manner::Reply(NO_CONTENT.to_vec())).await, poster());
    for connections in [2, 3] {
        assert_eq!(post(&poster, &receiver.url()).await.outcome, Outcome::Answered(204));
        let anew = poster.post_anew(&receiver.url(), Vec::new(), bytes::Bytes::new()).await;
        assert_eq!(anew.outcome, Outcome::Answered(204));
        assert_eq!(receiver.seen().connections, connections);
    }
}

#[tokio::test]
async fn a_kept_connection_that_was_closed_is_no_failure() {
    let receiver = Receiver::start(Manner::ReplyAndClose(NO_CONTENT.to_vec())).await;
    let poster = poster();
    for number in 1..=50 {
        let posted = post(&poster, &receiver.url()).await;
        assert_eq!(posted.outcome, Outcome::Answered(204), "post {number}");
        receiver.closed(number).await;
    }
    assert_eq!((receiver.seen().connections, receiver.seen().requests.len()), (50, 50));
}

#[tokio::test]
async fn hundreds_at_once_arrive() {
    let receiver = Receiver::start(Manner::Reply(NO_CONTENT.to_vec())).await;
    let (poster, mut posts) = (poster(), JoinSet::new());
    for number in 0..AT_ONCE {
        let (poster, url) = (poster.clone(), format!("{}&n={number}", receiver.url()));
        posts.spawn(async move { post(&poster, &url).await.outcome });
    }
    let outcomes = posts.join_all().await;
    assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Answered(204)), "{outcomes:?}");
    let line = |request: Vec<u8>| request.split(|byte| *byte == b'\r').next().unwrap().to_vec();
    let lines = receiver.seen().requests.into_iter().map(line).collect::<Vec<_>>();
    assert_eq!((lines.len(), lines.iter().collect::<HashSet<_>>().len()), (AT_ONCE, AT_ONCE));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_announces_the_end_of_a_connection_is_believed() {
    let reply = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    let receiver = Receiver::start(Manner::ReplyAndClose(reply.to_vec())).await;
    let poster = poster();
    for number in 1..=200 {
        let posted = post(&poster, &receiver.url()).await;
        assert_eq!(posted.outcome, Outcome::Answered(204), "post {number}");
    }
    assert_eq!((receiver.seen().connections, receiver.seen().requests.len()), (200, 200));
}
