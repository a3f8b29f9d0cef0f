use uuid::Uuid;

use super::*;
use crate::history::{ChangeType, EntryId, REGISTER_READ, status_change_type};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn entry(before: Option<LicenceStatus>, after: LicenceStatus, day: &str) -> HistoryEntry {
    let change_type = match before {
        None => ChangeType::Created,
        Some(_) => status_change_type(after),
    };
    HistoryEntry {
        id: EntryId(Uuid::nil()),
        changed_at: at(&format!("{day}T00:00:00Z")),
        previous_status: before,
        new_status: after,
        change_type,
        source_url: String::new(),
        detected_by: REGISTER_READ.to_owned(),
        note: String::new(),
        snapshot_sha256: None,
        snapshot_fetched_at: None,
        corrected_at: None,
        correction_note: None,
    }
}

fn history() -> Vec<HistoryEntry> {
    use LicenceStatus::{Active, Revoked, Suspended};
    vec![
        entry(None, Active, "2026-01-01"),
        entry(Some(Active), Active, "2026-02-01"),
        HistoryEntry {
            corrected_at: Some(at("2026-10-01T00:00:00Z")),
            ..entry(Some(Active), Suspended, "2026-07-20")
        },
        entry(Some(Suspended), Active, "2026-07-21"),
        entry(Some(Active), Revoked, "2026-10-28"),
    ]
}

#[test]
fn each_status_has_its_span_and_a_withdrawn_one_is_crossed_out() {
    let (now, as_of) = (at("2026-11-27T12:00:00Z"), at("2026-09-09T23:59:59Z"));
    let expected = include_str!("../snapshots/timeline.svg").trim_end();
    assert_eq!(status_timeline("time", &history(), now, Some(as_of)), expected);
}

#[test]
fn an_instant_before_tracking_is_marked_in_the_hatched_area() {
    let (now, as_of) = (at("2026-11-27T12:00:00Z"), at("2020-01-01T00:00:00Z"));
    let picture = status_timeline("time", &history(), now, Some(as_of));
    assert!(picture.contains("class=\"as-of\" x1=\"30\""), "{picture}");
}

#[test]
fn a_first_observation_of_this_very_instant_fills_the_tracked_time() {
    let now = at("2026-01-01T00:00:00Z");
    let picture = status_timeline("time", &history()[..1], now, Some(now));
    assert!(picture.contains("class=\"status-active\" x=\"60\""), "{picture}");
    assert!(picture.contains("width=\"660\""), "{picture}");
}
