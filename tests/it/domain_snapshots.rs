//! Five months of the UKGC's dated domain lists replayed as readings: what the store reports as
//! listed and delisted is what a comparison of the lists by hand gives, and what it says of the
//! past is the list that was in force then.

mod lists;

use std::collections::{BTreeMap, BTreeSet};

use licence_core::check::CheckQuery;
use licence_core::history::{ChangeType, HistoryEntry};
use licence_core::jurisdiction::JurisdictionCode::Ukgc;
use licence_core::licence::LicenceId;
use licence_core::period::Period;
use licence_core::point_in_time::{AsOf, Knowledge, PointInTime};
use licence_core::register::Snapshot;
use licence_core::register::domain_cell::host_of;
use licence_core::register::reading::{ListedLicence, RegisterReading};
use licence_core::status::LicenceStatus::{self, Active, NotInRegister};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_store::{ReadingSummary, Store};

use crate::support::readings::{fresh_store, licence, reading, to_json};
use lists::List;

/// The fictional companies that share the domains.
const OPERATORS: u64 = 8;

fn operator(key: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    key.bytes().fold(0xcbf2_9ce4_8422_2325, hash) % OPERATORS
}

fn operator_name(operator: u64) -> String {
    format!("Company {operator} Limited")
}

fn number(nth: usize) -> String {
    format!("{nth:06}-R-{nth:06}-001")
}

fn reading_of(list: &List, licences: Vec<ListedLicence>) -> RegisterReading {
    RegisterReading { read_at: list.read_at, ..reading(Ukgc, 0, licences) }
}

async fn apply(store: &Store, reading: &RegisterReading, rules: &ApplyRules) -> ReadingSummary {
    let snapshot = Snapshot::of_bytes(to_json(reading));
    store.apply_reading(reading, &snapshot, rules, reading.read_at).await.unwrap()
}

/// Long after the last list.
fn now(lists: &[List]) -> Timestamp {
    shifted(lists[lists.len() - 1].read_at, 86_400_000)
}

fn shifted(instant: Timestamp, millis: i64) -> Timestamp {
    Timestamp::from_epoch_millis(instant.epoch_millis() + millis).unwrap()
}

/// The licence on record under a number.
async fn licence_id(store: &Store, number: &str, now: Timestamp) -> LicenceId {
    let query = CheckQuery::licence_number(number).unwrap();
    let matched = store.check(&query, None, now).await.unwrap().matched;
    matched.and_then(|matched| matched.license_id).unwrap()
}

/// A history in the order of recording.
async fn history(store: &Store, id: LicenceId) -> Vec<HistoryEntry> {
    let mut history = store.history(id).await.unwrap().unwrap().history;
    history.reverse();
    history
}

#[tokio::test]
async fn domains_come_and_go_under_standing_licences_as_the_lists_say() {
    let Some(lists) = lists::read() else { return };
    let store = fresh_store().await;
    for (nth, list) in lists.iter().enumerate() {
        let applied =
            apply(&store, &reading_of(list, by_operator(list)), &ApplyRules::default()).await;
        let (_, gone) = lists::changes(&lists, nth);
        assert_eq!(applied.delisted, gone.len(), "{}", list.read_at);
        assert_eq!(applied.missing, 0, "{}", list.read_at);
    }
    let told = told_of_domains(&store, now(&lists)).await;
    for (nth, list) in lists.iter().enumerate().skip(1) {
        let (come, gone) = lists::changes(&lists, nth);
        let owned = |keys: BTreeSet<&str>| keys.into_iter().map(str::to_owned).collect();
        let expected: [BTreeSet<String>; 2] = [owned(come), owned(gone)];
        let told = told.get(&list.read_at).cloned().unwrap_or_default();
        assert_eq!(told, expected, "{}", list.read_at);
    }
    assert_verdicts_of_the_last_list(&store, &lists).await;
}

fn by_operator(list: &List) -> Vec<ListedLicence> {
    let licence_of = |nth: u64| {
        let cells = list.cells.iter().filter(|(key, _)| operator(key) == nth);
        let cells: Vec<&str> = cells.map(|(_, cell)| cell.as_str()).collect();
        licence(&operator_name(nth), &number(nth as usize + 1), "Active", &cells)
    };
    (0..OPERATORS).map(licence_of).collect()
}

/// What the histories of all licences name as listed and as delisted, by instant.
async fn told_of_domains(
    store: &Store,
    now: Timestamp,
) -> BTreeMap<Timestamp, [BTreeSet<String>; 2]> {
    let mut told: BTreeMap<Timestamp, [BTreeSet<String>; 2]> = BTreeMap::new();
    for nth in 0..OPERATORS {
        let id = licence_id(store, &number(nth as usize + 1), now).await;
        for entry in history(store, id).await.iter().skip(1) {
            assert_eq!(entry.change_type, ChangeType::DataUpdate);
            let [listed, delisted] = told.entry(entry.changed_at).or_default();
            listed.extend(named(&entry.note, "domains listed: "));
            delisted.extend(named(&entry.note, "domains delisted: "));
        }
    }
    told
}

/// The keys of the domains that a note names after these words.
fn named(note: &str, words: &str) -> Vec<String> {
    let phrases = note.strip_prefix("The register shows ").and_then(|note| note.strip_suffix('.'));
    let mut phrases = phrases.unwrap().split("; ");
    let domains = phrases.find_map(|phrase| phrase.strip_prefix(words));
    domains.into_iter().flat_map(|domains| domains.split(", ")).map(lists::key).collect()
}

async fn assert_verdicts_of_the_last_list(store: &Store, lists: &[List]) {
    let checker = store.checker().await.unwrap();
    let last = &lists[lists.len() - 1].cells;
    for key in lists::all_keys(lists).into_iter().filter(|key| host_of(key).is_ok()) {
        let verdict = checker.check(&CheckQuery::domain(key).unwrap(), now(lists)).verdict;
        let expected = if last.contains_key(key) { "licensed" } else { "domain_not_listed" };
        assert_eq!(verdict.as_str(), expected, "{key}");
    }
}

#[tokio::test]
async fn each_domain_its_own_licence_has_the_history_and_the_past_of_the_lists() {
    let Some(lists) = lists::read() else { return };
    let store = fresh_store().await;
    let numbers: BTreeMap<&str, String> =
        lists::all_keys(&lists).into_iter().zip(1..).map(|(key, n)| (key, number(n))).collect();
    let mut seen = BTreeSet::new();
    for (nth, list) in lists.iter().enumerate() {
        let (come, gone) = lists::changes(&lists, nth);
        let (again, new): (Vec<&str>, Vec<&str>) = come.iter().partition(|k| seen.contains(*k));
        let rules = ApplyRules { grace: Period::from_hours(0), ..ApplyRules::default() };
        let applied = apply(&store, &reading_of(list, one_each(list, &numbers)), &rules).await;
        assert_eq!((applied.created, applied.missing), (new.len(), gone.len()), "{}", list.read_at);
        let rewritten = lists::rewritten(&lists, nth);
        assert_eq!(applied.changed, again.len() + rewritten, "{}", list.read_at);
        assert_eq!(applied.events, come.len() + gone.len(), "{}", list.read_at);
        seen.extend(come);
    }
    for (key, number) in &numbers {
        let id = licence_id(&store, number, now(&lists)).await;
        let history = history(&store, id).await;
        assert_eq!(summaries(&history), expected(&lists, key), "{key}");
        assert_past(&history, &lists, key);
    }
    assert_checks_of_the_past(&store, &lists, &numbers).await;
}

fn one_each(list: &List, numbers: &BTreeMap<&str, String>) -> Vec<ListedLicence> {
    let one = |(key, cell): (&String, &String)| {
        licence(&operator_name(operator(key)), &numbers[key.as_str()], "Active", &[cell.as_str()])
    };
    list.cells.iter().map(one).collect()
}

type Summary = (Timestamp, Option<LicenceStatus>, LicenceStatus, ChangeType);

fn summaries(history: &[HistoryEntry]) -> Vec<Summary> {
    let summary = |entry: &HistoryEntry| {
        (entry.changed_at, entry.previous_status, entry.new_status, entry.change_type)
    };
    history.iter().map(summary).collect()
}

/// The history of a domain as the lists have it.
fn expected(lists: &[List], key: &str) -> Vec<Summary> {
    let mut entries: Vec<Summary> = Vec::new();
    for list in lists {
        let before = entries.last().map(|(_, _, status, _)| *status);
        let status = if list.cells.contains_key(key) { Active } else { NotInRegister };
        match before {
            None if status == Active => {
                entries.push((list.read_at, None, Active, ChangeType::Created));
            }
            Some(before) if before != status => {
                entries.push((list.read_at, Some(before), status, ChangeType::StatusChange));
            }
            _ => {}
        }
    }
    entries
}

/// What is known of a domain at an instant, from the list in force then.
fn expected_past(lists: &[List], key: &str, instant: Timestamp) -> Option<LicenceStatus> {
    let until = lists.partition_point(|list| list.read_at <= instant);
    let was_listed = lists[..until].iter().any(|list| list.cells.contains_key(key));
    let is_listed =
        lists::in_force(lists, instant).is_some_and(|list| list.cells.contains_key(key));
    match (was_listed, is_listed) {
        (false, _) => None,
        (true, true) => Some(Active),
        (true, false) => Some(NotInRegister),
    }
}

/// Every list's instant, the millisecond before it, and the middle until the next.
fn instants(lists: &[List]) -> Vec<Timestamp> {
    let middle = |pair: &[List]| {
        let between = pair[1].read_at.epoch_millis() - pair[0].read_at.epoch_millis();
        shifted(pair[0].read_at, between / 2)
    };
    let at_lists = lists.iter().flat_map(|list| [list.read_at, shifted(list.read_at, -1)]);
    at_lists.chain(lists.windows(2).map(middle)).chain([now(lists)]).collect()
}

fn as_of(instant: Timestamp) -> AsOf {
    AsOf::parse(&instant.to_string(), instant).unwrap()
}

fn assert_is(past: &PointInTime, expected: Option<LicenceStatus>, key: &str) {
    let knowledge = expected.map_or(Knowledge::BeforeTracking, |_| Knowledge::Observed);
    let (found, instant) = ((past.knowledge, past.status_as_of), past.resolved_at);
    assert_eq!(found, (knowledge, expected), "{key} as of {instant}");
}

/// The pure answer, at every instant.
fn assert_past(history: &[HistoryEntry], lists: &[List], key: &str) {
    for instant in instants(lists) {
        let past = PointInTime::from_history(history, as_of(instant));
        assert_is(&past, expected_past(lists, key, instant), key);
    }
}

/// The answer of a check: of every domain that ever changed around its changes, of others here and
/// there.
async fn assert_checks_of_the_past(
    store: &Store,
    lists: &[List],
    numbers: &BTreeMap<&str, String>,
) {
    for (nth, (key, number)) in numbers.iter().enumerate() {
        let changes = expected(lists, key);
        let changed = changes.len() > 1 || changes[0].0 != lists[0].read_at;
        if !changed && nth % 40 != 0 {
            continue;
        }
        let around = changes.iter().flat_map(|change| [change.0, shifted(change.0, -1)]);
        let some = instants(lists).into_iter().skip(nth % 30).step_by(30);
        for instant in around.chain(some) {
            let query = match host_of(key) {
                Ok(host) => CheckQuery::domain(host.as_str()).unwrap(),
                Err(_) => CheckQuery::licence_number(number).unwrap(),
            };
            let result = store.check(&query, Some(as_of(instant)), now(lists)).await.unwrap();
            assert_is(&result.as_of.unwrap(), expected_past(lists, key, instant), key);
        }
    }
}
