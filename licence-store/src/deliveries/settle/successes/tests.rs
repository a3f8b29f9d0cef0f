//! The statement on SQLite.

use super::*;
use crate::connect::open;
use crate::deliveries::fixture::finished;

/// Returns the statement for three successes.
fn three() -> Statement {
    let success = finished(1, Some(200));
    let ended = success.ended.as_ref().unwrap();
    update(DbBackend::Sqlite, (&*success.lease, 1, Some(200)), &[(&success, ended); 3])
}

#[tokio::test]
async fn sqlite_keeps_no_pages_for_the_statement() {
    let database = open("sqlite::memory:").await.unwrap().writer;
    let mut statement = three();
    assert!(statement.sql.starts_with("update or fail "), "a failure ends the transaction");
    statement.sql.insert_str(0, "explain ");
    let program = database.query_all_raw(statement).await.unwrap();
    let steps: Vec<String> =
        program.iter().map(|step| step.try_get("", "opcode").unwrap()).collect();
    assert!(steps.iter().any(|step| step == "VFilter"), "{steps:?}");
    let calls = steps.iter().filter(|step| step.ends_with("Func") || *step == "Function");
    assert_eq!(calls.count(), 0, "{steps:?}");
    assert!(steps.iter().any(|step| step == "SeekRowid"), "a seek, not a scan: {steps:?}");
}

#[test]
fn end_and_duration_share_a_number() {
    use std::time::Duration;

    use licence_core::time::Timestamp;
    use licence_core::webhook::delivery::Outcome;

    for (at, millis, kept) in [
        ("0000-01-01T00:00:00Z", 0, 0),
        ("1969-12-31T23:59:59.999Z", 1, 1),
        ("2026-11-22T10:15:00.123Z", 10_000, 10_000),
        ("9999-12-31T23:59:59.999Z", 60_000, 32_767),
    ] {
        let at: Timestamp = at.parse().unwrap();
        let took = Duration::from_millis(millis);
        let outcome = Outcome::Answered(200);
        let ended = EndedAttempt { outcome, at, took, response_body: Vec::new() };
        let packed = end_and_duration(&ended);
        assert_eq!((packed >> 15, packed & 32_767), (at.epoch_millis(), kept), "{at}");
    }
}
