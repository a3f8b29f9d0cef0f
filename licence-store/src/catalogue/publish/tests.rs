use licence_core::transition::ApplyRules;
use tokio::task::yield_now;

use super::*;
use crate::{StoreOptions, sample_readings};

async fn store_of_the_sample() -> Store {
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
    store.apply_sample("2026-11-01T06:00:00Z".parse().unwrap()).await.unwrap();
    store
}

/// Reads one register again, a day later.
async fn read_again(store: &Store) {
    let now = "2026-11-02T06:00:00Z".parse().unwrap();
    let (reading, snapshot) = sample_readings(now).unwrap().remove(0);
    store.apply_reading(&reading, &snapshot, &ApplyRules::default(), now).await.unwrap();
}

#[tokio::test]
async fn callers_get_the_state_before_while_the_next_one_is_built() {
    let store = store_of_the_sample().await;
    let publication = Arc::new(CataloguePublication::default());
    let before = publication.newest(&store).await.unwrap();
    read_again(&store).await;

    let turn = Arc::clone(&publication.building).try_lock_owned().unwrap();
    let meanwhile = publication.newest(&store).await.unwrap();
    assert!(Arc::ptr_eq(&before, &meanwhile));
    drop(turn);
    let after = publication.newest(&store).await.unwrap();
    assert!(after.version > before.version, "{} {}", after.version, before.version);
    assert!(Arc::ptr_eq(&after, &publication.newest(&store).await.unwrap()), "built once");
}

#[tokio::test]
async fn a_caller_who_leaves_does_not_end_the_build() {
    let store = store_of_the_sample().await;
    let publication = Arc::new(CataloguePublication::default());
    let is_begun = async {
        while publication.building.try_lock().is_ok() {
            yield_now().await;
        }
    };
    tokio::select! {
        biased;
        _ = publication.newest(&store) => panic!("the caller was to leave before"),
        () = is_begun => {}
    }
    drop(publication.building.lock().await);
    assert!(publication.newest.load().is_some());
}

#[tokio::test]
async fn a_delta_that_many_ask_for_is_computed_once() {
    let store = store_of_the_sample().await;
    let publication = Arc::new(CataloguePublication::default());
    let before = publication.newest(&store).await.unwrap();
    read_again(&store).await;
    publication.newest(&store).await.unwrap();
    let ask = || publication.delta(&store, &before.records.1.sha256);
    let (one, other) = tokio::join!(ask(), ask());
    let (one, other) = (one.unwrap().unwrap(), other.unwrap().unwrap());
    assert_eq!(one.as_ptr(), other.as_ptr());
    let newest = publication.newest(&store).await.unwrap();
    assert_eq!(records::apply(&before.records.0, &one).unwrap(), newest.records.0);
}
