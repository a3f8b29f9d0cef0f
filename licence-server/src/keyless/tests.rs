use std::net::IpAddr;

use super::*;

fn slots(keyless_requests: usize) -> KeylessSlots {
    KeylessSlots::new(&Limits {
        keyless_requests,
        keyless_wait: Duration::ZERO,
        document_bytes_per_second: 1,
        ..Limits::default()
    })
}

fn network(number: u8) -> CallerNetwork {
    IpAddr::from([192, 0, 2, number]).into()
}

#[tokio::test]
async fn one_request_more_than_there_are_slots_is_refused() {
    let slots = slots(1);
    let first = slots.request(network(1)).await.unwrap();
    for number in [1, 2] {
        assert!(slots.request(network(number)).await.is_err());
    }
    drop(first);
    assert!(slots.request(network(2)).await.is_ok());
}

#[tokio::test]
async fn a_network_holds_at_most_a_quarter_of_the_slots() {
    for (at_once, share) in [(1, 1), (4, 1), (8, 2), (64, 16)] {
        let slots = slots(at_once);
        let mut held = Vec::new();
        while let Ok(slot) = slots.request(network(1)).await {
            held.push(slot);
        }
        assert_eq!(held.len(), share, "of {at_once}");
        assert_eq!(slots.request(network(2)).await.is_ok(), share < at_once);
        held.pop();
        assert!(slots.request(network(1)).await.is_ok());
    }
}

/// At one byte a second the slot of a document outlasts any test.
#[tokio::test]
async fn the_slot_of_a_document_outlasts_its_reply() {
    let slots = slots(1);
    for number in 0..4 {
        slots.document(network(number), 500_000).await.unwrap();
        assert!(slots.document(network(number), 500_000).await.is_err());
    }
    assert!(slots.document(network(4), 500_000).await.is_err());
    assert!(slots.request(network(4)).await.is_ok(), "documents take slots of their own");
}
