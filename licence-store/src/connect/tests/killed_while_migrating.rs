//! A process killed with SIGKILL after any statement of the migrations leaves the database as it
//! was, and the next start migrates it whole.
//!
//! The process is this test binary, started again for the ignored test at the end.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

const ADDRESS: &str = "LICENCE_TEST_KILL_DATABASE";
const FATAL: &str = "LICENCE_TEST_KILL_AFTER_STATEMENT";
const SIGKILL: i32 = 9;
/// An empty database, and one with rows that later migrations fill in.
const BEGINNINGS: [u32; 2] = [0, 6];
const ROWS: [&str; 3] = [
    "insert into operators (id, slug, display_name, home_jurisdiction, created_at, updated_at) \
     values ('00000000-0000-4000-8000-000000000001', 'o', 'O', 'UKGC', 0, 0)",
    "insert into licences (id, operator_id, jurisdiction_code, identity, license_number, status, \
     license_types, license_type_raw, license_category, source_kind, raw_data, last_verified_at, \
     status_observed_at, last_listed_at) values ('00000000-0000-4000-8000-000000000002', \
     '00000000-0000-4000-8000-000000000001', 'UKGC', '1', '000-039022-R-1-011', \
     'active', '[]', '', 'b2c', 'dump', '{}', 0, 0, 0)",
    "insert into domains (id, licence_id, jurisdiction_code, domain, host, cell, \
     domain_association, first_seen_at, last_listed_at) \
     values ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', \
     'UKGC', 'x.bet', 'x.bet', 'x', 'direct', 0, 0)",
];

#[tokio::test]
async fn a_migration_is_applied_whole_or_not_at_all() {
    for beginning in BEGINNINGS {
        let folder = tempfile::tempdir().unwrap();
        for (killed, spared) in pairs_of_databases(folder.path(), beginning).await {
            let prepared = begin(&killed, beginning).await;
            let mut kills = 0;
            while is_killed_after(kills + 1, &killed) {
                kills += 1;
                let left = list_tables(&killed).await;
                assert_eq!(left, prepared, "from {beginning}, after statement {kills}");
            }
            begin(&spared, beginning).await;
            open(&spared).await.unwrap();
            assert_eq!(list_tables(&killed).await, list_tables(&spared).await);
            let pending = Migrator::migrations().len() - beginning as usize;
            assert!(kills > pending, "only {kills} statements from {beginning}");
        }
    }
}

/// Returns two addresses of each database: SQLite, and the tests' PostgreSQL server, if any.
async fn pairs_of_databases(folder: &Path, beginning: u32) -> Vec<(String, String)> {
    let file = |name: &str| format!("sqlite://{}", folder.join(name).display());
    let mut pairs = vec![(file("killed.db"), file("spared.db"))];
    if let Ok(server) = std::env::var("LICENCE_TEST_DATABASE_URL") {
        let admin = Database::connect(&server).await.unwrap();
        let (address, _) = server.rsplit_once('/').unwrap();
        let name = format!("licence_test_migrating_{beginning}_{}", std::process::id());
        for database in [format!("{name}_a"), format!("{name}_b")] {
            admin.execute_unprepared(&format!("create database {database}")).await.unwrap();
        }
        pairs.push((format!("{address}/{name}_a"), format!("{address}/{name}_b")));
    }
    pairs
}

async fn connected(url: &str) -> DatabaseConnection {
    let options = match backend(url).unwrap() {
        Backend::Postgres => postgres_options(url),
        Backend::SqliteFile | Backend::Memory => sqlite_options(url, 1, false),
    };
    connect(url, options).await.unwrap()
}

/// Applies the first migrations, writes rows where there are tables for them, and returns what is
/// found then.
async fn begin(url: &str, migrations: u32) -> Vec<String> {
    let database = connected(url).await;
    if migrations > 0 {
        Migrator::up(&database, Some(migrations)).await.unwrap();
        for row in ROWS {
            database.execute_unprepared(row).await.unwrap();
        }
    }
    database.close().await.unwrap();
    list_tables(url).await
}

/// Returns the tables, columns and indexes of a database, its migrations, and the ids of its
/// licences.
async fn list_tables(url: &str) -> Vec<String> {
    let database = connected(url).await;
    let schema = match database.get_database_backend() {
        DbBackend::Sqlite => "select sql from sqlite_master where sql is not null order by sql",
        _ => {
            "select concat(table_name, ' ', column_name, ' ', data_type, ' ', is_nullable) as sql \
             from information_schema.columns where table_schema = 'public' union \
             select indexdef from pg_indexes where schemaname = 'public' order by sql"
        }
    };
    let mut tables = texts(&database, schema).await.unwrap();
    for query in ["select version from seaql_migrations order by 1", "select id from licences"] {
        // On an empty database there is no such table.
        tables.extend(texts(&database, query).await.unwrap_or_default());
    }
    if database.get_database_backend() == DbBackend::Sqlite {
        let check = texts(&database, "select * from pragma_integrity_check").await.unwrap();
        assert_eq!(check, ["ok"]);
    }
    database.close().await.unwrap();
    tables
}

async fn texts(database: &DatabaseConnection, query: &str) -> Result<Vec<String>, DbErr> {
    let query = Statement::from_string(database.get_database_backend(), query);
    let rows = database.query_all_raw(query).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// Migrates in a separate process that dies after this statement. Returns false if it finished.
fn is_killed_after(statement: usize, url: &str) -> bool {
    let test = "connect::tests::killed_while_migrating::the_process_to_kill";
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", test])
        .env(ADDRESS, url)
        .env(FATAL, statement.to_string())
        .output()
        .unwrap();
    let is_killed = ran.status.signal() == Some(SIGKILL);
    assert!(is_killed || ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    is_killed
}

#[tokio::test]
#[ignore = "the test above starts it in a process of its own"]
async fn the_process_to_kill() {
    let (Ok(url), Ok(fatal)) = (std::env::var(ADDRESS), std::env::var(FATAL)) else { return };
    let fatal: usize = fatal.parse().unwrap();
    let statements = AtomicUsize::new(0);
    let mut database = connected(&url).await;
    database.set_metric_callback(move |_| {
        if statements.fetch_add(1, Ordering::SeqCst) + 1 == fatal {
            let process = std::process::id().to_string();
            Command::new("kill").args(["-9", &process]).status().unwrap();
            // The signal is on its way: no further statement runs.
            loop {
                std::thread::park();
            }
        }
    });
    Databases::new(&url, database.clone(), database).migrate().await.unwrap();
}
