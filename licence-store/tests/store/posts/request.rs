//! What a receiver gets.

use bytes::Bytes;
use licence_core::event::EventId;
use licence_core::webhook::DeliveryId;
use licence_core::webhook::delivery::{DeliveryRequest, Outcome};
use licence_core::webhook::secret::WebhookSecret;
use uuid::Uuid;

use super::poster;
use super::receiver::{Manner, Receiver};

#[tokio::test]
async fn headers_and_body_go_out_as_they_were_given() {
    let receiver = Receiver::start(Manner::status(204)).await;
    let body = Bytes::from((0..=255).cycle().take(100_000).collect::<Vec<u8>>());
    let request = DeliveryRequest {
        event: "licence.status_changed",
        event_id: EVENT.parse::<EventId>().unwrap(),
        delivery_id: DeliveryId(Uuid::nil()),
        attempt: 7,
        missed_deliveries: 3,
        raw_body: &body,
    };
    let now = "2026-11-01T06:00:00Z".parse().unwrap();
    let headers = request.headers([&WebhookSecret::generate(&mut || 7)], now);
    let posted = poster().post(&receiver.url(), headers.clone(), body.clone()).await;
    assert_eq!(posted.outcome, Outcome::Answered(204));

    let received = receiver.seen().requests.remove(0);
    let (head, sent) = received.split_at(received.len() - body.len());
    assert!(sent == body);
    let head = std::str::from_utf8(head).unwrap();
    assert!(head.starts_with("POST /hook?x=1 HTTP/1.1\r\n"), "{head}");
    for (name, value) in headers {
        let lines = head.lines().filter(|line| is_of(line, name)).collect::<Vec<_>>();
        assert_eq!(lines, [format!("{name}: {value}")]);
    }
    for once in ["Host", "Content-Length", "Accept"] {
        assert_eq!(head.lines().filter(|line| is_of(line, once)).count(), 1, "{head}");
    }
    assert_eq!(head.lines().filter(|line| is_of(line, "Accept-Encoding")).count(), 0);
}

const EVENT: &str = "evt_01JBKM5F00000000000000000A";

fn is_of(line: &str, header: &str) -> bool {
    line.split_once(':').is_some_and(|(name, _)| name.eq_ignore_ascii_case(header))
}

#[tokio::test]
async fn a_name_is_sent_as_the_host() {
    let receiver = Receiver::start(Manner::status(204)).await;
    let port = receiver.address.port();
    for host in ["hooks.example.com", "HOOKS.example.com.", "bücher.example.com"] {
        let posted = super::post(&poster(), &format!("http://{host}:{port}/")).await;
        assert_eq!(posted.outcome, Outcome::Answered(204), "{host}");
    }
    let hosts = receiver.seen().requests.into_iter().map(|request| {
        let request = String::from_utf8(request).unwrap();
        request.lines().find(|line| is_of(line, "Host")).unwrap().to_owned()
    });
    let expected = ["hooks.example.com", "hooks.example.com.", "xn--bcher-kva.example.com"];
    assert_eq!(hosts.collect::<Vec<_>>(), expected.map(|host| format!("Host: {host}:{port}")));
}

#[tokio::test]
async fn a_request_that_cannot_be_made_is_not_attempted() {
    let receiver = Receiver::start(Manner::status(204)).await;
    let headers = vec![("X-Service-Event", "two\r\nlines".to_owned())];
    let posted = poster().post(&receiver.url(), headers, Bytes::new()).await;
    assert!(matches!(posted.outcome, Outcome::NotAttempted(_)), "{posted:?}");
    assert_eq!(receiver.seen().connections, 0);
}
