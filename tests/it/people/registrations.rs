//! Clients that register themselves.

use licence_core::oauth::client::ClientMetadata;
use licence_core::oauth::{Client, TokenError};
use licence_store::service::{ConnectorError, Retention};
use serde_json::json;

use super::grants::{REDIRECT, registered};
use super::*;
use crate::support::databases::TestDatabase;
use crate::support::readings::open;

#[tokio::test]
async fn the_same_registration_is_one_row_and_an_unused_one_goes() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for _ in 0..100 {
        registered(&store, "Editor").await;
    }
    assert_eq!(store.clients().await.unwrap().len(), 1);
    let metadata = ClientMetadata::new(Some("Own tool"), &[REDIRECT]).unwrap();
    let added = store.add_client(metadata, now()).await.unwrap();
    let later = after(minutes(31 * 24 * 60));
    store.prune(Retention::default(), later).await.unwrap();
    let kept = store.clients().await.unwrap();
    assert_eq!(kept.iter().map(|it| &it.client.id).collect::<Vec<_>>(), [&added.id]);
}

/// The short twin for different registrations is in `assistants/account.rs`.
#[tokio::test]
#[ignore = "it registers for a minute"]
async fn a_hundred_thousand_registrations_for_a_minute() {
    const MANY: usize = 100_000;
    const ROOM: usize = 10_000;
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for _ in 0..MANY {
        registered(&store, "Editor").await;
    }
    assert_eq!(store.clients().await.unwrap().len(), 1);
    let mut refused = 0;
    for number in 0..MANY {
        let body = json!({"client_name": number.to_string(), "redirect_uris": [REDIRECT]});
        let client = Client::from_registration(body.to_string().as_bytes()).unwrap();
        match store.register_client(&client, now()).await {
            Ok(()) => {}
            Err(ConnectorError::Refused(TokenError::TemporarilyUnavailable)) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((refused, store.clients().await.unwrap().len()), (MANY + 1 - ROOM, ROOM));
    registered(&store, "Editor").await;
}
