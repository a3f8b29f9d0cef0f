//! `licence keys revoke` while another process applies a register and is stopped in the middle.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};

use crate::licence::Licence;

/// So many that applying them takes a while in any build.
const LICENCES: usize = 6_000;

/// A reading in the neutral form.
fn reading() -> String {
    let licence = |n: usize| {
        format!(
            r#"{{"operator":{{"name":"Op {n} N.V."}},"license_number":"ALSI-{n}-FI1",
               "status_text":"valid","domains":[{{"domain":"op{n}.example"}}]}}"#
        )
    };
    let licences: Vec<String> = (0..LICENCES).map(licence).collect();
    format!(
        r#"{{"jurisdiction":"AN","read_at":"2026-11-01T06:00:00Z","complete":true,
           "source_url":"https://register.example/","source_kind":"dump","licences":[{}]}}"#,
        licences.join(",")
    )
}

async fn connected(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    let database = Database::connect(options.max_connections(1).to_owned()).await.unwrap();
    if url.starts_with("sqlite") {
        database.execute_unprepared("pragma busy_timeout = 0").await.unwrap();
    }
    database
}

/// Whether some process holds the lock of the writers.
async fn is_locked(database: &DatabaseConnection) -> bool {
    if database.get_database_backend() == sea_orm::DbBackend::Sqlite {
        let is_free = database.execute_unprepared("begin immediate; rollback").await.is_ok();
        return !is_free;
    }
    let query = "select count(*) from pg_locks where locktype = 'advisory' and granted \
                 and database = (select oid from pg_database where datname = current_database())";
    let query = Statement::from_string(database.get_database_backend(), query);
    let row = database.query_one_raw(query).await.unwrap().unwrap();
    row.try_get_by_index::<i64>(0).unwrap() > 0
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// A process that applies a register and is stopped while it holds the lock.
async fn stopped_writer(licence: &Licence) -> Child {
    let file = licence.file("reading.json", reading().as_bytes());
    let database = connected(licence.database_url()).await;
    let mut applying = licence.command();
    applying.args(["registers", "apply", file.to_str().unwrap()]);
    let mut child = applying.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    loop {
        assert!(child.try_wait().unwrap().is_none(), "it was not stopped in time");
        if is_locked(&database).await {
            signal(&child, "-STOP");
            if is_locked(&database).await {
                break;
            }
            signal(&child, "-CONT");
        }
    }
    database.close().await.unwrap();
    child
}

/// A run that must not wait for the other process.
fn run(licence: &Licence, args: &[&str]) -> (Option<i32>, Duration) {
    let begun = Instant::now();
    let mut child = licence.command().args(args).stdout(Stdio::null()).spawn().unwrap();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("{args:?} waits for the other process");
}

#[tokio::test]
async fn a_key_is_revoked_while_a_register_is_applied_by_a_process_that_was_stopped() {
    let licence = tokio::task::spawn_blocking(Licence::new).await.unwrap();
    let account = licence.run(&["accounts", "create", "A", "--plan", "pro", "--json"]).json();
    let account = account["id"].as_str().unwrap().to_owned();
    let key = licence.run(&["keys", "create", "--account", &account, "--label", "x", "--json"]);
    let key = key.json()["id"].as_str().unwrap().to_owned();
    let mut writer = stopped_writer(&licence).await;
    let (code, took) = run(&licence, &["keys", "revoke", &key]);
    println!("revoked in {took:?}");
    assert_eq!(code, Some(0));
    let list = ["keys", "list", "--account", &account, "--json"];
    assert!(licence.run(&list).json()[0]["revoked_at"].is_string());
    let restored = tokio::task::spawn_blocking(Licence::new).await.unwrap();
    let backup = licence.folder.path().join("a.backup");
    assert_eq!(licence.run(&["backup", backup.to_str().unwrap()]).code, 0);
    assert_eq!(restored.run(&["restore", backup.to_str().unwrap()]).code, 0);
    assert!(restored.run(&list).json()[0]["revoked_at"].is_string(), "the backup knows it");
    let audit = restored.run(&["audit", "--action", "key.revoke", "--json"]).json();
    assert_eq!(audit["total"], 1, "{audit}");
    signal(&writer, "-CONT");
    assert!(writer.wait().unwrap().success(), "the register is applied all the same");
    assert!(licence.run(&list).json()[0]["revoked_at"].is_string());
    let audit = licence.run(&["audit", "--action", "key.revoke", "--json"]).json();
    assert_eq!(audit["total"], 1, "{audit}");
}
