//! Servers on PostgreSQL answer about keys from memory under a lease; no change escapes them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::key::{KeyHash, KeyId, KeyUse};
use licence_core::account::key_lease::KEPT;
use licence_core::account::plan::Plan;
use licence_store::service::{KeyStatus, MonotonicClock};
use licence_store::{Store, StoreError, StoreOptions};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DbBackend, Statement};

use super::urgent::until_one_waits;
use crate::support::databases::TestDatabase;
use crate::support::readings::now;

/// A server whose lease goes by a clock of the test.
struct Server {
    store: Store,
    millis: Arc<AtomicU64>,
}

impl Server {
    async fn on(database: &TestDatabase) -> Self {
        let millis = Arc::new(AtomicU64::new(0));
        let clock = Arc::clone(&millis);
        let clock =
            MonotonicClock::new(move || Duration::from_millis(clock.load(Ordering::SeqCst)));
        let mut options = StoreOptions::new(database.url());
        options.lease_clock = clock;
        Self { store: Store::open(&options).await.unwrap(), millis }
    }

    fn let_pass(&self, time: Duration) {
        self.millis.fetch_add(u64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

/// A new key and whose it is.
struct Key {
    account: AccountId,
    id: KeyId,
    hash: KeyHash,
}

async fn key(store: &Store) -> Key {
    let account = store.create_account("A customer", Plan::Pro, now()).await.unwrap().id;
    let created = store.create_key(account, "test", now()).await.unwrap().unwrap();
    Key { account, id: created.id, hash: created.key.hash() }
}

async fn status(store: &Store, key: &Key) -> Result<KeyStatus, StoreError> {
    let seen = || KeyUse { at: now(), from: [192, 0, 2, 1].into() };
    store.key_status_for_caller(key.hash, seen, false).await
}

/// The plan of a key in force; `None` for any other.
async fn plan(store: &Store, key: &Key) -> Option<Plan> {
    match status(store, key).await.unwrap() {
        KeyStatus::InForce(holder) => Some(holder.plan),
        _ => None,
    }
}

/// A PostgreSQL database; `None` where the tests run on SQLite, which needs no lease.
async fn postgres() -> Option<TestDatabase> {
    let database = TestDatabase::new().await;
    database.url().starts_with("postgres").then_some(database)
}

#[tokio::test]
async fn a_key_is_a_query_only_without_a_lease() {
    let Some(database) = postgres().await else { return };
    let server = Server::on(&database).await;
    let key = key(&server.store).await;
    let other = Database::connect(database.url()).await.unwrap();
    let rename = async |from: &str, to: &str| {
        let statement = format!("alter table {from} rename to {to}");
        other.execute_unprepared(&statement).await.unwrap();
    };
    server.store.renew_key_lease().await.unwrap();
    assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro));
    rename("api_keys", "api_keys_away").await;
    for (time, is_held) in [
        (Duration::ZERO, true),
        (KEPT - Duration::from_millis(1), true),
        (Duration::from_millis(1), false),
    ] {
        server.let_pass(time);
        assert_eq!(server.store.has_key_lease(), is_held);
        assert_eq!(status(&server.store, &key).await.is_ok(), is_held);
    }
    rename("api_keys_away", "api_keys").await;
    assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro), "asked");
    server.store.renew_key_lease().await.unwrap();
    rename("api_keys", "api_keys_away").await;
    assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro), "held again");
}

#[tokio::test]
async fn what_a_program_without_a_lease_changes_holds_on_every_server_when_it_returns() {
    let Some(database) = postgres().await else { return };
    let command = Server::on(&database).await.store;
    let mut servers = Vec::new();
    for _ in 0..3 {
        // On the clock of the system, with renewals in the background.
        let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
        let keeping = store.clone();
        tokio::spawn(async move { keeping.keep_key_lease().await });
        servers.push(store);
    }
    let mut from_memory = 0;
    for _ in 0..20 {
        let key = key(&command).await;
        for store in &servers {
            assert_eq!(plan(store, &key).await, Some(Plan::Pro), "a new key works at once");
        }
        command.set_plan(key.account, Plan::Business, now()).await.unwrap();
        for store in &servers {
            assert_eq!(plan(store, &key).await, Some(Plan::Business));
            from_memory += usize::from(store.has_key_lease());
        }
        command.revoke_key(key.id, now()).await.unwrap();
        for store in &servers {
            assert_eq!(status(store, &key).await.unwrap(), KeyStatus::Revoked);
        }
    }
    assert!(from_memory > 0, "no server ever had a lease");
}

/// A standby that lagged became the database, or a backup was put in its place.
#[tokio::test]
async fn a_revocation_holds_after_the_database_lost_its_last_changes() {
    let Some(database) = postgres().await else { return };
    let (server, command) = (Server::on(&database).await, Server::on(&database).await.store);
    let key = key(&command).await;
    let version = "select version from key_version";
    let sql = Database::connect(database.url()).await.unwrap();
    let row = Statement::from_string(DbBackend::Postgres, version);
    let row = sql.query_one_raw(row).await.unwrap().unwrap();
    let before: i64 = row.try_get("", "version").unwrap();
    for _ in 0..3 {
        // Lost changes, one or more of which the server saw.
        self::key(&command).await;
        server.store.renew_key_lease().await.unwrap();
        assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro));
        let lost = format!("update key_version set version = {before}");
        sql.execute_unprepared(&lost).await.unwrap();
        let revoking = command.set_plan(key.account, Plan::Canceled, now());
        let renewing = async {
            server.store.renew_key_lease().await.unwrap();
            server.let_pass(KEPT);
        };
        let (changed, ()) = tokio::join!(revoking, renewing);
        changed.unwrap();
        server.store.renew_key_lease().await.unwrap();
        assert_eq!(plan(&server.store, &key).await, Some(Plan::Canceled));
        let restored = "update accounts set plan = 'pro'";
        sql.execute_unprepared(restored).await.unwrap();
    }
    // A key of the new database is known, though its version is lower than that of the lost one.
    let lost = format!("update key_version set version = {before}");
    sql.execute_unprepared(&lost).await.unwrap();
    server.store.renew_key_lease().await.unwrap();
    let sql_key = "update api_keys set expires_at = 1";
    sql.execute_unprepared(sql_key).await.unwrap();
    server.store.renew_key_lease().await.unwrap();
    assert_eq!(status(&server.store, &key).await.unwrap(), KeyStatus::Expired);
}

#[tokio::test]
async fn a_revocation_waits_for_a_server_until_it_acknowledges() {
    let Some(database) = postgres().await else { return };
    let (server, elsewhere) = (Server::on(&database).await, Server::on(&database).await.store);
    let mut waits = 0;
    // On a machine that stops for a second, the revocation may be over before the test looks.
    for _ in 0..20 {
        let key = key(&elsewhere).await;
        server.store.renew_key_lease().await.unwrap();
        assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro));
        let revoking = tokio::spawn({
            let (store, id) = (elsewhere.clone(), key.id);
            async move { store.revoke_key(id, now()).await.unwrap() }
        });
        while plan(&elsewhere, &key).await.is_some() {
            tokio::task::yield_now().await;
        }
        waits += usize::from(!revoking.is_finished());
        server.store.renew_key_lease().await.unwrap();
        assert_eq!(status(&server.store, &key).await.unwrap(), KeyStatus::Revoked);
        revoking.await.unwrap();
        if waits > 0 {
            return;
        }
    }
    panic!("no revocation waited");
}

#[tokio::test]
async fn a_server_that_was_stopped_has_no_lease_once_the_revocation_returned() {
    let Some(database) = postgres().await else { return };
    let (server, elsewhere) = (Server::on(&database).await, Server::on(&database).await.store);
    let key = key(&elsewhere).await;
    server.store.renew_key_lease().await.unwrap();
    assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro));
    elsewhere.revoke_key(key.id, now()).await.unwrap();
    // The server was stopped for as long as the revocation waited.
    server.let_pass(KEPT);
    assert_eq!(status(&server.store, &key).await.unwrap(), KeyStatus::Revoked);
}

/// Its row is then either seen by the change, or it has the version of the change.
#[tokio::test]
async fn a_renewal_waits_for_a_change_and_returns_its_version() {
    let Some(database) = postgres().await else { return };
    let server = Server::on(&database).await;
    let key = key(&server.store).await;
    let mut options = ConnectOptions::new(database.url());
    let other = Database::connect(options.max_connections(1).to_owned()).await.unwrap();
    // A renewal gives up after a while; a machine may stop for longer.
    for turn in 0..20 {
        server.store.renew_key_lease().await.unwrap();
        let plan_before = plan(&server.store, &key).await.unwrap();
        let next = if turn % 2 == 0 { Plan::Business } else { Plan::Pro };
        let change = format!("begin; update accounts set plan = '{next}'");
        other.execute_unprepared(&change).await.unwrap();
        let renewing = tokio::spawn({
            let store = server.store.clone();
            async move { store.renew_key_lease().await }
        });
        until_one_waits(database.url()).await;
        assert_eq!(plan(&server.store, &key).await, Some(plan_before), "not committed yet");
        other.execute_unprepared("commit").await.unwrap();
        if renewing.await.unwrap().is_ok() {
            assert_eq!(plan(&server.store, &key).await, Some(next));
            return;
        }
    }
    panic!("no renewal was in time");
}

#[tokio::test]
async fn a_change_by_hand_reaches_the_servers() {
    let Some(database) = postgres().await else { return };
    let server = Server::on(&database).await;
    let key = key(&server.store).await;
    server.store.renew_key_lease().await.unwrap();
    assert_eq!(plan(&server.store, &key).await, Some(Plan::Pro));
    let other = Database::connect(database.url()).await.unwrap();
    other.execute_unprepared("update accounts set plan = 'canceled'").await.unwrap();
    server.store.renew_key_lease().await.unwrap();
    assert_eq!(plan(&server.store, &key).await, Some(Plan::Canceled));
}
