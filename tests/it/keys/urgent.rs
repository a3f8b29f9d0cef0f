//! A revocation is in force at once, whatever else is written meanwhile.

use std::fs::{self, OpenOptions};
use std::io::Write;

use licence_core::account::key::ApiKey;
use licence_core::time::Timestamp;
use licence_store::Store;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};

use super::{Customer, REVOKED, announcements, answer, customer, settles};
use crate::support::readings::{at, now, open_seeded};
use crate::support::service::Service;

/// A transaction of another process that writes, and goes on writing.
struct OtherWriter(DatabaseConnection);

impl OtherWriter {
    /// Holds the lock of the writers.
    async fn begin(service: &Service) -> Self {
        let mut options = ConnectOptions::new(service.database_url());
        let database = Database::connect(options.max_connections(1).to_owned()).await.unwrap();
        let begin = match service.database_url().starts_with("sqlite") {
            true => "begin immediate",
            // The bytes of "licence!".
            false => "begin; select pg_advisory_xact_lock(x'6c6963656e636521'::bigint)",
        };
        database.execute_unprepared(begin).await.unwrap();
        Self(database)
    }

    async fn write(&self, statement: &str) {
        self.0.execute_unprepared(statement).await.unwrap();
    }

    async fn end(self) {
        self.0.execute_unprepared("commit").await.unwrap();
        self.0.close().await.unwrap();
    }
}

/// When the row of a key says that it was revoked.
async fn row(service: &Service, customer: &Customer) -> Option<i64> {
    let database = Database::connect(service.database_url()).await.unwrap();
    let query = format!("select revoked_at from api_keys where id = '{}'", customer.key.0);
    let query = Statement::from_string(database.get_database_backend(), query);
    let row = database.query_one_raw(query).await.unwrap().unwrap();
    database.close().await.unwrap();
    row.try_get("", "revoked_at").unwrap()
}

/// Revokes a key; a test that waits for the other writer ends here.
async fn revoke(store: &Store, customer: &Customer, at: Timestamp) -> ApiKey {
    let revoking = store.revoke_key(customer.key, at);
    let patience = std::time::Duration::from_secs(60);
    let revoked = tokio::time::timeout(patience, revoking).await;
    revoked.expect("it does not wait for the other writer").unwrap().unwrap()
}

#[tokio::test]
async fn a_revocation_waits_for_no_writer_and_holds_on_every_server() {
    let service = Service::start().await;
    let elsewhere = service.another().await;
    let (leaked, other) = (customer(&service.store).await, customer(&service.store).await);
    for server in [&service, &elsewhere] {
        assert_eq!(answer(server, &leaked.text).await, "200");
    }
    let writer = OtherWriter::begin(&service).await;
    let key = revoke(&elsewhere.store, &leaked, now()).await;
    assert_eq!((key.id, key.revoked_at), (leaked.key, Some(now())));
    let later = service.another().await;
    for server in [&service, &elsewhere, &later] {
        for _ in 0..2 {
            assert_eq!(answer(server, &leaked.text).await, REVOKED);
            assert_eq!(answer(server, &other.text).await, "200");
        }
        let keys = server.store.keys(leaked.account).await.unwrap().unwrap();
        assert_eq!(keys[0].revoked_at, Some(now()));
    }
    let again = revoke(&service.store, &leaked, at("2026-11-01T09:00:00Z")).await;
    assert_eq!(again.revoked_at, Some(now()), "the first moment stays");
    writer.end().await;
    // The next change writes what the log holds into the database.
    let renewed = service.store.create_key(leaked.account, "new", now()).await.unwrap().unwrap();
    assert_eq!(row(&service, &leaked).await, Some(now().epoch_millis()));
    for server in [&service, &elsewhere, &later] {
        assert_eq!(answer(server, renewed.key.reveal()).await, "200");
        assert_eq!(answer(server, &leaked.text).await, REVOKED);
    }
}

#[tokio::test]
async fn a_transaction_that_holds_the_key_is_ended() {
    let service = Service::start().await;
    if announcements(&service).is_some() {
        return;
    }
    let leaked = customer(&service.store).await;
    let writer = OtherWriter::begin(&service).await;
    writer.write("update api_keys set last_used_at = 0").await;
    let key = revoke(&service.store, &leaked, now()).await;
    assert_eq!(key.revoked_at, Some(now()));
    assert_eq!(answer(&service, &leaked.text).await, REVOKED);
    let keys = service.store.keys(leaked.account).await.unwrap().unwrap();
    assert_eq!(keys[0].last_used_at, None, "what the other one wrote is undone");
}

#[tokio::test]
async fn a_writer_that_only_waits_is_left_alone() {
    let service = Service::start().await;
    if announcements(&service).is_some() {
        return;
    }
    let leaked = customer(&service.store).await;
    let stopped = OtherWriter::begin(&service).await;
    stopped.write("update api_keys set last_used_at = 0").await;
    let waiting = Database::connect(service.database_url()).await.unwrap();
    let waiting = tokio::spawn(async move {
        waiting.execute_unprepared("update api_keys set last_used_at = 1").await
    });
    until_one_waits(service.database_url()).await;
    revoke(&service.store, &leaked, now()).await;
    assert_eq!(answer(&service, &leaked.text).await, REVOKED);
    waiting.await.unwrap().expect("it held nothing and is not ended");
    let keys = service.store.keys(leaked.account).await.unwrap().unwrap();
    let last_used = keys[0].last_used_at.map(Timestamp::epoch_millis);
    assert_eq!(last_used, Some(1), "what the ended one wrote is undone");
    drop(stopped);
}

/// Waits until a statement of the database waits for a lock.
pub(super) async fn until_one_waits(database_url: &str) {
    let database = Database::connect(database_url).await.unwrap();
    let waiting = "select pid from pg_stat_activity \
                   where datname = current_database() and wait_event_type = 'Lock'";
    let waiting = Statement::from_string(database.get_database_backend(), waiting);
    for _ in 0..1200 {
        if database.query_one_raw(waiting.clone()).await.unwrap().is_some() {
            return database.close().await.unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("nothing waits");
}

#[tokio::test]
async fn what_crashes_between_the_log_and_the_database_stays_revoked() {
    let service = Service::start().await;
    let Some(file) = announcements(&service) else { return };
    let leaked = customer(&service.store).await;
    let crashing = open_seeded(service.database(), 12).await;
    let writer = OtherWriter::begin(&service).await;
    revoke(&crashing, &leaked, now()).await;
    drop(crashing);
    assert_eq!(row(&service, &leaked).await, None, "it is only in the log");
    writer.end().await;
    let restarted = service.another().await;
    assert_eq!(answer(&restarted, &leaked.text).await, REVOKED);
    settles(&service, &file).await;
    assert_eq!(row(&service, &leaked).await, Some(now().epoch_millis()));
    assert_eq!(answer(&service, &leaked.text).await, REVOKED);
}

#[tokio::test]
async fn a_log_that_is_torn_or_lost_takes_a_revocation_all_the_same() {
    let service = Service::start().await;
    let Some(file) = announcements(&service) else { return };
    let append = |bytes: &[u8]| {
        OpenOptions::new().append(true).open(&file).unwrap().write_all(bytes).unwrap();
    };
    let harm: [(&str, &dyn Fn()); 4] = [
        ("torn", &|| append(b"\n{\"revoke\":\"key\",\"id\":\"0000")),
        ("a change that was never committed", &|| append(b"\nchanged\n")),
        ("removed", &|| fs::remove_file(&file).unwrap()),
        ("emptied", &|| fs::write(&file, "").unwrap()),
    ];
    for (what, harm) in harm {
        let (leaked, other) = (customer(&service.store).await, customer(&service.store).await);
        assert_eq!(answer(&service, &leaked.text).await, "200", "{what}");
        let writer = OtherWriter::begin(&service).await;
        harm();
        revoke(&service.store, &leaked, now()).await;
        for _ in 0..2 {
            assert_eq!(answer(&service, &leaked.text).await, REVOKED, "{what}");
            assert_eq!(answer(&service, &other.text).await, "200", "{what}");
        }
        writer.end().await;
        settles(&service, &file).await;
        assert_eq!(row(&service, &leaked).await, Some(now().epoch_millis()), "{what}");
    }
}
