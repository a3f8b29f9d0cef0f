//! Fresh databases: SQLite files, or databases of the PostgreSQL server that
//! `LICENCE_TEST_DATABASE_URL` names. A server that is named and cannot be reached fails the test.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use licence_store::outbound::{PostOptions, Resolver, Resolving};
use licence_store::service::WebhookOptions;
use sea_orm::{ConnectionTrait, Database};
use tempfile::TempDir;

/// A database of its own, gone at the end of the test (a PostgreSQL one before the next is made).
#[derive(Clone)]
pub struct TestDatabase {
    url: String,
    folder: Arc<TempDir>,
    _on_postgres: Option<Arc<OnPostgres>>,
}

/// A database on PostgreSQL, by its name. One takes 10 MB there, and a run of all tests makes 800.
struct OnPostgres(String);

/// The databases on PostgreSQL whose tests have ended.
static ENDED: Mutex<Vec<String>> = Mutex::new(Vec::new());

impl Drop for OnPostgres {
    fn drop(&mut self) {
        ENDED.lock().unwrap().push(std::mem::take(&mut self.0));
    }
}

/// The DNS of the tests: no test asks a real one.
pub fn resolve(name: String) -> Resolving {
    let address = match name.as_str() {
        "hooks.example.com" => Ok(vec![[93, 184, 215, 14].into()]),
        "private.example.com" => Ok(vec![[93, 184, 215, 14].into(), [10, 0, 0, 1].into()]),
        _ => Err(std::io::Error::other("no such name")),
    };
    Box::pin(async { address })
}

static SERIAL: AtomicU32 = AtomicU32::new(0);

impl TestDatabase {
    /// A new, empty one.
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let Ok(server) = std::env::var("LICENCE_TEST_DATABASE_URL") else {
            let url = format!("sqlite://{}", folder.path().join("licence.db").display());
            return Self { url, folder: Arc::new(folder), _on_postgres: None };
        };
        let name = new_postgres_database(&server, &folder).await;
        let (address, _) = server.rsplit_once('/').expect("an address that ends in /DATABASE");
        let url = format!("{address}/{name}");
        Self { url, folder: Arc::new(folder), _on_postgres: Some(Arc::new(OnPostgres(name))) }
    }

    /// The database with this address.
    // The tests of the binary share this file and have no use for it.
    #[allow(dead_code)]
    pub fn at(url: &str) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        Self { url: url.to_owned(), folder, _on_postgres: None }
    }

    /// How webhooks are sent from it: the key of their secrets goes with the database, and names
    /// resolve as [`resolve`] says.
    pub fn webhooks(&self) -> WebhookOptions {
        let post = PostOptions { resolver: Resolver::new(resolve), ..PostOptions::default() };
        let secret_key_file = Some(self.folder.path().join("secret.key"));
        WebhookOptions { post, secret_key_file, ..WebhookOptions::default() }
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// The name of a new database; those of ended tests go first. The name of the folder makes it unique:
/// a server that outlives the tests still has databases of an earlier process with this id.
async fn new_postgres_database(server: &str, folder: &TempDir) -> String {
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let unique = folder.path().file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let unique = unique.trim_start_matches('.');
    let name = format!("licence_test_{}_{serial}_{unique}", std::process::id());
    let admin = Database::connect(server).await.expect("LICENCE_TEST_DATABASE_URL is reachable");
    let ended = std::mem::take(&mut *ENDED.lock().unwrap());
    for name in ended {
        // What a test left running may still be connected. One that cannot be dropped costs disk alone.
        let _ = admin.execute_unprepared(&format!("drop database {name} with (force)")).await;
    }
    admin.execute_unprepared(&format!("create database {name}")).await.unwrap();
    name
}
