//! Two stores on one database, one with a catalogue and one that is asked before it has one; and a
//! catalogue file of the same state.

use licence_core::catalogue::Catalogue;
use licence_core::check::CheckQuery;
use licence_core::check::extract::Wanted;
use licence_core::register::reading::RegisterReading;
use licence_store::{Checker, Store};

use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, now, open};

pub struct Both {
    pub database: TestDatabase,
    pub whole: Checker,
    pub once: Store,
    pub file: Checker,
    /// Answers that took no catalogue, and others.
    pub looked_up: usize,
    pub fallen_back: usize,
}

impl Both {
    pub async fn of(readings: &[RegisterReading]) -> Self {
        let database = TestDatabase::new().await;
        let store = open(&database).await;
        let mut applied = 0;
        for reading in readings {
            // A random reading may look like a broken one, and is refused.
            applied += usize::from(apply(&store, reading).await.is_ok());
        }
        assert!(applied > 0);
        let whole = store.checker().await.unwrap();
        let once = open(&database).await;
        let records = store.catalogue_records().await.unwrap().records;
        let built = Catalogue::from_records(&records).unwrap();
        assert_eq!(built.verify(), Ok(()));
        let file = Checker::from(Catalogue::from_bytes(built.as_bytes().clone()).unwrap());
        Self { database, whole, once, file, looked_up: 0, fallen_back: 0 }
    }

    pub async fn ask(&mut self, query: &CheckQuery) {
        let answer = self.once.check_once(query, None, now()).await.unwrap();
        self.count().await;
        let expected = self.whole.check(query, now());
        assert_eq!(text(&answer), text(&expected), "{query:?}");
        assert_eq!(text(&self.file.check(query, now())), text(&expected), "file: {query:?}");
    }

    pub async fn ask_domain(&mut self, domain: &str) {
        let fallen_back = self.fallen_back;
        let mut has_a_seam = false;
        if let Ok(query) = CheckQuery::domain(domain) {
            has_a_seam = Wanted::by(&query).is_none();
            self.ask(&query).await;
        }
        self.ask_rows(&[domain]).await;
        assert_eq!(self.fallen_back > fallen_back, has_a_seam, "{domain}");
    }

    pub async fn ask_number(&mut self, number: &str) {
        if let Ok(query) = CheckQuery::licence_number(number) {
            let fallen_back = self.fallen_back;
            self.ask(&query).await;
            assert_eq!(self.fallen_back, fallen_back, "{number:?}");
        }
    }

    pub async fn ask_rows(&mut self, domains: &[&str]) {
        let rows = self.once.check_rows_once(domains, now()).await.unwrap();
        self.count().await;
        let expected: Vec<_> =
            domains.iter().map(|domain| self.whole.check_row(domain, now())).collect();
        assert_eq!(text(&rows), text(&expected), "{domains:?}");
        let batch = self.once.check_batch_once(domains, now()).await.unwrap();
        self.count().await;
        let expected = self.whole.check_batch(domains.iter().copied(), now());
        assert_eq!(text(&batch), text(&expected), "{domains:?}");
        let of_file = self.file.check_batch(domains.iter().copied(), now());
        assert_eq!(text(&of_file), text(&expected), "file: {domains:?}");
    }

    /// The next question finds no catalogue again.
    pub async fn count(&mut self) {
        if self.once.has_catalogue() {
            self.fallen_back += 1;
            self.once = open(&self.database).await;
        } else {
            self.looked_up += 1;
        }
    }
}

pub fn text(answer: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(answer).unwrap()
}
