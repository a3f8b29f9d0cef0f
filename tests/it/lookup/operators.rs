//! Whose operators and licences are shown, in which order, and as of which read.

use licence_core::jurisdiction::JurisdictionCode::{Cw, Mga, Ukgc};
use licence_core::time::Timestamp;
use licence_store::Store;

use super::{ALL, slug};
use crate::support::readings::{apply, fresh_store, licence, open_seeded, reading};

#[tokio::test]
async fn licences_stand_by_jurisdiction_then_number_in_the_order_of_bytes() {
    let store = fresh_store().await;
    let of = |number: &str| licence("Lantern Limited", number, "Active", &[]);
    apply(&store, &reading(Ukgc, 0, vec![of("b-2"), of("B-10"), of("a-1")])).await.unwrap();
    apply(&store, &reading(Cw, 0, vec![of("OGL/2")])).await.unwrap();
    apply(&store, &reading(Mga, 0, vec![of("MGA/B2C/1"), of("MGA-B2C-2")])).await.unwrap();
    for slug in ["lantern-limited", "LANTERN-Limited"] {
        let licences = store.operator_licences(&self::slug(slug), false).await.unwrap().unwrap();
        assert_eq!(licences.operator_slug.as_str(), "lantern-limited");
        let places: Vec<String> = licences
            .licenses
            .iter()
            .map(|row| format!("{} {}", row.licence.jurisdiction_code, row.licence.license_number))
            .collect();
        assert_eq!(
            places,
            ["CW OGL/2", "MGA MGA-B2C-2", "MGA MGA/B2C/1", "UKGC B-10", "UKGC a-1", "UKGC b-2"]
        );
    }
}

#[tokio::test]
async fn an_operator_belongs_to_a_jurisdiction_by_any_licence() {
    let store = fresh_store().await;
    let rows = |names: &[&str]| {
        let row = |name: &&str| licence(name, &format!("N-{name}"), "Revoked", &[]);
        names.iter().map(row).collect()
    };
    apply(&store, &reading(Ukgc, 0, rows(&["Ada Ltd", "Bea Ltd"]))).await.unwrap();
    apply(&store, &reading(Cw, 0, rows(&["Bea Limited", "Cid NV"]))).await.unwrap();
    for (code, expected) in
        [(Ukgc, &["Ada Ltd", "Bea Ltd"][..]), (Cw, &["Bea Ltd", "Cid NV"]), (Mga, &[])]
    {
        let listed = store.operators_of(code, ALL).await.unwrap();
        assert_eq!((listed.jurisdiction_code, listed.total), (code, expected.len() as u64));
        assert!(listed.operators.is_sorted_by_key(|operator| operator.id));
        let mut names: Vec<_> = listed.operators.iter().map(|o| o.display_name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, expected, "{code}");
    }
}

/// The times of the licence and the domain of the operator, wherever they are shown.
async fn times(store: &Store) -> Vec<Timestamp> {
    let slug = slug("lantern-limited");
    let detail = store.operator(&slug, None).await.unwrap().unwrap();
    let listed = store.operator_licences(&slug, true).await.unwrap().unwrap();
    let found = store.search_operators("lantern", ALL).await.unwrap();
    let id = detail.licenses[0].licence.id;
    let one = store.licence(id, None).await.unwrap().unwrap();
    let history = store.history(id).await.unwrap().unwrap();
    let mut times = vec![detail.domains[0].last_listed_at];
    for licence in [&detail.licenses[0].licence, &listed.licenses[0].licence, &one.licence] {
        times.extend([
            licence.last_verified_at,
            licence.status_observed_at,
            licence.last_listed_at,
        ]);
    }
    let range = found.meta.freshness_range;
    let metas = [&detail.meta, &one.meta, &history.meta, &found.operators[0].meta];
    times.extend(metas.iter().filter_map(|meta| meta.scraped_at));
    times.extend(range.oldest.into_iter().chain(range.newest));
    times
}

#[tokio::test]
async fn times_follow_the_newest_complete_read() {
    let store = fresh_store().await;
    let rows = || {
        let other = licence("Other Limited", "N-2", "Active", &[]);
        vec![licence("Lantern Limited", "N-1", "Active", &["lantern.example"]), other]
    };
    for hour in [0, 6, 12] {
        let reading = reading(Ukgc, hour, rows());
        apply(&store, &reading).await.unwrap();
        let times = times(&store).await;
        assert_eq!(times.len(), 16);
        assert!(times.iter().all(|time| *time == reading.read_at), "{hour}: {times:?}");
    }
}

#[tokio::test]
async fn a_page_of_found_operators_tells_the_range_of_its_reads() {
    let store = fresh_store().await;
    let row = |name: &str| vec![licence(name, "N-1", "Active", &[])];
    let (old, new) = (reading(Ukgc, 0, row("Lantern A Ltd")), reading(Cw, 5, row("Lantern B NV")));
    for reading in [&old, &new] {
        apply(&store, reading).await.unwrap();
    }
    let meta = store.search_operators("lantern", ALL).await.unwrap().meta;
    assert_eq!(meta.freshness_range.oldest, Some(old.read_at));
    assert_eq!(meta.freshness_range.newest, Some(new.read_at));
    // Both readings name the same source.
    assert_eq!(meta.total_sources, 1);
}

#[tokio::test]
async fn a_search_sees_what_another_process_applied_once_it_is_refreshed() {
    let database = crate::support::databases::TestDatabase::new().await;
    let (one, other) = (open_seeded(&database, 1).await, open_seeded(&database, 2).await);
    let found = async |store: &Store| store.search_operators("ltd", ALL).await.unwrap().total;
    let row = |name: &str| licence(name, &format!("N-{name}"), "Active", &[]);
    apply(&one, &reading(Ukgc, 0, vec![row("Ada Ltd")])).await.unwrap();
    assert_eq!((found(&one).await, found(&other).await), (1, 1));
    apply(&one, &reading(Ukgc, 1, vec![row("Ada Ltd"), row("Bea Ltd")])).await.unwrap();
    assert_eq!((found(&one).await, found(&other).await), (2, 1));
    other.refresh_catalogue().await.unwrap();
    assert_eq!(found(&other).await, 2);
}
