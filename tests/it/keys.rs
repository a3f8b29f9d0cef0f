//! The next request obeys every change of a key in the database, by any process.

mod failed_attempts;
mod leases;
mod limits;
mod urgent;

use std::fs::{self, OpenOptions};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::key::{KeyHash, KeyId};
use licence_core::account::plan::Plan;
use licence_store::Store;
use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};

use crate::support::databases::TestDatabase;
use crate::support::log::Log;
use crate::support::readings::{now, open_seeded};
use crate::support::service::{Ask, Service};

const CHECK: &str = "/v1/check?domain=lanternspin.example";

/// A key and whose it is.
struct Customer {
    account: AccountId,
    key: KeyId,
    text: String,
}

async fn customer(store: &Store) -> Customer {
    let account = store.create_account("A customer", Plan::Enterprise, now()).await.unwrap().id;
    let created = store.create_key(account, "test", now()).await.unwrap().unwrap();
    Customer { account, key: created.id, text: created.key.reveal().to_owned() }
}

async fn answer(service: &Service, key: &str) -> String {
    let reply = service.ask(Ask::get(CHECK).key(key)).await;
    if reply.status == 200 { "200".to_owned() } else { reply.refusal() }
}

const REVOKED: &str = "401 auth_revoked api_key_revoked";

/// The file of the announcements; `None` on PostgreSQL, which has none.
fn announcements(service: &Service) -> Option<PathBuf> {
    let path = service.database_url().strip_prefix("sqlite://")?;
    Some(PathBuf::from(format!("{path}-keys")))
}

/// Waits until the log ends where the version in the database says.
async fn settles(service: &Service, file: &PathBuf) {
    let database = Database::connect(service.database_url()).await.unwrap();
    let query = Statement::from_string(DbBackend::Sqlite, "select version from key_version");
    for _ in 0..600 {
        let row = database.query_one_raw(query.clone()).await.unwrap().unwrap();
        let version: i64 = row.try_get("", "version").unwrap();
        if fs::metadata(file).is_ok_and(|metadata| metadata.len() as i64 == version) {
            return database.close().await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} and the database do not come to agree", file.display());
}

#[tokio::test]
async fn what_another_process_changes_holds_for_the_next_request() {
    let service = Service::start().await;
    let elsewhere = service.another().await.store;
    let (first, second) = (customer(&elsewhere).await, customer(&elsewhere).await);
    for _ in 0..2 {
        assert_eq!(answer(&service, &first.text).await, "200");
        assert_eq!(answer(&service, &second.text).await, "200");
    }
    elsewhere.revoke_key(first.key, now()).await.unwrap().unwrap();
    assert_eq!(answer(&service, &first.text).await, REVOKED);
    let renewed = elsewhere.create_key(first.account, "new", now()).await.unwrap().unwrap();
    assert_eq!(answer(&service, renewed.key.reveal()).await, "200");
    assert_eq!(answer(&service, &second.text).await, "200");
    for (plan, expected) in [
        (Plan::Canceled, "402 payment_required plan_inactive"),
        (Plan::Pro, "200"),
        (Plan::None, "402 payment_required plan_inactive"),
    ] {
        elsewhere.set_plan(second.account, plan, now()).await.unwrap().unwrap();
        assert_eq!(answer(&service, &second.text).await, expected, "{plan}");
    }
}

#[tokio::test]
async fn every_change_holds_for_the_request_after_it_while_others_ask() {
    let service = Arc::new(Service::start().await);
    let elsewhere = service.another().await.store;
    let bystander = customer(&elsewhere).await;
    let asking = tokio::spawn({
        let (service, key) = (Arc::clone(&service), bystander.text.clone());
        async move {
            loop {
                assert_eq!(answer(&service, &key).await, "200");
                tokio::task::yield_now().await;
            }
        }
    });
    for _ in 0..25 {
        let customer = customer(&elsewhere).await;
        assert_eq!(answer(&service, &customer.text).await, "200");
        elsewhere.revoke_key(customer.key, now()).await.unwrap().unwrap();
        assert_eq!(answer(&service, &customer.text).await, REVOKED);
    }
    assert!(!asking.is_finished(), "the bystander is answered all the time");
    asking.abort();
}

#[tokio::test]
async fn a_file_that_is_lost_or_lies_lets_no_key_in_and_keeps_none_out() {
    let service = Service::start().await;
    let Some(file) = announcements(&service) else { return };
    let elsewhere = service.another().await.store;
    let (revoked, valid) = (customer(&elsewhere).await, customer(&elsewhere).await);
    elsewhere.revoke_key(revoked.key, now()).await.unwrap().unwrap();
    assert_eq!(answer(&service, &valid.text).await, "200");
    let set = |change: &dyn Fn(u64) -> u64| {
        let file = OpenOptions::new().write(true).open(&file).unwrap();
        file.set_len(change(file.metadata().unwrap().len())).unwrap();
    };
    let harm: [(&str, &dyn Fn()); 4] = [
        ("removed", &|| fs::remove_file(&file).unwrap()),
        ("emptied", &|| set(&|_| 0)),
        ("announced by a process that died before its commit", &|| set(&|length| length + 1)),
        ("announced long ago", &|| set(&|length| length - 1)),
    ];
    for (what, harm) in harm {
        harm();
        for _ in 0..3 {
            assert_eq!(answer(&service, &revoked.text).await, REVOKED, "{what}");
            assert_eq!(answer(&service, &valid.text).await, "200", "{what}");
        }
        settles(&service, &file).await;
    }
}

#[tokio::test]
async fn a_change_without_the_file_is_seen() {
    let service = Service::start().await;
    let Some(file) = announcements(&service) else { return };
    let elsewhere = service.another().await.store;
    let customer = customer(&elsewhere).await;
    assert_eq!(answer(&service, &customer.text).await, "200");
    fs::remove_file(&file).unwrap();
    elsewhere.revoke_key(customer.key, now()).await.unwrap().unwrap();
    assert_eq!(answer(&service, &customer.text).await, REVOKED);
}

/// A version that was announced and not committed is announced again by the next change.
#[tokio::test]
async fn a_version_announced_twice_names_the_keys_of_its_commit() {
    let service = Service::start().await;
    let Some(file) = announcements(&service) else { return };
    let elsewhere = service.another().await.store;
    let customer = customer(&elsewhere).await;
    assert_eq!(answer(&service, &customer.text).await, "200");
    let committed = fs::metadata(&file).unwrap().len();
    OpenOptions::new().write(true).open(&file).unwrap().set_len(committed + 1).unwrap();
    assert_eq!(answer(&service, &customer.text).await, "200");
    elsewhere.revoke_key(customer.key, now()).await.unwrap().unwrap();
    for _ in 0..3 {
        assert_eq!(answer(&service, &customer.text).await, REVOKED);
    }
    settles(&service, &file).await;
}

/// Like a full disk, a trigger lets the database take no version.
#[tokio::test]
async fn a_version_that_cannot_be_announced_is_logged_once_until_it_is() {
    let (log, _guard) = Log::begin(tracing::Level::WARN);
    let service = Service::start().await;
    let Some(file) = announcements(&service) else { return };
    let customer = customer(&service.store).await;
    let until_logged = async |line: &str| {
        for _ in 0..600 {
            for _ in 0..20 {
                assert_eq!(answer(&service, &customer.text).await, "200");
            }
            if log.text().contains(line) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("never logged: {line}");
    };
    let database = Database::connect(service.database_url()).await.unwrap();
    let trigger = "create trigger no_version before update on key_version \
                   begin select raise(abort, 'full'); end";
    database.execute_unprepared(trigger).await.unwrap();
    fs::remove_file(&file).unwrap();
    until_logged("was not announced").await;
    for _ in 0..100 {
        assert_eq!(answer(&service, &customer.text).await, "200");
    }
    database.execute_unprepared("drop trigger no_version").await.unwrap();
    until_logged("is announced again").await;
    assert_eq!(log.text().matches("was not announced").count(), 1, "{}", log.text());
    database.close().await.unwrap();
    settles(&service, &file).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_database_by_another_name_is_the_same_database() {
    let service = Service::start().await;
    let Some(path) = service.database_url().strip_prefix("sqlite://") else { return };
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("linked.db");
    std::os::unix::fs::symlink(path, &link).unwrap();
    let by_link = TestDatabase::at(&format!("sqlite://{}", link.display()));
    let elsewhere = open_seeded(&by_link, 11).await;
    let customer = customer(&elsewhere).await;
    assert_eq!(answer(&service, &customer.text).await, "200");
    elsewhere.revoke_key(customer.key, now()).await.unwrap().unwrap();
    assert_eq!(answer(&service, &customer.text).await, REVOKED);
    assert!(!folder.path().join("linked.db-keys").exists());
}

#[tokio::test]
async fn no_key_and_no_hash_is_logged_or_shown() {
    let (log, _guard) = Log::begin(tracing::Level::TRACE);
    tracing::info!("the log is read");
    let service = Service::start().await;
    let valid = customer(&service.store).await;
    let revoked = customer(&service.store).await;
    service.store.revoke_key(revoked.key, now()).await.unwrap();
    let unknown = "lic_AbCdEfGhIjKlMnOpQrStUvWxYz012345";
    let malformed = "lic_AbCdEfGhIjKlMnOpQrStUvWxYz01234!";
    let mut shown = Vec::new();
    for key in [&*valid.text, &*revoked.text, unknown, malformed] {
        let sent = [
            Ask::get(CHECK).key(key),
            Ask::get("/v1/check?domain=").key(key),
            Ask::get(CHECK).header("authorization", key),
            Ask::get(CHECK).header("authorization", &format!("Basic {key}")),
            Ask::get(CHECK).header("x-api-key", key),
        ];
        for ask in sent {
            shown.extend(service.ask(ask).await.body);
        }
    }
    service.store.close().await;
    for key in [&*valid.text, &*revoked.text] {
        // A database that fails says so without what was asked of it.
        shown.extend(service.ask(Ask::get(CHECK).key(key)).await.body);
    }
    let logged = log.text();
    assert!(logged.contains("the log is read"), "{logged}");
    for key in [&*valid.text, &*revoked.text, unknown, malformed] {
        let hash = KeyHash::from_key(key).map_or("no key".to_owned(), |hash| hash.to_string());
        for text in [&*logged, &*String::from_utf8_lossy(&shown)] {
            assert!(!text.contains(&key[4..]), "{key} in {text}");
            assert!(!text.contains(&hash), "{hash} in {text}");
        }
    }
}
