//! An export whose rows cannot be read to the end.

use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_store::{Store, StoreOptions};
use sea_orm::{ConnectionTrait, Database};

use super::client::Client;
use super::http2::{cut, served_with_metrics, used};
use super::support::LONG;
use crate::callers::{bearer, key_on};
use crate::databases::TestDatabase;

#[tokio::test]
async fn it_is_cut_counted_and_not_charged_and_the_server_goes_on() {
    let database = TestDatabase::new().await;
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    store.apply_sample(licence_server::system_time()).await.unwrap();
    let key = key_on(&store, Plan::Pro).await;
    let (served, metrics) = served_with_metrics(&store, LONG).await;
    let other = Database::connect(database.url()).await.unwrap();
    other.execute_unprepared("update licences set status = 'nonsense'").await.unwrap();
    let head = format!("host: localhost\r\nauthorization: {}\r\n\r\n", bearer(&key));
    // More of them than a machine has threads: one that waits for itself would be noticed.
    for _ in 0..3 {
        let mut client = Client::connect(served.address).await;
        client.send(format!("GET /v1/export/licences HTTP/1.1\r\n{head}")).await.unwrap();
        let reply = client.rest().await;
        // The rows may fail before the head is on its way: then the connection ends without one.
        let shown = String::from_utf8_lossy(&reply);
        assert!(reply.is_empty() || reply.starts_with(b"HTTP/1.1 200"), "{shown}");
        assert!(!reply.ends_with(b"\r\n0\r\n\r\n"), "whole: {shown}");
    }
    cut(metrics, "server_failed", 3).await;
    for _ in 0..1200 {
        if used(&store, &key).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("still charged");
}
