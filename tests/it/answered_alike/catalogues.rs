//! Three catalogues of one state: built from the tables, opened by a later start, and made of the
//! records.

use std::fs;
use std::os::unix::fs::MetadataExt;

use licence_core::catalogue::Catalogue;
use licence_core::check::CheckQuery;
use licence_core::register::reading::RegisterReading;
use licence_store::{Checker, Entropy, Store, StoreOptions};
use tempfile::TempDir;

use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, cache_url, now};

pub struct Catalogues {
    database: TestDatabase,
    folder: TempDir,
    /// The first process, which built the catalogue, and the second one, which opened it.
    pub built: Store,
    pub started: Store,
    pub whole: Checker,
    kept: Checker,
    file: Checker,
}

impl Catalogues {
    pub async fn new(readings: &[RegisterReading]) -> Self {
        let (database, folder) = (TestDatabase::new().await, tempfile::tempdir().unwrap());
        let store = start(&database, &folder, 7).await;
        let mut applied = 0;
        for reading in readings {
            // A random reading may look like a broken one, and is refused.
            applied += usize::from(apply(&store, reading).await.is_ok());
        }
        assert!(applied > 0);
        store.refresh_catalogue().await.unwrap();
        store.close().await;
        let before = inodes(&folder);
        let started = start(&database, &folder, 8).await;
        let kept = started.checker().await.unwrap();
        assert_eq!(inodes(&folder), before, "the kept catalogue is opened, and none is built");
        let other = tempfile::tempdir().unwrap();
        let built = start(&database, &other, 9).await;
        let whole = built.checker().await.unwrap();
        let records = built.catalogue_records().await.unwrap().records;
        let made = Catalogue::from_records(&records).unwrap();
        assert_eq!(made.verify(), Ok(()));
        let file = Checker::from(Catalogue::from_bytes(made.as_bytes().clone()).unwrap());
        Self { database, folder, built, started, whole, kept, file }
    }

    /// A third process.
    pub async fn another(&self) -> Store {
        start(&self.database, &self.folder, 10).await
    }

    pub fn ask(&self, query: &CheckQuery) {
        let expected = text(&self.whole.check(query, now()));
        assert_eq!(text(&self.kept.check(query, now())), expected, "{query:?}");
        assert_eq!(text(&self.file.check(query, now())), expected, "file: {query:?}");
    }

    pub fn ask_domain(&self, domain: &str) {
        if let Ok(query) = CheckQuery::domain(domain) {
            self.ask(&query);
        }
        self.ask_rows(&[domain]);
    }

    pub fn ask_number(&self, number: &str) {
        if let Ok(query) = CheckQuery::licence_number(number) {
            self.ask(&query);
        }
    }

    pub fn ask_rows(&self, domains: &[&str]) {
        let batch = |checker: &Checker| {
            let row = |domain: &&str| checker.check_row(domain, now());
            let rows: Vec<_> = domains.iter().map(row).collect();
            (text(&rows), text(&checker.check_batch(domains.iter().copied(), now())))
        };
        let expected = batch(&self.whole);
        assert_eq!(batch(&self.kept), expected, "{domains:?}");
        assert_eq!(batch(&self.file), expected, "file: {domains:?}");
    }
}

async fn start(database: &TestDatabase, folder: &TempDir, seed: u64) -> Store {
    let mut options = StoreOptions::new(database.url())
        .with_cache(cache_url())
        .with_entropy(Entropy::fixed(seed))
        .with_webhooks(database.webhooks());
    options.catalogue_folder = Some(folder.path().to_owned());
    Store::open(&options).await.unwrap()
}

fn inodes(folder: &TempDir) -> Vec<u64> {
    let files = fs::read_dir(folder.path()).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().ino()).collect()
}

pub fn text(answer: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(answer).unwrap()
}
