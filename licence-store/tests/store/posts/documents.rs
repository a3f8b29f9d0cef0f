//! Documents that sites of strangers hold, and how they may not come.

use std::time::Duration;

use super::receiver::{Manner, Receiver};
use super::{impatient, poster};

const LIMIT: usize = 5 * 1024;

fn reply(status: &str, headers: &str, body: &str) -> Manner {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n");
    Manner::Reply([head.as_bytes(), body.as_bytes()].concat())
}

#[tokio::test]
async fn a_document_comes_whole_with_its_age() {
    let body = "x".repeat(LIMIT);
    let site = Receiver::start(reply("200 OK", "Cache-Control: max-age=60\r\n", &body)).await;
    let fetched = poster().fetch(&site.url(), LIMIT).await.unwrap();
    assert_eq!((fetched.bytes.len(), fetched.max_age), (LIMIT, Some(Duration::from_secs(60))));
    let request = site.seen().requests.remove(0);
    assert!(request.starts_with(b"GET /hook?x=1 HTTP/1.1\r\n"));
}

#[tokio::test]
async fn what_is_no_small_whole_answer_is_refused() {
    let canary = Receiver::start(Manner::status(200)).await;
    let location = format!("Location: {}\r\n", canary.url());
    let long = "x".repeat(LIMIT + 1);
    for (manner, why) in [
        (reply("302 Found", &location, ""), "answers 302"),
        (reply("404 Not Found", "", "{}"), "answers 404"),
        (reply("200 OK", "", &long), "longer than 5120 bytes"),
        (Manner::Forever(b"x", Duration::from_millis(20)), "no whole answer"),
    ] {
        let site = Receiver::start(manner).await;
        let error = impatient().fetch(&site.url(), LIMIT).await.unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    assert_eq!(canary.seen().connections, 0);
}

#[tokio::test]
async fn an_address_that_the_policy_denies_is_not_asked() {
    let site = Receiver::start(Manner::status(200)).await;
    let strict = licence_store::outbound::Poster::new(Default::default()).unwrap();
    for url in [site.url(), site.url().replace("http:", "https:"), "file:///etc/passwd".to_owned()]
    {
        assert!(strict.fetch(&url, LIMIT).await.is_err(), "{url}");
    }
    assert_eq!(site.seen().connections, 0);
}
