//! A node is killed under load, backed up, and restored elsewhere and in its place: the restored
//! servers answer what the killed one answered.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use licence_core::account::plan::{Cap, Plan};
use licence_core::webhook::endpoint::EndpointDraft;
use licence_store::backup::{self, OverwritePolicy, RestoredDatabase, SecretKeyStatus};
use licence_store::{Store, StoreOptions};
use serde_json::{Value, json};

use super::client::Client;
use super::process::{Server, new_database};
use crate::databases::TestDatabase;

const CHECK: &str = "/v1/check?domain=lanternspin.example";
const OPERATOR: &str = "/v1/operators/harbour-lantern-gaming-limited";
/// How many checks are answered before the node is killed: their counts are being written.
const LOAD: u64 = 300;

/// The keys of a customer.
struct Keys {
    good: String,
    revoked: String,
}

/// A database with the sample, a customer with two keys, one of them revoked, and a webhook.
async fn fill(options: &StoreOptions) -> Keys {
    let store = Store::open(options).await.unwrap();
    let now = licence_server::system_time();
    store.apply_sample(now).await.unwrap();
    let account = store.create_account("A", Plan::Enterprise, now).await.unwrap().id;
    let good = store.create_key(account, "good", now).await.unwrap().unwrap();
    let revoked = store.create_key(account, "revoked", now).await.unwrap().unwrap();
    store.revoke_key(revoked.id, now).await.unwrap();
    let body = json!({"url": "https://hooks.example.com/", "events": ["license.issued"]});
    let draft = EndpointDraft::from_json(body.to_string().as_bytes(), store.url_policy());
    let created = store.create_webhook(account, draft.unwrap(), Cap::Unlimited, now).await;
    created.unwrap().unwrap();
    store.close().await;
    Keys { good: good.key.reveal().to_owned(), revoked: revoked.key.reveal().to_owned() }
}

async fn get(server: &Server, key: &str, target: &str) -> (u16, Value) {
    let reply = Client::connect(server.address()).await.with_key(key).get(target).await;
    (reply.status, reply.json())
}

/// Returns the answers of a server about everything that a backup must contain.
async fn read_answers(server: &Server, keys: &Keys) -> Vec<(u16, Value)> {
    let mut answers = vec![get(server, &keys.revoked, CHECK).await];
    let history = format!("{OPERATOR}/licenses?include_history=true");
    for target in [CHECK, OPERATOR, &history, "/v1/webhooks", "/v1/watchlist"] {
        answers.push(get(server, &keys.good, target).await);
    }
    assert_eq!(answers.iter().map(|it| it.0).collect::<Vec<_>>(), [401, 200, 200, 200, 200, 200]);
    answers
}

/// Asks until enough is answered, and goes on until the server is gone.
async fn load(address: std::net::SocketAddr, key: String, answered: Arc<AtomicU64>) {
    let mut client = Client::connect(address).await.with_key(&key);
    let request = format!("GET {CHECK} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n\r\n");
    while client.send(&request).await.is_ok() && client.receive().await {
        answered.fetch_add(1, Ordering::SeqCst);
    }
}

async fn back_up(options: &StoreOptions, file: &Path) {
    let made = backup::create(options, file, OverwritePolicy::Refuse).await.unwrap();
    assert_eq!(made.secret_key_file, options.webhooks.secret_key_file);
}

async fn restore(
    options: &StoreOptions,
    file: &Path,
    overwrite: OverwritePolicy,
) -> RestoredDatabase {
    let now = licence_server::system_time();
    let restored = backup::restore(options, file, overwrite, now).await.unwrap();
    assert_eq!(restored.secret_key, SecretKeyStatus::Opens);
    restored
}

fn options(database: &TestDatabase, origin: &TestDatabase) -> StoreOptions {
    StoreOptions::new(database.url()).with_webhooks(origin.webhooks())
}

fn serve(options: &StoreOptions) -> Server {
    let key_file = options.webhooks.secret_key_file.clone().unwrap();
    Server::on(&options.database_url, &["--secret-key-file", key_file.to_str().unwrap()])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_node_is_restored_whole() {
    let folder = tempfile::tempdir().unwrap();
    let database = new_database();
    let node = options(&database, &database);
    let keys = fill(&node).await;
    let server = serve(&node);
    let expected = read_answers(&server, &keys).await;
    let answered = Arc::new(AtomicU64::new(0));
    let loading = tokio::spawn(load(server.address(), keys.good.clone(), Arc::clone(&answered)));
    let before = folder.path().join("under-load.backup");
    back_up(&node, &before).await;
    while answered.load(Ordering::SeqCst) < LOAD {
        tokio::task::yield_now().await;
    }
    server.signal("-KILL");
    server.ended();
    loading.await.unwrap();
    let crashed = node.database_url.strip_prefix("sqlite://").map(|file| {
        let crashed = folder.path().join("crashed.db").display().to_string();
        for suffix in ["", "-wal", "-shm", "-keys"] {
            std::fs::copy(format!("{file}{suffix}"), format!("{crashed}{suffix}")).unwrap();
        }
        let log = std::fs::metadata(format!("{crashed}-wal")).unwrap().len();
        assert!(log > 0, "a crash leaves a write-ahead log");
        StoreOptions::new(format!("sqlite://{crashed}")).with_webhooks(node.webhooks.clone())
    });
    let after = folder.path().join("after-the-crash.backup");
    back_up(&node, &after).await;

    for backup in [&before, &after] {
        let elsewhere = new_database();
        let elsewhere = options(&elsewhere, &database);
        let restored = restore(&elsewhere, backup, OverwritePolicy::Refuse).await;
        assert_eq!(restored.kept, None);
        assert_eq!(read_answers(&serve(&elsewhere), &keys).await, expected, "{}", backup.display());
    }
    if let Some(crashed) = crashed {
        // In place, where the log of the crash lies.
        let kept = restore(&crashed, &before, OverwritePolicy::Replace).await.kept.unwrap();
        assert_eq!(read_answers(&serve(&crashed), &keys).await, expected);
        let old = StoreOptions::new(format!("sqlite://{}", kept.display()));
        let old = Store::open(&old).await.unwrap();
        old.inspect_database().await.unwrap();
    }
}
