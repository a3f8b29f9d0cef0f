use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Waker};

use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use licence_core::transition::ApplyRules;

use super::*;
use crate::{Store, StoreOptions};

const CODE: JurisdictionCode = JurisdictionCode::An;

fn at(minute: u64) -> Timestamp {
    let start: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
    start.later_by(Duration::from_secs(60 * minute))
}

async fn claimed(store: &Store, minute: u64) -> Option<Lease> {
    match Lease::claim(&store.databases, &store.entropy, CODE, &|| at(minute)).await.unwrap() {
        Claim::Ours(lease, _) => Some(lease),
        Claim::Busy { .. } => None,
    }
}

#[tokio::test]
async fn a_lease_ends_two_minutes_after_it_was_renewed_last() {
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
    let first = claimed(&store, 0).await.unwrap();
    assert!(claimed(&store, 1).await.is_none());
    first.renew(&store.databases, at(1)).await.unwrap();
    assert!(claimed(&store, 2).await.is_none());
    // It ended, and nobody took it.
    first.renew(&store.databases, at(10)).await.unwrap();
    assert!(claimed(&store, 11).await.is_none());
    let second = claimed(&store, 12).await.unwrap();
    let lost = first.renew(&store.databases, at(12)).await.unwrap_err();
    assert!(matches!(lost, StoreError::LeaseLost { code: CODE }), "{lost}");
    assert!(first.require(&store.databases.reader).await.is_err());
    second.require(&store.databases.reader).await.unwrap();
    let reading = br#"{"jurisdiction":"AN","read_at":"2026-11-01T06:00:00Z","complete":true,
            "source_url":"https://register.example/","source_kind":"dump","licences":[
            {"operator":{"name":"Alpha N.V."},"license_number":"ALSI-1-FI1","status_text":"valid"}]}"#;
    let reading = RegisterReading::from_json(reading, "reading.json").unwrap();
    let (snapshot, rules) = (Snapshot::new(Vec::new()), ApplyRules::default());
    let late = store.apply_leased(&reading, &snapshot, &rules, at(12), Some(&first)).await;
    assert!(matches!(late, Err(StoreError::LeaseLost { code: CODE })), "{late:?}");
    assert!(store.is_empty().await.unwrap(), "nothing of it was applied");
    store.apply_leased(&reading, &snapshot, &rules, at(12), Some(&second)).await.unwrap();
    let late = ("late", ReadFailure::Internal);
    first.finish(&store.databases, at(13), Err(late)).await.unwrap();
    assert!(claimed(&store, 13).await.is_none(), "only its holder gives a lease back");
    let lost = first.hold(&store.databases, &|| at(13), Duration::ZERO).await;
    assert!(matches!(lost, StoreError::LeaseLost { code: CODE }), "{lost}");
}

#[tokio::test]
async fn a_lease_begins_after_the_wait_for_another_writer() {
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
    let minute = AtomicU64::new(0);
    let clock = || at(minute.load(Ordering::SeqCst));
    let writing = store.databases.begin_register_write().await.unwrap();
    let mut claiming = pin!(Lease::claim(&store.databases, &store.entropy, CODE, &clock));
    assert!(claiming.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    minute.store(10, Ordering::SeqCst);
    writing.rollback().await.unwrap();
    assert!(matches!(claiming.await.unwrap(), Claim::Ours(..)));
    assert!(claimed(&store, 11).await.is_none(), "it ends at minute 12");
    assert!(claimed(&store, 12).await.is_some());
}

#[test]
fn a_read_does_not_hold_with_other_accepted_names_or_in_another_release() {
    let accepted = Accepted(vec!["Region".to_owned()]);
    let read = LastRead::new("00".to_owned(), HashMap::new(), accepted.clone());
    assert!(read.holds_with(&accepted));
    assert!(!read.holds_with(&Accepted::default()));
    let of_another = LastRead { release: "0.0.0".to_owned(), ..read };
    assert!(!of_another.holds_with(&accepted));
    let of_earlier = serde_json::from_str::<LastRead>(r#"{"snapshot_sha256":"00","files":{}}"#);
    assert!(of_earlier.is_err());
}
