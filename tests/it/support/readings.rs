//! Readings for tests.

use licence_core::catalogue::Catalogue;
use licence_core::check::CheckQuery;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};
use licence_core::register::{Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_store::service::WebhookOptions;
use licence_store::{Entropy, ReadingSummary, Store, StoreError, StoreOptions};

use crate::support::databases::TestDatabase;

/// The register of the verdict cases: invented licences on the hosts and names of the cases.
pub fn of_the_cases() -> Vec<RegisterReading> {
    [
        ("ukgc.json", include_str!("../fixtures/register_r/ukgc.json")),
        ("cw.json", include_str!("../fixtures/register_r/cw.json")),
    ]
    .iter()
    .map(|(name, text)| RegisterReading::from_json(text.as_bytes(), name).unwrap())
    .collect()
}

pub fn catalogue_of_the_cases() -> Catalogue {
    Catalogue::from_readings(&of_the_cases()).unwrap()
}

pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// An hour after the readings of the cases.
pub fn now() -> Timestamp {
    at("2026-11-01T07:00:00Z")
}

/// The cache the tests run on.
pub fn cache_url() -> String {
    std::env::var("LICENCE_TEST_CACHE_URL").unwrap_or_else(|_| "memory://".to_owned())
}

/// A store on the database, opened with fixed ids.
pub async fn open(database: &TestDatabase) -> Store {
    open_seeded(database, 7).await
}

/// Two handles on one database need two seeds, or they give the same ids to different things.
pub async fn open_seeded(database: &TestDatabase, seed: u64) -> Store {
    open_cached(database, &cache_url(), seed).await
}

/// With a cache of the test's own.
pub async fn open_cached(database: &TestDatabase, cache_url: &str, seed: u64) -> Store {
    open_with(database, cache_url, seed, database.webhooks()).await
}

/// With ways of its own to send webhooks.
pub async fn open_with(
    database: &TestDatabase,
    cache_url: &str,
    seed: u64,
    webhooks: WebhookOptions,
) -> Store {
    let options = StoreOptions::new(database.url())
        .with_cache(cache_url)
        .with_entropy(Entropy::fixed(seed))
        .with_webhooks(webhooks);
    Store::open(&options).await.unwrap()
}

/// Applies a reading under a snapshot of its own content.
pub async fn apply(store: &Store, reading: &RegisterReading) -> Result<ReadingSummary, StoreError> {
    let file = SourceFile { name: "reading".to_owned(), bytes: to_json(reading) };
    let rules = ApplyRules::default();
    store.apply_reading(reading, &Snapshot::new(vec![file]), &rules, reading.read_at).await
}

pub fn to_json(reading: &RegisterReading) -> Vec<u8> {
    serde_json::to_vec(reading).unwrap()
}

/// A complete reading of one register, an hour a step after the first.
pub fn reading(code: JurisdictionCode, hour: i64, licences: Vec<ListedLicence>) -> RegisterReading {
    let start = at("2026-11-01T00:00:00Z").epoch_millis();
    RegisterReading {
        jurisdiction: code,
        read_at: Timestamp::from_epoch_millis(start + hour * 3_600_000).unwrap(),
        complete: true,
        source_url: Some("https://register.example/".to_owned()),
        source_kind: SourceKind::Scraped,
        licences,
        regulatory_actions: Vec::new(),
        removed_pages: Vec::new(),
    }
}

/// A listed licence of an operator with domains.
pub fn licence(operator: &str, number: &str, status: &str, domains: &[&str]) -> ListedLicence {
    let domain = |cell: &&str| ListedDomain { domain: (*cell).to_owned(), ..Default::default() };
    ListedLicence {
        operator: ListedOperator { name: operator.to_owned(), ..Default::default() },
        license_number: Some(number.to_owned()),
        status_text: Some(status.to_owned()),
        license_types: vec!["B2C".to_owned()],
        domains: domains.iter().map(domain).collect(),
        ..Default::default()
    }
}

/// A domain in the words of a register.
pub fn described_domain(domain: &str, words: &str) -> ListedDomain {
    let (domain, status_text) = (domain.to_owned(), Some(words.to_owned()));
    ListedDomain { domain, status_text, ..Default::default() }
}

/// The answer for a domain, as JSON.
pub async fn answer(store: &Store, domain: &str) -> serde_json::Value {
    let query = CheckQuery::domain(domain).unwrap();
    serde_json::to_value(store.check(&query, None, now()).await.unwrap()).unwrap()
}

/// A store on a database of its own.
pub struct FreshStore {
    store: Store,
    _database: TestDatabase,
}

pub async fn fresh_store() -> FreshStore {
    let database = TestDatabase::new().await;
    FreshStore { store: open(&database).await, _database: database }
}

impl std::ops::Deref for FreshStore {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}
