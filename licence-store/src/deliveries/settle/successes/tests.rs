//! The statement on SQLite.

use licence_core::time::Timestamp;
use licence_core::webhook::delivery::Outcome;
use sea_orm::Statement;

use super::*;
use crate::connect::open;
use crate::deliveries::fixture::finished;

/// Returns the statement for three successes.
fn three() -> Statement {
    let finished = finished(1, Some(200));
    let (claimed, outcome) = (&finished.claimed, &Outcome::Answered(200));
    let delivery = claimed.delivery.clone();
    let success = AttemptedDelivery { claimed, outcome, at: Timestamp::EPOCH, delivery };
    let common =
        Common { lease: &claimed.lease, attempt_count: 1, last_response_status: Some(200) };
    update(DbBackend::Sqlite, &common, &[&success; 3]).statement()
}

#[tokio::test]
async fn sqlite_keeps_no_pages_for_the_statement() {
    let database = open("sqlite::memory:").await.unwrap().writer;
    let mut statement = three();
    statement.sql.insert_str(0, "explain ");
    let program = database.query_all_raw(statement).await.unwrap();
    let steps: Vec<String> =
        program.iter().map(|step| step.try_get("", "opcode").unwrap()).collect();
    assert!(steps.iter().any(|step| step == "VFilter"), "{steps:?}");
    let calls = steps.iter().filter(|step| step.ends_with("Func") || *step == "Function");
    assert_eq!(calls.count(), 0, "{steps:?}");
    assert!(steps.iter().any(|step| step == "SeekRowid"), "a seek, not a scan: {steps:?}");
}
