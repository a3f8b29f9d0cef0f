//! Redirects are failures and lead nowhere.

use licence_core::webhook::delivery::Outcome;

use super::receiver::{Manner, Receiver};
use super::{post, poster};

#[tokio::test]
async fn no_redirect_is_followed() {
    let canary = Receiver::start(Manner::status(200)).await;
    for status in [301, 302, 303, 307, 308] {
        for to in [canary.url(), format!("//{}/", canary.address), "/elsewhere".to_owned()] {
            let head = format!("HTTP/1.1 {status} Moved\r\nLocation: {to}\r\n");
            let reply = format!("{head}Content-Length: 0\r\n\r\n").into_bytes();
            let receiver = Receiver::start(Manner::Reply(reply)).await;
            let outcome = post(&poster(), &receiver.url()).await.outcome;
            assert_eq!(outcome, Outcome::Answered(status));
            assert!(!outcome.is_success());
            assert_eq!(receiver.seen().requests.len(), 1);
        }
    }
    assert_eq!(canary.seen().connections, 0);
}
