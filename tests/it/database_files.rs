//! The files of an SQLite database: whose they are, who reads them, and what is damaged.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;

use licence_core::account::plan::{Cap, Plan};
use licence_core::webhook::endpoint::EndpointDraft;
use licence_store::service::WebhookOptions;
use licence_store::{Store, StoreError, StoreOptions};
use sea_orm::{ConnectionTrait, Database};
use serde_json::json;

use crate::support::databases::TestDatabase;
use crate::support::readings::now;

/// A store on a new file in this folder.
async fn store_in(folder: &Path) -> Store {
    let url = format!("sqlite://{}", folder.join("licence.db").display());
    let webhooks = TestDatabase::at(&url).webhooks();
    // The key of the secrets lies beside the database.
    let webhooks = WebhookOptions { secret_key_file: None, ..webhooks };
    Store::open(&StoreOptions::new(url).with_webhooks(webhooks)).await.unwrap()
}

/// Makes every file that there can be beside a database.
async fn use_everything(store: &Store) {
    let account = store.create_account("A", Plan::Business, now()).await.unwrap().id;
    store.create_key(account, "k", now()).await.unwrap().unwrap();
    let body = json!({"url": "https://hooks.example.com/", "events": ["license.issued"]});
    let draft = EndpointDraft::from_json(body.to_string().as_bytes(), store.url_policy());
    let created = store.create_webhook(account, draft.unwrap(), Cap::Unlimited, now()).await;
    created.unwrap().unwrap();
}

/// Name, mode and owner of each file.
fn listed(folder: &Path) -> Vec<(String, u32, u32)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| {
            let file = file.unwrap();
            let metadata = file.metadata().unwrap();
            let name = file.file_name().into_string().unwrap();
            (name, metadata.mode() & 0o777, metadata.uid())
        })
        .collect();
    files.sort();
    files
}

const FILES: [&str; 5] =
    ["licence.db", "licence.db-keys", "licence.db-secret.key", "licence.db-shm", "licence.db-wal"];

#[tokio::test]
async fn nobody_else_reads_the_files_of_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path()).await;
    use_everything(&store).await;
    let owner = fs::metadata(folder.path()).unwrap().uid();
    assert_eq!(listed(folder.path()), FILES.map(|name| (name.to_owned(), 0o600, owner)));
}

#[tokio::test]
async fn files_made_by_root_are_the_services_own() {
    let folder = tempfile::tempdir().unwrap();
    const SERVICE: u32 = 12_345;
    if chown(folder.path(), Some(SERVICE), Some(SERVICE)).is_err() {
        println!("skipped: not root");
        return;
    }
    let store = store_in(folder.path()).await;
    use_everything(&store).await;
    assert_eq!(listed(folder.path()), FILES.map(|name| (name.to_owned(), 0o600, SERVICE)));
}

#[tokio::test]
async fn an_inspection_finds_damage_that_appears_while_the_database_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path()).await;
    store.apply_sample(now()).await.unwrap();
    store.inspect_database().await.unwrap();
    store.try_write().await.unwrap();
    store.close().await;
    let store = store_in(folder.path()).await;
    let file = folder.path().join("licence.db");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 8_192;
    bytes[last..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let found = store.inspect_database().await;
    assert!(matches!(found, Err(StoreError::Damaged { .. })), "{found:?}");
    assert!(!store.health().await.database);
}

#[tokio::test]
async fn another_file_of_the_name_is_not_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path()).await;
    assert!(store.is_database_in_place() && store.health().await.database);
    let file = folder.path().join("licence.db");
    fs::rename(&file, folder.path().join("old")).unwrap();
    assert!(!store.is_database_in_place() && !store.health().await.database, "none");
    fs::copy(folder.path().join("old"), &file).unwrap();
    assert!(!store.is_database_in_place(), "another");
    fs::rename(folder.path().join("old"), &file).unwrap();
    assert!(store.is_database_in_place(), "the same");
}

#[tokio::test]
async fn an_emptied_file_is_not_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path()).await;
    fs::write(folder.path().join("licence.db"), "").unwrap();
    assert!(!store.is_database_in_place() && !store.health().await.database);
}

/// After a copy over the file of a running process SQLite reads another state of the catalogue. It would
/// answer from an earlier reading again.
#[tokio::test]
async fn a_file_that_was_overwritten_with_an_earlier_state_is_not_the_database() {
    for (case, overwritten, is_in_place) in [
        ("later", "version = version + 1, state = 'later'", true),
        ("the same number for another state", "state = 'another'", false),
        ("earlier", "version = version - 1, state = 'earlier'", false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let store = store_in(folder.path()).await;
        store.apply_sample(now()).await.unwrap();
        store.refresh_catalogue().await.unwrap();
        let held = store.held_catalogue_version();
        let url = format!("sqlite://{}", folder.path().join("licence.db").display());
        let other = Database::connect(url).await.unwrap();
        let update = format!("update catalogue_version set {overwritten}");
        other.execute_unprepared(&update).await.unwrap();
        assert_eq!(store.refresh_catalogue().await.is_ok(), is_in_place, "{case}");
        assert_eq!(store.held_catalogue_version() == held, !is_in_place, "{case}");
        assert_eq!(store.is_database_in_place(), is_in_place, "{case}");
        assert_eq!(store.health().await.database, is_in_place, "{case}");
    }
}
