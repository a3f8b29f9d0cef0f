//! A small register whose licences change at every reading, and endpoints that receive the events.

use licence_core::account::AccountId;
use licence_core::account::plan::{Cap, Plan};
use licence_core::event::EventName;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::Snapshot;
use licence_core::register::reading::{ListedLicence, ListedOperator, RegisterReading};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_core::webhook::endpoint::{EndpointDraft, WebhookEndpoint};
use licence_core::webhook::url_policy::UrlPolicy;
use licence_server::system_time;
use licence_store::service::WebhookOptions;
use licence_store::{Store, StoreOptions};

use crate::bench_database::BenchDatabase;

/// A store with an account, and the licences of its register.
pub struct Register {
    pub store: Store,
    pub account: AccountId,
    licences: usize,
    is_suspended: bool,
    last: Timestamp,
}

/// Webhooks that may go to this machine.
pub fn webhooks(database: &impl BenchDatabase) -> WebhookOptions {
    let mut options = WebhookOptions::default();
    let loopback = "127.0.0.0/8".parse().expect("a network");
    options.post.policy = UrlPolicy::allowing(vec![loopback]);
    options.secret_key_file = Some(database.folder().path().join("secret.key"));
    options
}

pub async fn open(database: &impl BenchDatabase) -> Store {
    let options = StoreOptions::new(database.url()).with_webhooks(webhooks(database));
    Store::open(&options).await.expect("a store")
}

impl Register {
    /// Returns a register that was read once, before any endpoint exists.
    pub async fn new(licences: usize, database: &impl BenchDatabase) -> Self {
        let store = open(database).await;
        let last = system_time();
        let account = store.create_account("Bench", Plan::Enterprise, last).await;
        let account = account.expect("an account").id;
        let mut register = Self { store, account, licences, is_suspended: true, last };
        register.toggle_statuses().await;
        register
    }

    /// Changes the status of every licence, and returns the recorded time of the change. Every change
    /// is an event.
    pub async fn toggle_statuses(&mut self) -> Timestamp {
        // Every reading at a millisecond of its own.
        self.last = system_time().max(self.last.later_by(std::time::Duration::from_millis(1)));
        self.is_suspended = !self.is_suspended;
        let reading = self.reading();
        let snapshot = Snapshot::of_bytes(self.last.to_string().into_bytes());
        let rules = ApplyRules::default();
        let applied = self.store.apply_reading(&reading, &snapshot, &rules, self.last).await;
        applied.expect("a reading applied");
        self.last
    }

    fn reading(&self) -> RegisterReading {
        RegisterReading {
            jurisdiction: JurisdictionCode::Mga,
            read_at: self.last,
            complete: false,
            source_url: Some("https://register.example/".to_owned()),
            source_kind: SourceKind::Scraped,
            licences: (0..self.licences).map(|number| self.licence(number)).collect(),
            regulatory_actions: Vec::new(),
            removed_pages: Vec::new(),
        }
    }

    fn licence(&self, number: usize) -> ListedLicence {
        let status = if self.is_suspended { "Suspended" } else { "Licensed" };
        ListedLicence {
            operator: ListedOperator { name: format!("Bet {number} Ltd"), ..Default::default() },
            license_number: Some(format!("MGA/B2C/{number}/2020")),
            status_text: Some(status.to_owned()),
            license_types: vec!["B2C".to_owned()],
            ..Default::default()
        }
    }

    /// Creates an endpoint that receives every change.
    pub async fn endpoint(&self, url: &str) -> WebhookEndpoint {
        let policy = &self.store.url_policy();
        let draft = EndpointDraft {
            url: policy.parse(url).expect("a URL on this machine"),
            events: vec![EventName::StatusChanged],
            watchlist_only: false,
            description: None,
        };
        let now = system_time();
        match self.store.create_webhook(self.account, draft, Cap::Unlimited, now).await {
            Ok(Ok(endpoint)) => endpoint,
            other => panic!("no endpoint: {other:?}"),
        }
    }
}
