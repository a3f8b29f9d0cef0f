//! The audit log: every act of administration, who did it and how it ended.

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::Plan;
use licence_core::audit::{Action, Actor, AuditEntry, AuditQuery};
use licence_core::check::CheckQuery;
use licence_core::history::EntryId;
use licence_core::register::{Snapshot, SourceFile};
use licence_core::transition::ApplyRules;
use licence_store::Store;
use sea_orm::{ConnectionTrait, Database, DbBackend};
use serde_json::json;
use uuid::Uuid;

use crate::support::databases::TestDatabase;
use crate::support::dump::dump;
use crate::support::readings::{at, now, of_the_cases, open, to_json};
use crate::support::service::{Ask, Reply, Service};

const NOWHERE: Uuid = Uuid::nil();

async fn entries(store: &Store) -> Vec<AuditEntry> {
    let mut entries = store.audit_log(&AuditQuery::default()).await.unwrap().entries;
    entries.sort_by_key(|entry| entry.id);
    entries
}

/// Who did what, to what, and how it ended.
async fn log(store: &Store) -> Vec<String> {
    let line = |entry: AuditEntry| {
        let reason = entry.reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("{} {} {} {}{reason}", entry.actor, entry.action, entry.subject, entry.outcome)
    };
    entries(store).await.into_iter().map(line).collect()
}

fn alice() -> Actor {
    Actor::User("alice as root".to_owned())
}

#[tokio::test]
async fn every_act_of_an_administrator_is_on_record() {
    let service = Service::start().await;
    let store = service.store.acting_as(alice());
    let now = service.now();
    let account = store.create_account("A customer", Plan::Pro, now).await.unwrap().id;
    for plan in [Plan::Business, Plan::Business] {
        store.set_plan(account, plan, now).await.unwrap().unwrap();
    }
    let key = store.create_key(account, "laptop", now).await.unwrap().unwrap();
    for _ in 0..2 {
        store.revoke_key(key.id, now).await.unwrap().unwrap();
    }
    let query = CheckQuery::domain("lanternspin.example").unwrap();
    let licence =
        store.check(&query, None, now).await.unwrap().matched.unwrap().license_id.unwrap();
    let entry = store.history(licence).await.unwrap().unwrap().history[0].id;
    store.correct(entry, "read from a broken page", now).await.unwrap().unwrap();
    let nobody = AccountId(NOWHERE);
    assert_eq!(store.set_plan(nobody, Plan::Pro, now).await.unwrap(), None);
    assert_eq!(store.revoke_key(KeyId(NOWHERE), now).await.unwrap(), None);
    assert_eq!(store.correct(EntryId(NOWHERE), "why", now).await.unwrap(), None);
    let (account, key, entry) = (account.0, key.id.0, entry.0);
    let who = "user:alice as root";
    assert_eq!(
        log(&store).await,
        [
            format!("{who} account.create {account} done"),
            format!("{who} account.set_plan {account} done"),
            format!("{who} key.create {key} done"),
            format!("{who} key.revoke {key} done"),
            format!("{who} history.correct {entry} done"),
            format!("{who} account.set_plan {NOWHERE} refused: the account is not on record"),
            format!("{who} key.revoke {NOWHERE} refused: the key is not on record"),
            format!("{who} history.correct {NOWHERE} refused: the history entry is not on record"),
        ]
    );
    assert_eq!(store.create_key(nobody, "x", now).await.unwrap(), None);
    let last = entries(&store).await.pop().unwrap();
    assert_eq!((last.action, last.account_id), (Action::KeyCreate, Some(nobody)));
    let moved = &entries(&store).await[1];
    assert_eq!((moved.at, moved.account_id), (now, Some(AccountId(account))));
    assert_eq!(json!(moved.details), json!({ "from": "pro", "to": "business" }));
}

async fn hooks(
    service: &Service,
    key: &str,
    method: &'static str,
    path: &str,
    body: &str,
) -> Reply {
    service.ask(Ask::new(method, format!("/v1/webhooks{path}")).key(key).body(body)).await
}

#[tokio::test]
async fn what_a_key_changes_is_recorded_as_its_act() {
    let limits = json!({ "requests_per_second": 1000 });
    let service = Service::start().await.with_plan(Plan::Starter, limits);
    let account = service.store.create_account("x", Plan::Starter, now()).await.unwrap().id;
    let created = service.store.create_key(account, "x", now()).await.unwrap().unwrap();
    let (key, raw) = (created.id.0, created.key.reveal().to_owned());
    let before = entries(&service.store).await.len();
    let body = |url: &str| json!({ "url": url, "events": ["license.expired"] }).to_string();
    let good = body("https://hooks.example.com/in?token=hush");
    let reply = hooks(&service, &raw, "POST", "", &good).await;
    assert_eq!(reply.status, 201);
    let (id, secret) = (reply.json()["id"].clone(), reply.json()["secret"].clone());
    let (id, secret) = (id.as_str().unwrap(), secret.as_str().unwrap());
    let one = format!("/{id}");
    let refused_url = r#"{"url":"https://private.example.com/"}"#;
    let literal = r#"{"url":"https://10.0.0.1/in?token=hush"}"#;
    for (method, path, body, status) in [
        ("POST", "", good.as_str(), 403),
        ("PATCH", one.as_str(), r#"{"active":false}"#, 200),
        ("PATCH", &one, "{}", 200),
        ("PATCH", &one, refused_url, 400),
        ("PATCH", &one, literal, 400),
        ("PATCH", &one, r#"{"url":"https://localhost/"}"#, 400),
        ("PATCH", &one, r#"{"url":"https://me:hush@10.0.0.1/"}"#, 400),
        ("PATCH", "/1", literal, 400),
        ("POST", &format!("{one}/rotate_secret"), "", 200),
        ("GET", "", "", 200),
        ("DELETE", &one, "", 204),
        ("DELETE", &one, "", 404),
        ("POST", "", "no JSON", 400),
    ] {
        let reply = hooks(&service, &raw, method, path, body).await;
        assert_eq!(reply.status, status, "{method} {path} {body}");
    }
    let mut log = log(&service.store).await.split_off(before);
    let full = "refused: The account has 1 of 1 webhook endpoints.";
    assert!(log[1].ends_with(full) && log[1].contains("webhook.create"), "{log:?}");
    log.remove(1);
    assert_eq!(
        log,
        [
            format!("key:{key} webhook.create {id} done"),
            format!("key:{key} webhook.update {id} done"),
            format!("key:{key} webhook.update {id} refused: private_ip_blocked"),
            format!("key:{key} webhook.update {id} refused: private_ip_blocked"),
            format!("key:{key} webhook.update {id} refused: blocked_hostname"),
            format!("key:{key} webhook.rotate_secret {id} done"),
            format!("key:{key} webhook.delete {id} done"),
        ]
    );
    for entry in entries(&service.store).await {
        let text = serde_json::to_string(&entry).unwrap();
        assert_eq!(entry.account_id, Some(account), "{text}");
        for hidden in [&raw[4..], &secret[6..], "hush"] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
        }
    }
    let rows = dump(service.database_url()).await.remove("audit_entries").unwrap();
    assert!(rows.iter().any(|row| row.contains("hooks.example.com/in")), "{rows:?}");
    assert!(!rows.iter().any(|row| row.contains("hush")), "{rows:?}");
}

#[tokio::test]
async fn a_forced_reading_is_on_record_whether_applied_or_refused() {
    let database = TestDatabase::new().await;
    let store = open(&database).await.acting_as(alice());
    let reading = of_the_cases().remove(0);
    let forced = ApplyRules { force: true, ..ApplyRules::default() };
    let apply = async |read_at: &str, rules: &ApplyRules| {
        let mut reading = reading.clone();
        reading.read_at = at(read_at);
        let file = SourceFile { name: "reading".to_owned(), bytes: to_json(&reading) };
        store.apply_reading(&reading, &Snapshot::new(vec![file]), rules, now()).await
    };
    apply("2026-11-01T06:00:00Z", &ApplyRules::default()).await.unwrap();
    apply("2026-11-01T05:00:00Z", &ApplyRules::default()).await.unwrap_err();
    assert_eq!(log(&store).await, [""; 0], "only force is on record");
    apply("2026-11-01T06:30:00Z", &forced).await.unwrap();
    let refusal = apply("2026-11-01T05:00:00Z", &forced).await.unwrap_err();
    let who = "user:alice as root reading.force UKGC";
    assert_eq!(log(&store).await, [format!("{who} done"), format!("{who} refused: {refusal}")]);
}

/// A revocation of a SQLite file is in the log beside it first; the next writer records it.
#[tokio::test]
async fn a_revocation_beside_another_writer_is_on_record_once_with_its_time_and_actor() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account =
        store.create_account("x", Plan::Pro, at("2026-11-01T01:00:00Z")).await.unwrap().id;
    let key = store.create_key(account, "x", at("2026-11-01T02:00:00Z")).await.unwrap().unwrap().id;
    let other = Database::connect(database.url()).await.unwrap();
    if other.get_database_backend() == DbBackend::Sqlite {
        other.execute_unprepared("begin immediate").await.unwrap();
    }
    let revoked = store.acting_as(alice()).revoke_key(key, at("2026-11-01T03:00:00Z")).await;
    assert!(revoked.unwrap().unwrap().revoked_at.is_some());
    other.close().await.unwrap();
    for plan in [Plan::Business, Plan::Pro] {
        store.set_plan(account, plan, at("2026-11-01T04:00:00Z")).await.unwrap();
    }
    let revocations = AuditQuery { action: Some(Action::KeyRevoke), ..AuditQuery::default() };
    let page = store.audit_log(&revocations).await.unwrap();
    let found: Vec<_> = page.entries.iter().map(|it| (it.at, &it.actor, &it.subject)).collect();
    assert_eq!(found, [(at("2026-11-01T03:00:00Z"), &alice(), &key.0.to_string())]);
}

#[tokio::test]
async fn an_act_that_fails_leaves_no_entry() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = store.create_account("x", Plan::Pro, now()).await.unwrap().id;
    let before = log(&store).await;
    // The entry is written by then: the version of the keys, or the commit itself, fails.
    let connection = Database::connect(database.url()).await.unwrap();
    let harm = match connection.get_database_backend() {
        DbBackend::Postgres => {
            "create constraint trigger fails after insert on audit_entries \
             deferrable initially deferred for each row execute function audit_entries_are_kept()"
        }
        _ => "alter table key_version rename to gone",
    };
    connection.execute_unprepared(harm).await.unwrap();
    store.create_key(account, "x", now()).await.unwrap_err();
    store.set_plan(account, Plan::Business, now()).await.unwrap_err();
    assert_eq!(log(&store).await, before);
    connection.close().await.unwrap();
}

#[tokio::test]
async fn no_act_takes_effect_without_its_entry_and_a_refusal_stays_one() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let account = store.create_account("x", Plan::Pro, now()).await.unwrap().id;
    let connection = Database::connect(database.url()).await.unwrap();
    connection.execute_unprepared("alter table audit_entries rename to gone").await.unwrap();
    store.set_plan(account, Plan::Business, now()).await.unwrap_err();
    assert_eq!(store.account(account).await.unwrap().unwrap().plan, Plan::Pro);
    assert_eq!(store.set_plan(AccountId(NOWHERE), Plan::Pro, now()).await.unwrap(), None);
    connection.close().await.unwrap();
}

#[tokio::test]
async fn the_log_is_asked_by_time_account_and_action() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let first = store.create_account("a", Plan::Pro, at("2026-11-01T01:00:00Z")).await.unwrap().id;
    let second = store.create_account("b", Plan::Pro, at("2026-11-01T02:00:00Z")).await.unwrap().id;
    store.set_plan(first, Plan::None, at("2026-11-01T03:00:00Z")).await.unwrap();
    let all = AuditQuery::default;
    for (query, total, hours) in [
        (all(), 3, &[3, 2, 1][..]),
        (AuditQuery { limit: Some(2), ..all() }, 3, &[3, 2]),
        (AuditQuery { limit: Some(0), ..all() }, 3, &[]),
        (AuditQuery { since: Some(at("2026-11-01T02:00:00Z")), ..all() }, 2, &[3, 2]),
        (AuditQuery { until: Some(at("2026-11-01T02:00:00Z")), ..all() }, 1, &[1]),
        (AuditQuery { account_id: Some(first), ..all() }, 2, &[3, 1]),
        (AuditQuery { account_id: Some(second), ..all() }, 1, &[2]),
        (AuditQuery { action: Some(Action::AccountSetPlan), ..all() }, 1, &[3]),
        (AuditQuery { action: Some(Action::KeyRevoke), ..all() }, 0, &[]),
    ] {
        let page = store.audit_log(&query).await.unwrap();
        let found: Vec<i64> = page.entries.iter().map(hour).collect();
        assert_eq!((page.total, found.as_slice()), (total, hours), "{query:?}");
        assert!(page.entries.iter().all(|entry| entry.actor == Actor::Program));
    }
}

fn hour(entry: &AuditEntry) -> i64 {
    entry.at.hours_since(at("2026-11-01T00:00:00Z"))
}
