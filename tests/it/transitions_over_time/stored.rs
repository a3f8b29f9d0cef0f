//! The same courses on the real database: it tells what the register in memory tells.

use std::collections::HashMap;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, CheckResult, check};
use licence_core::history::{EntryId, HistoryEntry};
use licence_core::jurisdiction::JurisdictionCode::Ukgc;
use licence_core::licence::LicenceId;
use licence_core::period::Period;
use licence_core::point_in_time::AsOf;
use licence_core::register::Snapshot;
use licence_core::register::reading::{ListedLicence, RegisterReading};
use licence_core::time::Timestamp;
use licence_core::transition::{ApplyRules, LicenceRecord};
use licence_store::Store;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use uuid::Uuid;

use super::held::{CORRECTION_NOTE, Held};
use super::steps::{Course, Step, courses, number};
use super::{instants, past};
use crate::support::databases::TestDatabase;
use crate::support::dump::dump;
use crate::support::readings::{at, licence, open, reading, to_json};

const CASES: u32 = 12;

#[test]
fn the_database_tells_what_the_register_in_memory_tells() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let run = runner.run(&courses(), |course| {
        runtime.block_on(assert_same(&course));
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Of two licences of one company that list a site, the catalogue keeps the one that was seen last.
/// Where one reading was followed by another of the same instant, the next one tells which it is.
#[tokio::test]
async fn a_reading_after_two_of_one_instant_is_answered_as_the_database_tells() {
    let held =
        |nth: usize| licence("Buyer Limited", &number(nth), "Suspended", &["shared.example"]);
    let anchor = || licence("Anchor Limited", &number(0), "Active", &["anchor.example"]);
    let step = |read_at: &str, licences: Vec<ListedLicence>| {
        let licences = licences.into_iter().chain([anchor()]).collect();
        Step::Reading(RegisterReading { read_at: at(read_at), ..reading(Ukgc, 0, licences) })
    };
    let steps = vec![
        step("2026-03-01T00:00:00Z", vec![held(1), held(2)]),
        step("2026-03-02T00:00:00Z", vec![held(1)]),
        // The second is out of the register; the first is missing in the second reading.
        step("2026-03-05T00:00:00Z", vec![held(1)]),
        step("2026-03-05T00:00:00Z", vec![]),
        step("2026-03-06T00:00:00Z", vec![]),
    ];
    let grace = Period::from_hours(48);
    let rules = ApplyRules { grace, force: true, ..ApplyRules::default() };
    assert_same(&Course { rules, steps }).await;
}

/// After every step of the course.
async fn assert_same(course: &Course) {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    store.refresh_catalogue().await.unwrap();
    let mut held = Held::default();
    let mut events = Vec::new();
    for step in &course.steps {
        take(&store, &database, step, course, &held).await;
        held.take(step, &course.rules);
        assert_answers_as_built(&store).await;
        let recorded = recorded_events(&database).await;
        assert!(recorded.starts_with(&events), "an id that is not after all recorded before");
        events = recorded;
    }
    let names: Vec<String> = held.events.iter().map(|event| format!("'{}'", event.name)).collect();
    assert_eq!(events.into_iter().map(|(_, name)| name).collect::<Vec<_>>(), names);
    let stored = stored_ids(&database, &held).await;
    for (id, history) in &held.histories {
        let told = history_of(&store, stored[id]).await;
        assert_eq!(without_ids(told), without_ids(history.clone()));
    }
    assert_checks(&store, &held).await;
    store.close().await;
}

async fn take(store: &Store, database: &TestDatabase, step: &Step, course: &Course, held: &Held) {
    match step {
        Step::Reading(reading) => {
            let snapshot = Snapshot::of_bytes(to_json(reading));
            let now = reading.read_at;
            store.apply_reading(reading, &snapshot, &course.rules, now).await.unwrap();
        }
        Step::Correction { entry, at } => {
            let Some((id, place)) = held.entry(*entry) else { return };
            let id = stored_ids(database, held).await[&id];
            let entry = history_of(store, id).await[place].id;
            store.correct(entry, CORRECTION_NOTE, *at).await.unwrap().unwrap();
        }
    }
}

/// The ids and names of the events, in the order of their ids.
async fn recorded_events(database: &TestDatabase) -> Vec<(String, String)> {
    rows(database, "events").await
}

/// The licences of the database by those in memory: the entries of both are recorded in one order.
async fn stored_ids(database: &TestDatabase, held: &Held) -> HashMap<LicenceId, LicenceId> {
    let recorded = rows(database, "history").await;
    let in_memory = held.entries();
    assert_eq!(recorded.len(), in_memory.len());
    let id = |(_, licence_id): &(String, String)| {
        LicenceId(licence_id.trim_matches('\'').parse().unwrap())
    };
    in_memory.iter().map(|(held, _)| *held).zip(recorded.iter().map(id)).collect()
}

/// The first two cells of every row, quoted.
async fn rows(database: &TestDatabase, table: &str) -> Vec<(String, String)> {
    let cells = |row: &String| {
        // `id '…' name '…' …`
        let mut words = row.split_whitespace().map(str::to_owned);
        (words.nth(1).unwrap(), words.nth(1).unwrap())
    };
    dump(database.url()).await[table].iter().map(cells).collect()
}

/// Ids are random, and no snapshot is kept in memory.
fn without_ids(history: Vec<HistoryEntry>) -> Vec<HistoryEntry> {
    let without = |entry: HistoryEntry| HistoryEntry {
        id: EntryId(Uuid::nil()),
        snapshot_sha256: None,
        ..entry
    };
    history.into_iter().map(without).collect()
}

/// In the order of recording.
async fn history_of(store: &Store, id: LicenceId) -> Vec<HistoryEntry> {
    let mut history = store.history(id).await.unwrap().unwrap().history;
    history.reverse();
    history
}

/// After every course.
fn later() -> Timestamp {
    at("2027-03-01T00:00:00Z")
}

/// The catalogue, into which every reading was merged, answers as one that is built from all rows.
async fn assert_answers_as_built(store: &Store) {
    let records = store.catalogue_records().await.unwrap().records;
    let built = Catalogue::from_records(&records).unwrap();
    let merged = store.checker().await.unwrap();
    let hosts = (1..=3).flat_map(|nth| {
        ["a", "b", "www.a", "c"].map(|host| format!("{host}{nth}.example")).into_iter().chain([
            format!("brand{nth}.test"),
            format!("brand{nth}x.test"),
            format!("holder{nth}.test"),
        ])
    });
    let hosts = hosts
        .chain(["anchor.test", "anchor25.test", "buyer.test", "shared.example"].map(str::to_owned));
    let hosts = hosts.map(|host| CheckQuery::domain(&host).unwrap());
    let numbers = (0..=3).map(|nth| CheckQuery::licence_number(&format!("30000{nth}")).unwrap());
    for query in hosts.chain(numbers) {
        let (merged, built) = (merged.check(&query, later()), check(&built, &query, later()));
        let json = |result: &CheckResult| serde_json::to_string(result).unwrap();
        assert_eq!(json(&merged), json(&built));
    }
}

/// The point-in-time part of a check, at every instant that may matter.
async fn assert_checks(store: &Store, held: &Held) {
    for (id, history) in &held.histories {
        let number = &held.licences[id].licence.license_number;
        // A number that two companies share asks about one of them.
        let has_number = |record: &&LicenceRecord| record.licence.license_number == *number;
        if held.licences.values().filter(has_number).count() > 1 {
            continue;
        }
        let query = CheckQuery::licence_number(number).unwrap();
        for instant in instants(history) {
            let as_of = AsOf::parse(&instant.to_string(), later()).unwrap();
            let result = store.check(&query, Some(as_of), later()).await.unwrap();
            let (stored, pure) = (result.as_of.unwrap(), past(history, instant));
            assert_eq!(stored.knowledge, pure.knowledge);
            assert_eq!(stored.status_as_of, pure.status_as_of);
            assert_eq!(stored.tracking_since, pure.tracking_since);
        }
    }
}
