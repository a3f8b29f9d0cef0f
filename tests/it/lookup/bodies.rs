//! Every body, field by field in its order, of the bundled sample; and each is read back from its
//! JSON as it was, because the command line reads what a remote server wrote.

use std::fmt::Debug;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::lookup::{ActionSort, JurisdictionList, Page};
use licence_core::point_in_time::AsOf;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{ALL, slug};
use crate::support::readings::{FreshStore, fresh_store, now};

const LANTERN: &str = "harbour-lantern-gaming-limited";

async fn sample() -> FreshStore {
    let store = fresh_store().await;
    store.apply_sample(now()).await.unwrap();
    store
}

/// The JSON as it is sent, laid out for reading.
fn json<T: Serialize + DeserializeOwned + PartialEq + Debug>(body: &T) -> String {
    let text = serde_json::to_string(body).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), body);
    serde_json::to_string_pretty(body).unwrap()
}

#[tokio::test]
async fn jurisdictions() {
    insta::assert_snapshot!("jurisdictions", json(&JurisdictionList::all()));
    let page = Page { limit: 2, offset: 1 };
    let operators = sample().await.operators_of(JurisdictionCode::Tgc, page).await.unwrap();
    insta::assert_snapshot!("jurisdiction_operators", json(&operators));
}

#[tokio::test]
async fn search() {
    let store = sample().await;
    let page = Page { limit: 2, offset: 0 };
    let found = store.search_operators("LANTERN", page).await.unwrap();
    insta::assert_snapshot!("search", json(&found));
    let nobody = store.search_operators("nobody at all", ALL).await.unwrap();
    insta::assert_snapshot!("search_nobody", json(&nobody));
}

#[tokio::test]
async fn operator() {
    let store = sample().await;
    let operator = store.operator(&slug(LANTERN), None).await.unwrap().unwrap();
    insta::assert_snapshot!("operator", json(&operator));
    let as_of = AsOf::parse("2026-11-01", now()).unwrap();
    let then = store.operator(&slug(LANTERN), Some(as_of)).await.unwrap().unwrap();
    insta::assert_snapshot!("operator_as_of", json(&then.licenses[1]));
}

#[tokio::test]
async fn licences() {
    let store = sample().await;
    let licences = store.operator_licences(&slug(LANTERN), false).await.unwrap().unwrap();
    insta::assert_snapshot!("operator_licences", json(&licences));
    let with_history = store.operator_licences(&slug(LANTERN), true).await.unwrap().unwrap();
    insta::assert_snapshot!("operator_licences_with_history", json(&with_history.licenses[0]));
    let id = licences.licenses[0].licence.id;
    insta::assert_snapshot!("licence", json(&store.licence(id, None).await.unwrap().unwrap()));
    let as_of = AsOf::parse("2026-10-31", now()).unwrap();
    let then = store.licence(id, Some(as_of)).await.unwrap().unwrap();
    insta::assert_snapshot!("licence_before_tracking", json(&then));
    insta::assert_snapshot!("history", json(&store.history(id).await.unwrap().unwrap()));
}

#[tokio::test]
async fn regulatory_actions() {
    let store = sample().await;
    let of = async |slug: &str| {
        let sort = ActionSort::DateDesc;
        store.regulatory_actions(&self::slug(slug), ALL, sort).await.unwrap().unwrap()
    };
    insta::assert_snapshot!("regulatory_actions", json(&of(LANTERN).await));
    let none = of("amber-toucan-bv").await;
    assert_eq!((none.total, none.regulatory_actions.len()), (0, 0));
    assert_eq!(none.meta, of(LANTERN).await.meta);
}

#[tokio::test]
async fn the_unknown_is_nothing() {
    let store = sample().await;
    let nobody = slug("nobody");
    let sort = ActionSort::default();
    assert!(store.operator(&nobody, None).await.unwrap().is_none());
    assert!(store.operator_licences(&nobody, true).await.unwrap().is_none());
    assert!(store.regulatory_actions(&nobody, ALL, sort).await.unwrap().is_none());
    let id = LicenceId(uuid::Uuid::from_u128(7));
    assert!(store.licence(id, None).await.unwrap().is_none());
    assert!(store.history(id).await.unwrap().is_none());
}
