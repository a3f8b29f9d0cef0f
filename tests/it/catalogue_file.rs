//! The catalogue as a file: the same answers without a database, and a file that is replaced whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, CheckResult, Verdict, check, check_as_of};
use licence_core::jurisdiction::JurisdictionCode::An;
use licence_core::point_in_time::{AsOf, Knowledge};
use licence_core::records;
use licence_store::catalogue_file;

use crate::support::cases;
use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, at, licence, now, of_the_cases, open, open_seeded, reading};

async fn records_of(seed: u64, is_reversed: bool) -> Vec<u8> {
    let database = TestDatabase::new().await;
    let store = open_seeded(&database, seed).await;
    for mut reading in of_the_cases() {
        if is_reversed {
            reading.licences.reverse();
        }
        apply(&store, &reading).await.unwrap();
    }
    store.catalogue_records().await.unwrap().records
}

/// The ids of licences are those of one database.
fn without_ids(records: &[u8]) -> Vec<String> {
    let text = str::from_utf8(records).unwrap();
    let line = |line: &str| match line.strip_prefix("L\t").and_then(|line| line.split_once('\t')) {
        Some((_, rest)) => format!("L\t{rest}"),
        None => line.to_owned(),
    };
    text.lines().map(line).collect()
}

#[tokio::test]
async fn the_order_in_which_a_register_lists_its_rows_does_not_show() {
    let (forth, back) = (records_of(7, false).await, records_of(7, true).await);
    assert_eq!(without_ids(&forth), without_ids(&back));
    assert_eq!(records_of(7, false).await, forth);
    let file = |records: &[u8]| Catalogue::from_records(records).unwrap().as_bytes().clone();
    assert!(file(&forth) == file(&forth));
}

#[tokio::test]
async fn every_verdict_case_is_answered_from_a_file() {
    let catalogue = Catalogue::from_records(&records_of(7, false).await).unwrap();
    for case in cases::all() {
        let query = match (case.domain(), case.licence_number()) {
            (Some(domain), _) => CheckQuery::domain(domain).ok(),
            (None, number) => CheckQuery::licence_number(number.unwrap()).ok(),
        };
        let Some(query) = query.filter(|_| case.refused().is_none()) else { continue };
        let answer = check(&catalogue, &query, now());
        case.assert_answer(&serde_json::to_value(&answer).unwrap());
    }
}

#[tokio::test]
async fn the_answers_of_an_old_file_name_more_and_more_stale_registers() {
    let catalogue = Catalogue::from_records(&records_of(7, false).await).unwrap();
    let query = CheckQuery::domain("nothing-on-record-here.example").unwrap();
    let stale = |now: &str| check(&catalogue, &query, at(now)).meta.stale_jurisdictions;
    let (today, next_year, next_decade) = (
        stale("2026-11-01T07:00:00Z"),
        stale("2027-11-01T07:00:00Z"),
        stale("2036-11-01T07:00:00Z"),
    );
    assert!(today.len() < next_year.len(), "{today:?} {next_year:?}");
    assert_eq!(next_year, next_decade);
    let listed = CheckQuery::domain("www.betvictor.com").unwrap();
    let verdict = |now: &str| check(&catalogue, &listed, at(now)).verdict;
    assert_eq!(verdict("2026-11-01T07:00:00Z"), verdict("2036-11-01T07:00:00Z"));
    assert_ne!(verdict("2036-11-01T07:00:00Z"), Verdict::GenericTerm);
}

#[tokio::test]
async fn the_delta_of_a_reading_without_changes_is_the_line_of_its_register() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let mut readings = of_the_cases();
    for reading in &readings {
        apply(&store, reading).await.unwrap();
    }
    let old = store.catalogue_records().await.unwrap();
    let reading = &mut readings[0];
    reading.read_at = now();
    apply(&store, reading).await.unwrap();
    let new = store.catalogue_records().await.unwrap();
    assert!(new.version > old.version);
    let delta = records::delta(&old.records, &new.records);
    assert!(delta.len() < 400, "{}", String::from_utf8_lossy(&delta));
    assert_eq!(records::apply(&old.records, &delta).unwrap(), new.records);
}

/// A status that changes and comes back, one that is revoked, one that was withdrawn later, a licence
/// that appears late, and questions that lead to no licence.
#[tokio::test]
async fn a_file_with_the_history_answers_as_of_with_the_bytes_of_the_database() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for (hour, statuses) in [
        (0, &["valid", "valid"][..]),
        (2, &["suspended", "revoked"]),
        (4, &["valid", "revoked", "valid"]),
    ] {
        let row = |(number, status): (usize, &&str)| {
            let (name, host) = (format!("Operator {number}"), format!("host{number}.example"));
            licence(&name, &format!("ALSI-{number}-FI1"), status, &[&host])
        };
        let rows = statuses.iter().enumerate().map(row).collect();
        apply(&store, &reading(An, hour, rows)).await.unwrap();
    }
    let query = |host: &str| CheckQuery::domain(host).unwrap();
    let (now, instant) = (now(), |hour: i64| at(&format!("2026-11-01T{hour:02}:30:00Z")));
    let as_of = |hour| AsOf::parse(&instant(hour).to_string(), now).unwrap();
    let suspended = store.check(&query("host0.example"), Some(as_of(2)), now).await.unwrap();
    let entry = suspended.as_of.unwrap().established_by.unwrap().id;
    store.correct(entry, "misread", now).await.unwrap().unwrap();

    let (published, history) = store.catalogue_records_with_history().await.unwrap();
    let catalogue = Catalogue::from_records(&published.records).unwrap();
    let catalogue = Catalogue::from_bytes(catalogue.with_history(history).unwrap()).unwrap();
    let mut outcomes = BTreeSet::new();
    for host in ["host0.example", "www.host1.example", "host2.example", "a.host1.example", "x.test"]
    {
        for hour in 0..7 {
            let of_file = check_as_of(&catalogue, &query(host), as_of(hour), now).unwrap();
            let of_database = store.check(&query(host), Some(as_of(hour)), now).await.unwrap();
            outcomes.insert(of_file.as_of.as_ref().unwrap().knowledge.to_string());
            let json = |answer: &CheckResult| serde_json::to_string(answer).unwrap();
            assert_eq!(json(&of_file), json(&of_database), "{host} at hour {hour}");
        }
    }
    assert_eq!(outcomes.len(), Knowledge::ALL.len(), "{outcomes:?}");
}

const PATH: &str = "LICENCE_TEST_REPLACED_FILE";
const FAIL_BEFORE_WRITE: &str = "LICENCE_FAIL_BEFORE_WRITE";

#[test]
fn a_killed_replacement_leaves_the_old_file_or_the_new_one_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("licences.catalogue");
    let mut kills = 0;
    loop {
        fs::write(&path, "old").unwrap();
        let status = replacing(&path, kills + 1);
        let left = fs::read(&path).unwrap();
        assert!(left == b"old" || left == new(), "a mix after kill {kills}");
        if status.success() {
            assert!(left == new());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the killed left drafts");
            break;
        }
        kills += 1;
    }
    assert!(kills == 4 || !cfg!(debug_assertions), "killed before {kills} steps");
}

#[test]
fn two_replacements_at_once_leave_one_of_them_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("licences.catalogue");
    let contents = [vec![1; 100_000], vec![2; 200_000]];
    std::thread::scope(|scope| {
        for content in &contents {
            scope.spawn(|| (0..20).for_each(|_| catalogue_file::replace(&path, content).unwrap()));
        }
    });
    assert!(contents.contains(&fs::read(&path).unwrap()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
}

fn new() -> Vec<u8> {
    b"new".repeat(50_000)
}

/// Runs [`the_process_to_kill`] in a process of its own.
fn replacing(path: &Path, fail_before: usize) -> ExitStatus {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "catalogue_file::the_process_to_kill"])
        .env(PATH, path)
        .env(FAIL_BEFORE_WRITE, fail_before.to_string())
        .stdout(Stdio::null())
        .status()
        .unwrap()
}

#[test]
#[ignore = "a test above starts it in a process of its own"]
fn the_process_to_kill() {
    if let Some(path) = std::env::var_os(PATH) {
        catalogue_file::replace(Path::new(&path), &new()).unwrap();
    }
}
