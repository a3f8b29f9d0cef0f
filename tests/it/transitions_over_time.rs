//! What must hold of the past whatever the readings: random courses of a register with every
//! status, licences that go and come back, partial readings and corrections. In memory first, then
//! some of them on the real database, which must do the same.

mod held;
mod steps;
mod stored;

use licence_core::event::{EventData, EventDraft, EventName};
use licence_core::history::HistoryEntry;
use licence_core::licence::LicenceId;
use licence_core::point_in_time::{AsOf, Knowledge, PointInTime};
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use proptest::prelude::*;

use held::Held;
use steps::{Step, courses, shuffled};

fn shifted(instant: Timestamp, millis: i64) -> Timestamp {
    Timestamp::from_epoch_millis(instant.epoch_millis() + millis).unwrap()
}

fn past(history: &[HistoryEntry], instant: Timestamp) -> PointInTime {
    let as_of = AsOf::parse(&instant.to_string(), instant).unwrap();
    PointInTime::from_history(history, as_of)
}

/// The answer without the instant it is about.
fn answer(history: &[HistoryEntry], instant: Timestamp) -> PointInTime {
    let epoch = Timestamp::from_epoch_millis(0).unwrap();
    PointInTime { resolved_at: epoch, ..past(history, instant) }
}

/// Around every entry, between them, and before and after all.
fn instants(history: &[HistoryEntry]) -> Vec<Timestamp> {
    let around = |entry: &HistoryEntry| {
        [-1_800_000, -1, 0, 1, 1_800_000].map(|millis| shifted(entry.changed_at, millis))
    };
    history.iter().flat_map(around).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_of_now_is_the_current_status_unless_it_was_corrected(course in courses()) {
        let mut held = Held::default();
        for step in &course.steps {
            held.take(step, &course.rules);
            for (id, record) in &held.licences {
                let past = past(&held.histories[id], step.at());
                let entry = past.established_by.as_ref().unwrap();
                prop_assert_eq!(entry.new_status, record.licence.status);
                match past.knowledge {
                    Knowledge::Observed => {
                        prop_assert_eq!(past.status_as_of, Some(record.licence.status));
                    }
                    knowledge => {
                        prop_assert_eq!(knowledge, Knowledge::Corrected);
                        prop_assert!(entry.corrected_at.is_some() && past.status_as_of.is_none());
                    }
                }
            }
        }
    }

    #[test]
    fn the_answer_changes_only_at_the_instant_of_an_entry(course in courses()) {
        for history in Held::after(&course).histories.values() {
            for instant in instants(history) {
                let entries = history.iter().map(|entry| entry.changed_at);
                let last = entries.filter(|changed_at| *changed_at <= instant).max();
                match last {
                    Some(last) => {
                        prop_assert_eq!(answer(history, instant), answer(history, last));
                    }
                    None => {
                        let knowledge = past(history, instant).knowledge;
                        prop_assert_eq!(knowledge, Knowledge::BeforeTracking);
                    }
                }
            }
        }
    }

    #[test]
    fn a_later_reading_never_changes_an_earlier_answer(course in courses()) {
        let mut held = Held::default();
        for step in &course.steps {
            let before = held.histories.clone();
            held.take(step, &course.rules);
            let Step::Reading(reading) = step else { continue };
            for (id, history) in &before {
                let earlier = instants(history).into_iter().filter(|t| *t < reading.read_at);
                for instant in earlier.chain([shifted(reading.read_at, -1)]) {
                    prop_assert_eq!(past(history, instant), past(&held.histories[id], instant));
                }
            }
        }
    }

    #[test]
    fn a_correction_changes_the_answers_until_the_next_status_and_no_others(course in courses()) {
        let mut held = Held::default();
        for step in &course.steps {
            let before = held.clone();
            held.take(step, &course.rules);
            let Step::Correction { entry, .. } = step else { continue };
            let Some((id, place)) = before.entry(*entry) else { continue };
            for (other, history) in &before.histories {
                if *other != id {
                    prop_assert_eq!(history, &held.histories[other]);
                }
            }
            assert_corrected(&before.histories[&id], &held.histories[&id], place)?;
        }
    }

    #[test]
    fn the_order_of_the_rows_changes_nothing(course in courses(), seed in any::<u64>()) {
        let (one, other) = (Held::after(&course), Held::after(&shuffled(&course, seed)));
        prop_assert_eq!(one.histories, other.histories);
        prop_assert_eq!(one.events, other.events);
        prop_assert_eq!(one.licences, other.licences);
    }

    #[test]
    fn every_event_has_its_entry_and_every_status_its_event(course in courses()) {
        let held = Held::after(&course);
        let mut announced: Vec<_> = held.events.iter().map(told_by_event).collect();
        let told = |(id, history): (&LicenceId, &Vec<HistoryEntry>)| {
            let bearing = history.iter().filter(|entry| entry.bears_status());
            let told = |entry: &HistoryEntry| told_by_entry(*id, entry);
            bearing.map(told).collect::<Vec<_>>()
        };
        let mut entered: Vec<_> = held.histories.iter().flat_map(told).collect();
        announced.sort();
        entered.sort();
        prop_assert_eq!(announced, entered);
    }
}

/// Inside the interval of the entry the answer is that it was withdrawn, outside it is as before.
fn assert_corrected(
    before: &[HistoryEntry],
    after: &[HistoryEntry],
    place: usize,
) -> Result<(), TestCaseError> {
    let entry = &before[place];
    let next = before[place + 1..].iter().find(|entry| entry.bears_status());
    let is_inside = |instant: Timestamp| {
        let is_before_next = next.is_none_or(|next| instant < next.changed_at);
        entry.bears_status() && entry.changed_at <= instant && is_before_next
    };
    for instant in instants(before) {
        let (was, is) = (past(before, instant), past(after, instant));
        if is_inside(instant) {
            prop_assert_eq!(is.knowledge, Knowledge::Corrected);
            let correction = is.correction.unwrap();
            prop_assert_eq!(correction.event.id, entry.id);
            prop_assert_eq!(correction.withdrawn_status, entry.new_status);
        } else {
            prop_assert_eq!(is, was);
        }
    }
    Ok(())
}

/// Whose, when, from what, to what.
type Told = (LicenceId, Timestamp, Option<&'static str>, &'static str);

fn told_by_entry(id: LicenceId, entry: &HistoryEntry) -> Told {
    let previous = entry.previous_status.map(LicenceStatus::as_str);
    (id, entry.changed_at, previous, entry.new_status.as_str())
}

fn told_by_event(event: &EventDraft) -> Told {
    match &event.data {
        EventData::Issued(issued) => {
            assert_eq!(event.name, EventName::Issued);
            (issued.license_id, issued.observed_at, None, issued.status.as_str())
        }
        EventData::StatusChanged(changed) => {
            let is_expired = changed.new_status == LicenceStatus::Expired;
            assert_eq!(event.name == EventName::Expired, is_expired);
            let previous = Some(changed.previous_status.as_str());
            (changed.license_id, changed.changed_at, previous, changed.new_status.as_str())
        }
        other => panic!("no event of a reading without actions: {other:?}"),
    }
}
