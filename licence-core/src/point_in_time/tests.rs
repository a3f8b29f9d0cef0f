//! The decision table of the point in time, row by row.

use uuid::Uuid;

use super::*;
use crate::history::{ChangeType, EntryId, REGISTER_READ};
use LicenceStatus::{Active, Expired, NotInRegister, Revoked, Suspended, Unknown};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

const NOW: &str = "2026-11-20T12:00:00.000Z";

fn as_of(text: &str) -> AsOf {
    AsOf::parse(text, at(NOW)).unwrap()
}

fn entry(
    changed_at: &str,
    previous_status: Option<LicenceStatus>,
    new_status: LicenceStatus,
) -> HistoryEntry {
    HistoryEntry {
        id: EntryId(Uuid::from_u128(u128::from(changed_at.len() as u64))),
        changed_at: at(changed_at),
        previous_status,
        new_status,
        change_type: ChangeType::StatusChange,
        source_url: "https://register.example/".to_owned(),
        detected_by: REGISTER_READ.to_owned(),
        note: format!("{new_status} at {changed_at}"),
        snapshot_sha256: None,
        snapshot_fetched_at: None,
        corrected_at: None,
        correction_note: None,
    }
}

fn corrected(mut entry: HistoryEntry, corrected_at: &str) -> HistoryEntry {
    entry.corrected_at = Some(at(corrected_at));
    entry.correction_note = Some("read from a broken page".to_owned());
    entry
}

const MARCH: &str = "2026-03-01T06:00:00.000Z";
const MAY: &str = "2026-05-01T06:00:00.000Z";
const JULY: &str = "2026-07-01T06:00:00.000Z";
const AUGUST: &str = "2026-08-01T06:00:00.000Z";

/// Active from March, suspended from May, active again from July.
fn three_entries() -> Vec<HistoryEntry> {
    vec![
        entry(MARCH, None, Active),
        entry(MAY, Some(Active), Suspended),
        entry(JULY, Some(Suspended), Active),
    ]
}

/// Returns the parts of an answer that tests compare: the outcome, the status, and the note of the
/// entry in effect.
fn answer(
    history: &[HistoryEntry],
    text: &str,
) -> (Knowledge, Option<LicenceStatus>, Option<String>) {
    let answer = PointInTime::from_history(history, as_of(text));
    assert_eq!(answer.resolved_at, as_of(text).instant());
    assert_eq!(answer.tracking_since, history.iter().map(|entry| entry.changed_at).min());
    let in_effect = answer.established_by.map(|entry| entry.note);
    assert_eq!(answer.correction.is_some(), answer.knowledge == Knowledge::Corrected);
    (answer.knowledge, answer.status_as_of, in_effect)
}

fn observed(
    status: LicenceStatus,
    since: &str,
) -> (Knowledge, Option<LicenceStatus>, Option<String>) {
    (Knowledge::Observed, Some(status), Some(format!("{status} at {since}")))
}

fn withdrawn(
    status: LicenceStatus,
    since: &str,
) -> (Knowledge, Option<LicenceStatus>, Option<String>) {
    (Knowledge::Corrected, None, Some(format!("{status} at {since}")))
}

fn unknown() -> (Knowledge, Option<LicenceStatus>, Option<String>) {
    (Knowledge::BeforeTracking, None, None)
}

#[test]
fn rows_2_and_3_nothing_matched_or_nothing_specific() {
    for (answer, knowledge) in [
        (PointInTime::no_such_license(as_of(MAY)), Knowledge::NoSuchLicense),
        (PointInTime::no_license_resolved(as_of(MAY)), Knowledge::NoLicenseResolved),
    ] {
        assert_eq!((answer.knowledge, answer.status_as_of), (knowledge, None));
        assert!(answer.established_by.is_none() && answer.tracking_since.is_none());
        assert_eq!(answer.resolved_at, at(MAY));
    }
}

#[test]
fn rows_5_to_8_entries_hold_from_their_instant_on() {
    let history = three_entries();
    for (row, text, expected) in [
        (5, "2026-03-01T05:59:59.999Z", unknown()),
        (5, "2014-01-01", unknown()),
        (6, MARCH, observed(Active, MARCH)),
        (7, "2026-04-01", observed(Active, MARCH)),
        (8, "2026-05-01T05:59:59.999Z", observed(Active, MARCH)),
        (8, MAY, observed(Suspended, MAY)),
        (7, NOW, observed(Active, JULY)),
    ] {
        assert_eq!(answer(&history, text), expected, "row {row}, {text}");
    }
    assert_eq!(answer(&[], NOW), unknown());
}

#[test]
fn rows_9_to_11_and_15_a_withdrawn_entry_is_never_replaced_by_an_earlier_one() {
    let mut history = three_entries();
    history[1] = corrected(history[1].clone(), "2026-10-01T00:00:00Z");
    for (row, text, expected) in [
        (9, "2026-04-01", observed(Active, MARCH)),
        (11, "2026-06-01", withdrawn(Suspended, MAY)),
        (10, "2026-07-01", observed(Active, JULY)),
    ] {
        assert_eq!(answer(&history, text), expected, "row {row}, {text}");
    }
    // Withdrawn before the instant asked about, and after it: no difference.
    history[1].corrected_at = Some(at("2026-05-02T00:00:00Z"));
    assert_eq!(answer(&history, "2026-06-01"), withdrawn(Suspended, MAY));
    let correction = PointInTime::from_history(&history, as_of("2026-06-01")).correction.unwrap();
    assert_eq!(correction.withdrawn_status, Suspended);
    assert_eq!(correction.event, history[1]);
    assert_eq!(correction.corrected_at, at("2026-05-02T00:00:00Z"));
    assert_eq!(correction.correction_note.as_deref(), Some("read from a broken page"));
    let only = [corrected(entry(MARCH, None, Active), MAY)];
    assert_eq!(answer(&only, NOW), withdrawn(Active, MARCH), "row 15");
}

#[test]
fn rows_12_to_14_of_one_instant_the_last_recorded_counts() {
    let first = entry(MARCH, None, Active);
    let (lower, higher) = (entry(MAY, Some(Active), Suspended), entry(MAY, Some(Active), Revoked));
    let of = |lower: &HistoryEntry, higher: &HistoryEntry| {
        answer(&[first.clone(), lower.clone(), higher.clone()], NOW)
    };
    assert_eq!(of(&lower, &higher), observed(Revoked, MAY), "row 12");
    assert_eq!(of(&lower, &corrected(higher.clone(), JULY)), withdrawn(Revoked, MAY), "row 13");
    assert_eq!(of(&corrected(lower, JULY), &higher), observed(Revoked, MAY), "row 14");
}

#[test]
fn row_16_a_note_alone_withdraws_nothing() {
    let mut only = entry(MARCH, None, Active);
    only.correction_note = Some("spelling".to_owned());
    assert_eq!(answer(&[only], NOW), observed(Active, MARCH));
}

#[test]
fn row_17_entries_that_bear_no_status_are_skipped() {
    let mut history = three_entries();
    let renewed = entry(AUGUST, Some(Active), Active);
    history.push(renewed.clone());
    assert_eq!(answer(&history, NOW), observed(Active, JULY));
    history[3] = corrected(renewed, "2026-10-01T00:00:00Z");
    assert_eq!(answer(&history, NOW), observed(Active, JULY));
}

#[test]
fn rows_18_19_and_30_status_comes_from_entries_only() {
    for status in [NotInRegister, Unknown, Expired] {
        let history = [entry(MARCH, None, Active), entry(MAY, Some(Active), status)];
        assert_eq!(answer(&history, NOW), observed(status, MAY));
    }
    // An expiry date, a register that went stale: no entry, no change.
    assert_eq!(answer(&[entry(MARCH, None, Active)], NOW), observed(Active, MARCH));
}

#[test]
fn row_27_a_late_entry_stands_where_it_belongs() {
    let late = vec![
        entry(MARCH, None, Active),
        entry(JULY, Some(Active), Revoked),
        entry(MAY, Some(Active), Suspended),
    ];
    assert_eq!(answer(&late, "2026-06-01"), observed(Suspended, MAY));
    assert_eq!(answer(&late, NOW), observed(Revoked, JULY));
}

#[test]
fn rows_1_and_20_to_26_instants_are_read_exactly() {
    for (row, text, instant) in [
        (20, "2026-03-01", "2026-03-01T23:59:59.999Z"),
        (21, "2026-11-20", "2026-11-20T23:59:59.999Z"),
        (22, "2026-03-01T00:30:00+14:00", "2026-02-28T10:30:00.000Z"),
        (22, "2026-03-01T00:30:00Z", "2026-03-01T00:30:00.000Z"),
        (22, "2026-03-01t00:30:00z", "2026-03-01T00:30:00.000Z"),
        (23, "2026-03-01T00:30:00 14:00", "2026-02-28T10:30:00.000Z"),
        (23, "2026-03-01T00:30:00.5 00:00", "2026-03-01T00:30:00.500Z"),
        (24, "2026-03-01T00:00:00.1239Z", "2026-03-01T00:00:00.123Z"),
        (24, "2026-03-01T23:59:59.9999Z", "2026-03-01T23:59:59.999Z"),
        (26, NOW, NOW),
    ] {
        assert_eq!(as_of(text).instant(), at(instant), "row {row}, {text}");
    }
    for (row, text) in [
        (1, ""),
        (1, "yesterday"),
        (1, "2026"),
        (1, "20260301"),
        (1, "2026-03-01T"),
        (1, " 2026-03-01"),
        (1, "+2026-3-01"),
        (21, "2026-11-21"),
        (22, "2026-03-01T00:30:00"),
        (22, "2026-03-01 00:30:00Z"),
        (25, "2026-02-30"),
        (25, "2026-02-30T00:00:00Z"),
        (25, "2026-03-01T24:00:00Z"),
        (25, "2026-03-01T23:59:60Z"),
        (25, "2026-3-01"),
        (25, "2026-03-1T00:00:00Z"),
        (26, "2026-11-20T12:00:00.001Z"),
        (1, "2026-03-01T00:00:00Zé"),
        (1, "é026-03-01T00:00:00Z"),
    ] {
        assert!(AsOf::parse(text, at(NOW)).is_err(), "row {row}, {text:?}");
    }
    let future = AsOf::parse("2026-11-21", at(NOW)).unwrap_err();
    assert_eq!(
        future.to_string(),
        "\"2026-11-21\" lies in the future; now is 2026-11-20T12:00:00.000Z"
    );
}
