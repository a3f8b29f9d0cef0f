//! The file of the database, damaged, replaced, emptied or deleted.

use std::fs;
use std::path::Path;

use licence_store::{Store, StoreOptions};
use sea_orm::{ConnectionTrait, Database};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::client::{Client, PATIENCE};
use super::process::{Server, command, fails};
use crate::ports::free_address;

/// An SQLite database with the sample, whatever the other tests run on.
async fn sample_file(folder: &TempDir) -> String {
    let url = format!("sqlite://{}", folder.path().join("licence.db").display());
    let store = Store::open(&StoreOptions::new(url.as_str())).await.unwrap();
    store.apply_sample(licence_server::system_time()).await.unwrap();
    store.close().await;
    url
}

/// A server, and the folder of its database.
async fn server(arguments: &[&str]) -> (Server, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let url = sample_file(&folder).await;
    let directory = tempfile::tempdir().unwrap();
    let arguments = [&["--listen", "127.0.0.1:0", "--database-url", &url], arguments].concat();
    (Server::spawn(command(&directory, &[]), &arguments, directory), folder)
}

#[tokio::test]
async fn a_server_whose_database_file_is_replaced_emptied_or_deleted_stops() {
    let replace = |file: &Path| {
        fs::copy(file, file.with_extension("copy")).unwrap();
        fs::rename(file.with_extension("copy"), file).unwrap();
    };
    let empty = |file: &Path| fs::write(file, "").unwrap();
    let delete = |file: &Path| fs::remove_file(file).unwrap();
    let ways: [&dyn Fn(&Path); 3] = [&replace, &empty, &delete];
    for lose in ways {
        let (server, folder) = server(&[]).await;
        lose(&folder.path().join("licence.db"));
        let (code, stderr) = server.ended();
        assert_eq!(code, Some(5), "{stderr}");
        assert_eq!(
            stderr.matches("the database file was replaced, overwritten or deleted").count(),
            1,
            "{stderr}"
        );
    }
}

#[tokio::test]
async fn a_damaged_database_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let url = sample_file(&folder).await;
    let file = folder.path().join("licence.db");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 8192;
    bytes[last..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let said = fails(&["--listen", "127.0.0.1:0", "--database-url", &url]);
    assert!(said.contains("the database is damaged: "), "{said}");
}

#[tokio::test]
async fn a_lost_table_is_a_database_that_does_not_answer() {
    let (server, folder) = server(&[]).await;
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get("/v1/health").await.status, 200);
    let url = format!("sqlite://{}", folder.path().join("licence.db").display());
    let other = Database::connect(url).await.unwrap();
    other.execute_unprepared("drop table watchlist_entries").await.unwrap();
    let health = client.get("/v1/health").await;
    assert_eq!((health.status, &health.json()["checks"]["database"]), (503, &false.into()));
}

#[tokio::test]
async fn a_database_that_takes_no_writes_shows_in_the_metrics() {
    let free = free_address();
    let (_server, folder) = server(&["--metrics-listen", &free.to_string()]).await;
    let url = format!("sqlite://{}", folder.path().join("licence.db").display());
    let other = Database::connect(url).await.unwrap();
    let refusing = "create trigger full before update on instance \
                    begin select raise(abort, 'database or disk is full'); end";
    other.execute_unprepared(refusing).await.unwrap();
    let patience = Instant::now() + PATIENCE;
    let mut client = Client::connect(free).await;
    loop {
        let text = String::from_utf8(client.get("/metrics").await.body).unwrap();
        if text.contains("licence_last_write_failed 1") {
            assert!(text.contains("licence_up{part=\"database\"} 1"), "reads go on: {text}");
            break;
        }
        assert!(Instant::now() < patience, "{text}");
        sleep(std::time::Duration::from_millis(200)).await;
    }
}
