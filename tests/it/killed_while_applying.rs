//! A process killed with SIGKILL before any write of a reading leaves the old state or the new,
//! never a mix, and a rerun completes it.
//!
//! The process is this test binary, started again for the ignored test at the end. An optimised
//! build has no fail points: there only the run to the end is tested.
#![cfg(unix)]

mod scenarios;

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};

use licence_store::{Entropy, Store, StoreOptions};

use crate::support::databases::TestDatabase;
use crate::support::dump::{assert_sound, dump};
use crate::support::readings::{answer, apply, open_seeded};

const SCENARIO: &str = "LICENCE_TEST_KILL_SCENARIO";
const DATABASE: &str = "LICENCE_TEST_KILL_DATABASE";
const FAIL_BEFORE_WRITE: &str = "LICENCE_FAIL_BEFORE_WRITE";
const SIGKILL: i32 = 9;

#[tokio::test]
async fn a_reading_that_changes_everything_is_applied_whole_or_not_at_all() {
    // A write of each of the twelve tables, the second statement of the domains, deletions and
    // overwritten rows, and the commit.
    assert_whole_or_not_at_all("everything", 19).await;
}

#[tokio::test]
async fn a_partial_reading_is_applied_whole_or_not_at_all() {
    assert_whole_or_not_at_all("partial", 8).await;
}

#[tokio::test]
async fn a_reading_that_changes_nothing_is_seen_again_or_not_at_all() {
    assert_whole_or_not_at_all("unchanged", 4).await;
}

async fn assert_whole_or_not_at_all(scenario: &str, min_kills: usize) {
    let (database, old) = prepared(scenario).await;
    assert!(applying(scenario, &database, None).success());
    let new = State::read(&database).await;
    assert_eq!(old.tables_other_than_in(&new), scenarios::named(scenario).changes);
    let mut kills = 0;
    while is_killed_before(kills + 1, scenario, &old, &new).await {
        kills += 1;
    }
    assert!(kills >= min_kills || !cfg!(debug_assertions), "only {kills} writes of {scenario}");
}

/// Kills one run and completes it. False when it came to its end first.
async fn is_killed_before(write: usize, scenario: &str, old: &State, new: &State) -> bool {
    let (database, prepared) = prepared(scenario).await;
    assert!(prepared == *old, "the same readings give the same database");
    let status = applying(scenario, &database, Some(write));
    assert!(status.success() || status.signal() == Some(SIGKILL), "write {write}: {status}");
    assert_sound(database.url()).await;
    let left = State::read(&database).await;
    assert!(left == *old || left == *new, "{scenario}: a mix after a kill before write {write}");
    if left == *old {
        assert!(applying(scenario, &database, None).success());
        assert!(State::read(&database).await == *new, "{scenario}: write {write}, not completed");
    }
    !status.success()
}

/// A database in the state before the reading.
async fn prepared(scenario: &str) -> (TestDatabase, State) {
    let database = TestDatabase::new().await;
    let store = open_seeded(&database, 7).await;
    for reading in scenarios::named(scenario).before {
        apply(&store, &reading).await.unwrap();
    }
    store.close().await;
    let state = State::read(&database).await;
    (database, state)
}

/// What a database holds and answers.
#[derive(PartialEq)]
struct State {
    tables: BTreeMap<String, Vec<String>>,
    answers: Vec<serde_json::Value>,
}

impl State {
    async fn read(database: &TestDatabase) -> Self {
        let store = open_seeded(database, 9).await;
        let mut answers = Vec::new();
        for domain in scenarios::DOMAINS {
            answers.push(answer(&store, domain).await);
        }
        store.close().await;
        Self { tables: dump(database.url()).await, answers }
    }

    fn tables_other_than_in(&self, other: &Self) -> Vec<&str> {
        let is_other =
            |(name, rows): &(&String, &Vec<String>)| other.tables.get(*name) != Some(rows);
        self.tables.iter().filter(is_other).map(|(name, _)| name.as_str()).collect()
    }
}

/// Runs [`the_process_to_kill`] in a process of its own.
fn applying(scenario: &str, database: &TestDatabase, fail_before: Option<usize>) -> ExitStatus {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process
        .args(["--ignored", "--exact", "killed_while_applying::the_process_to_kill"])
        .env(SCENARIO, scenario)
        .env(DATABASE, database.url())
        .stdout(Stdio::null());
    if let Some(write) = fail_before {
        process.env(FAIL_BEFORE_WRITE, write.to_string());
    }
    process.status().unwrap()
}

#[tokio::test]
#[ignore = "the tests above start it in a process of its own"]
async fn the_process_to_kill() {
    let (Ok(scenario), Ok(url)) = (std::env::var(SCENARIO), std::env::var(DATABASE)) else {
        return;
    };
    // Ids of its own, and the same ones on every run.
    let options = StoreOptions::new(url).with_entropy(Entropy::fixed(8));
    let store = Store::open(&options).await.unwrap();
    apply(&store, &scenarios::named(&scenario).next).await.unwrap();
}
