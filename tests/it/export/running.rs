//! Exports that run: what they see, what they hold, and how they end.

use std::time::{Duration, Instant};

use licence_core::account::AccountId;
use licence_core::export::{Dataset, ExportFilter, ExportFormat, ExportRequest};
use licence_core::jurisdiction::JurisdictionCode::Cw;
use licence_core::register::reading::ListedLicence;
use licence_store::{Export, ExportLimits, Store, StoreError, StoreOptions};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use uuid::Uuid;

use super::taken::{Taken, request};
use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, at, licence, reading};

const LIMITS: ExportLimits = ExportLimits {
    at_once: 2,
    per_account: 1,
    turn: Duration::from_secs(60),
    reader: Duration::from_secs(60),
};

/// Enough rows for more chunks than may wait for a reader.
const ROWS: usize = 4_000;

fn rows() -> Vec<ListedLicence> {
    let row = |nth: usize| {
        let mut row = licence(&format!("Op {nth} N.V."), &format!("OGL/2026/{nth}/1"), "", &[]);
        row.license_type_raw = Some("a long type cell, ".repeat(20));
        row
    };
    (0..ROWS).map(row).collect()
}

async fn store(database: &TestDatabase, exports: ExportLimits) -> Store {
    let mut options = StoreOptions::new(database.url());
    options.exports = exports;
    let store = Store::open(&options).await.unwrap();
    apply(&store, &reading(Cw, 0, rows())).await.unwrap();
    store
}

fn all() -> ExportRequest {
    request(Dataset::Licences, ExportFormat::Csv, &ExportFilter::default())
}

async fn begin(store: &Store) -> Result<Export, StoreError> {
    store.export(&all(), at("2026-11-10T00:00:00Z")).await
}

#[tokio::test]
async fn a_reading_applied_meanwhile_does_not_show() {
    let database = TestDatabase::new().await;
    let store = store(&database, LIMITS).await;
    let mut export = begin(&store).await.unwrap();
    let first = export.chunks.next().await.unwrap().unwrap();
    let mut more = rows();
    more.iter_mut().for_each(|row| row.status_text = Some("Revoked".to_owned()));
    more.push(licence("Late N.V.", "OGL/2026/late/1", "", &[]));
    apply(&store, &reading(Cw, 1, more)).await.unwrap();
    let rest = Taken::read(export, ExportFormat::Csv).await.unwrap();
    let text = format!("{}{}", str::from_utf8(&first).unwrap(), rest.text);
    assert_eq!(text.lines().count(), ROWS + 1);
    assert!(!text.contains("revoked") && !text.contains("Late"));
    assert!(!text.contains("2026-11-01T01:00:00.000Z"), "no time of the later reading");
    let after = Taken::read(begin(&store).await.unwrap(), ExportFormat::Csv).await.unwrap();
    assert_eq!(after.row_count, ROWS as u64 + 1);
    assert!(after.text.contains("Late N.V."));
}

#[tokio::test]
async fn one_more_than_may_run_at_once_waits_and_then_fails() {
    let database = TestDatabase::new().await;
    let turn = Duration::from_secs(1);
    let store = store(&database, ExportLimits { turn, ..LIMITS }).await;
    let one = begin(&store).await.unwrap();
    let _two = begin(&store).await.unwrap();
    let start = Instant::now();
    let error = begin(&store).await.err().expect("no third");
    assert!(matches!(error, StoreError::ExportsBusy { at_once: 2, .. }), "{error}");
    assert!(start.elapsed() >= turn);
    // Applying a reading and answering need none of their connections.
    apply(&store, &reading(Cw, 1, rows())).await.unwrap();
    assert!(store.health().await.database);
    drop(one);
    begin(&store).await.expect("a turn that came free");
}

#[tokio::test]
async fn one_account_cannot_take_every_turn() {
    let database = TestDatabase::new().await;
    let store = store(&database, ExportLimits { turn: Duration::ZERO, ..LIMITS }).await;
    let [one, other] = [1, 2].map(|id| AccountId(Uuid::from_u128(id)));
    let begin = async |account| store.export_for(account, &all(), at("2026-11-10T00:00:00Z")).await;
    let first = begin(one).await.unwrap();
    let error = begin(one).await.err().expect("no second one of the account");
    assert!(matches!(error, StoreError::AccountExportsBusy { at_once: 1, .. }), "{error}");
    let _second = begin(other).await.expect("a turn of another account");
    let error = begin(AccountId(Uuid::from_u128(3))).await.err().expect("no third one");
    assert!(matches!(error, StoreError::ExportsBusy { at_once: 2, .. }), "{error}");
    Taken::read(first, ExportFormat::Csv).await.unwrap();
    // The thread that made the chunks gives the turn back a moment after the last one.
    for _ in 0..1200 {
        if begin(one).await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the turn of an export that ended is still taken");
}

#[tokio::test]
async fn an_export_without_a_reader_ends_at_once() {
    let database = TestDatabase::new().await;
    // An export that waits for a turn is refused long before the reader's time is over.
    let hour = Duration::from_secs(3_600);
    let store = store(&database, ExportLimits { at_once: 1, reader: hour, ..LIMITS }).await;
    for chunks_taken in [0, 1, 2] {
        let mut export = begin(&store).await.unwrap();
        for _ in 0..chunks_taken {
            export.chunks.next().await.unwrap().unwrap();
        }
        drop(export);
        drop(begin(&store).await.expect("a turn that came free"));
    }
    let server = Database::connect(database.url()).await.unwrap();
    for _ in 0..1200 {
        if running_copies(&server).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("a copy still runs for nobody");
}

/// What the server still does for exports; SQLite has no server.
async fn running_copies(server: &DatabaseConnection) -> i64 {
    if server.get_database_backend() == DbBackend::Sqlite {
        return 0;
    }
    let query = "select count(*) as running from pg_stat_activity where query like 'copy (%' \
                 and datname = current_database()";
    let query = Statement::from_string(DbBackend::Postgres, query);
    let row = server.query_one_raw(query).await.unwrap().unwrap();
    row.try_get("", "running").unwrap()
}

#[tokio::test]
async fn a_reader_that_takes_nothing_loses_the_export() {
    let database = TestDatabase::new().await;
    let limits = ExportLimits { at_once: 1, reader: Duration::from_millis(500), ..LIMITS };
    let store = store(&database, limits).await;
    let never_asked = begin(&store).await.unwrap();
    let mut begun = begin(&store).await.expect("the first one lost its turn");
    begun.chunks.next().await.unwrap().unwrap();
    // The next turn comes free when the second one has lost it too.
    begin(&store).await.expect("the second one lost its turn");
    for stalled in [never_asked, begun] {
        let error = Taken::read(stalled, ExportFormat::Csv).await.err();
        assert!(matches!(error, Some(StoreError::ExportStalled { .. })), "{error:?}");
    }
}
