//! Bodies without an end.

use std::time::Duration;

use licence_core::webhook::delivery::Outcome;
use licence_store::outbound::{PostOptions, Poster};
use tokio::task::JoinSet;

use super::receiver::{Manner, Receiver};
use super::{options, post, poster};

#[tokio::test]
async fn a_drip_is_a_success_that_ends_with_the_deadline() {
    let receiver = Receiver::start(Manner::Forever(b"x", Duration::from_millis(20))).await;
    let attempt_timeout = Duration::from_secs(2);
    let poster = Poster::new(PostOptions { attempt_timeout, ..options() }).unwrap();
    let posted = post(&poster, &receiver.url()).await;
    assert_eq!(posted.outcome, Outcome::Answered(200));
    let body = posted.response_body;
    assert!(!body.is_empty() && body.len() < 200 && body.iter().all(|byte| *byte == b'x'));
    receiver.closed(1).await;
}

/// What a receiver gets rid of is what we read and what the two systems buffer.
const BUFFERS: usize = 8 << 20;

#[tokio::test]
async fn endless_bodies_are_cut_off_however_many_there_are() {
    let receiver = Receiver::start(Manner::Forever(&[b'x'; 1 << 14], Duration::ZERO)).await;
    let (poster, mut posts) = (poster(), JoinSet::new());
    for _ in 0..100 {
        let (poster, url) = (poster.clone(), receiver.url());
        posts.spawn(async move { post(&poster, &url).await });
    }
    while let Some(posted) = posts.join_next().await {
        let posted = posted.unwrap();
        assert_eq!(posted.outcome, Outcome::Answered(200));
        assert_eq!(posted.response_body, [b'x'; 2048]);
    }
    receiver.closed(100).await;
    let written = receiver.seen().written;
    assert!(written < 100 * BUFFERS, "{written}");
}
