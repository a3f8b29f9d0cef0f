//! The past of licences: each tells of itself, and nothing stands for the operator as a whole.

use licence_core::jurisdiction::JurisdictionCode::{Cw, Ukgc};
use licence_core::point_in_time::{AsOf, Knowledge};
use licence_core::status::LicenceStatus::{Active, Revoked, Suspended};

use super::slug;
use crate::support::readings::{FreshStore, apply, at, fresh_store, licence, reading};

/// UKGC: active, then suspended at 04:00; CW: first seen at 02:00, revoked at 05:00.
async fn two_licences() -> FreshStore {
    let store = fresh_store().await;
    for (code, hour, status) in [
        (Ukgc, 0, "Active"),
        (Cw, 2, "Active"),
        (Ukgc, 4, "Suspended"),
        (Cw, 5, "Licence revoked"),
        (Ukgc, 6, "Suspended"),
    ] {
        let row = licence("Lantern Limited", &format!("{code}/1"), status, &[]);
        apply(&store, &reading(code, hour, vec![row])).await.unwrap();
    }
    store
}

#[tokio::test]
async fn every_licence_of_an_operator_has_its_own_past() {
    let store = two_licences().await;
    let now = at("2026-11-02T00:00:00Z");
    let unknown = (Knowledge::BeforeTracking, None);
    let observed = |status| (Knowledge::Observed, Some(status));
    for (instant, cw, ukgc) in [
        ("2026-10-31", unknown, unknown),
        ("2026-11-01T01:00:00Z", unknown, observed(Active)),
        ("2026-11-01T03:59:59.999Z", observed(Active), observed(Active)),
        ("2026-11-01T04:00:00Z", observed(Active), observed(Suspended)),
        ("2026-11-01", observed(Revoked), observed(Suspended)),
    ] {
        let as_of = AsOf::parse(instant, now).unwrap();
        let detail = store.operator(&slug("lantern-limited"), Some(as_of)).await.unwrap().unwrap();
        let mut told = Vec::new();
        for row in &detail.licenses {
            let past = row.as_of.as_ref().unwrap();
            assert_eq!(past.resolved_at, as_of.instant());
            told.push((past.knowledge, past.status_as_of));
            let one = store.licence(row.licence.id, Some(as_of)).await.unwrap().unwrap();
            assert_eq!((one.as_of.as_ref(), &one.licence), (Some(past), &row.licence));
            assert_eq!(one.operator_slug, detail.operator.slug);
        }
        assert_eq!(told, [cw, ukgc], "{instant}");
        // What is shown beside the past is the present.
        let present: Vec<_> = detail.licenses.iter().map(|row| row.licence.status).collect();
        assert_eq!(present, [Revoked, Suspended]);
    }
}

#[tokio::test]
async fn a_licence_of_today_has_its_status_then_whoever_held_it() {
    let store = fresh_store().await;
    for (hour, holder) in [(0, "Lantern Limited"), (4, "Heron Limited")] {
        let row = licence(holder, "UKGC/1", "Active", &[]);
        apply(&store, &reading(Ukgc, hour, vec![row])).await.unwrap();
    }
    let as_of = AsOf::parse("2026-11-01T01:00:00Z", at("2026-11-02T00:00:00Z")).unwrap();
    let detail = store.operator(&slug("heron-limited"), Some(as_of)).await.unwrap().unwrap();
    let past = detail.licenses[0].as_of.as_ref().unwrap();
    assert_eq!((past.knowledge, past.status_as_of), (Knowledge::Observed, Some(Active)));
    let former = store.operator(&slug("lantern-limited"), Some(as_of)).await.unwrap().unwrap();
    assert!(former.licenses.is_empty());
}

#[tokio::test]
async fn histories_stand_newest_first_under_their_licences() {
    let store = two_licences().await;
    let slug = slug("lantern-limited");
    let listed = store.operator_licences(&slug, true).await.unwrap().unwrap();
    assert_eq!(listed.licenses.len(), 2);
    for row in &listed.licenses {
        let history = row.history.as_ref().unwrap();
        assert_eq!(history.len(), 2);
        assert!(history[0].changed_at > history[1].changed_at);
        assert_eq!((history[0].new_status, history[1].new_status), (row.licence.status, Active));
        let whole = store.history(row.licence.id).await.unwrap().unwrap();
        assert_eq!(&whole.history, history);
    }
    let without = store.operator_licences(&slug, false).await.unwrap().unwrap();
    assert!(without.licenses.iter().all(|row| row.history.is_none() && row.as_of.is_none()));
}

#[tokio::test]
async fn a_withdrawn_entry_is_said_to_be_withdrawn() {
    let store = two_licences().await;
    let slug = slug("lantern-limited");
    let listed = store.operator_licences(&slug, true).await.unwrap().unwrap();
    let suspended = listed.licenses[1].history.as_ref().unwrap()[0].id;
    let now = at("2026-11-02T00:00:00Z");
    store.correct(suspended, "a misread page", now).await.unwrap().unwrap();
    let as_of = AsOf::parse("2026-11-01T05:00:00Z", now).unwrap();
    let detail = store.operator(&slug, Some(as_of)).await.unwrap().unwrap();
    let knowledge: Vec<_> =
        detail.licenses.iter().map(|row| row.as_of.as_ref().unwrap().knowledge).collect();
    assert_eq!(knowledge, [Knowledge::Observed, Knowledge::Corrected]);
    assert_eq!(detail.licenses[1].as_of.as_ref().unwrap().status_as_of, None);
}
