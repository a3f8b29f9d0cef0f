//! `licence keys revoke` while another process applies a register and is stopped in the middle.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};

use crate::licence::Licence;

/// So many that applying them takes a while in any build.
const LICENCES: usize = 6_000;

/// A reading in the neutral form that changes every licence of the reading before.
fn reading(hour: usize) -> String {
    let status = ["valid", "suspended"][hour % 2];
    let licence = |n: usize| {
        format!(
            r#"{{"operator":{{"name":"Op {n} N.V."}},"license_number":"ALSI-{n}-FI1",
               "status_text":"{status}","domains":[{{"domain":"op{n}.example"}}]}}"#
        )
    };
    let licences: Vec<String> = (0..LICENCES).map(licence).collect();
    format!(
        r#"{{"jurisdiction":"AN","read_at":"2026-11-01T{hour:02}:00:00Z","complete":true,
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

/// Whether all threads of a process are stopped, or it has ended.
fn is_stopped(child: &Child) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat"));
        stat.is_ok_and(|stat| stat.contains(") T ") || stat.contains(") Z "))
    })
}

/// A process that applies a register and is stopped while it holds the lock. On a busy machine one
/// may come to its end first: then the next reading is applied.
async fn stopped_writer(licence: &Licence) -> Child {
    let database = connected(licence.database_url()).await;
    for hour in 6..24 {
        let file = licence.file("reading.json", reading(hour).as_bytes());
        let mut applying = licence.command();
        applying.args(["registers", "apply", file.to_str().unwrap()]);
        let mut child = applying.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() {
            if !is_locked(&database).await {
                continue;
            }
            signal(&child, "-STOP");
            while !is_stopped(&child) {
                std::thread::yield_now();
            }
            if is_locked(&database).await {
                database.close().await.unwrap();
                return child;
            }
            signal(&child, "-CONT");
        }
    }
    panic!("no process was stopped in time");
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
