//! The webhook state that all clones of a store share.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::DeliveryStatus;
use sea_orm::DatabaseConnection;
use tokio::sync::Notify;

use super::options::WebhookOptions;
use super::secret_key::SecretKey;
use crate::connect;
use crate::deliveries::Announcements;
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::mutex::lock;
use crate::outbound::Poster;

/// How long a change of an endpoint is remembered: longer than a sender holds a delivery that has
/// not begun.
const REMEMBERED: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(crate) struct Webhooks {
    pub(crate) options: WebhookOptions,
    poster: OnceLock<Poster>,
    pub(crate) key: SecretKey,
    /// The endpoints whose secrets did not open at the last claim.
    sealed: Mutex<BTreeSet<WebhookId>>,
    /// Where due deliveries are announced to other processes.
    pub(crate) announcements: Announcements,
    wake: Notify,
    /// The endpoints that the sender was woken for.
    due: Mutex<BTreeSet<WebhookId>>,
    /// When endpoints changed in this process.
    changed: Mutex<HashMap<WebhookId, Instant>>,
    pub(crate) counts: Mutex<DeliveryCounts>,
}

impl Webhooks {
    pub(crate) fn new(
        options: &WebhookOptions,
        database_url: &str,
        entropy: &Entropy,
    ) -> Result<Self, StoreError> {
        let key_file = options.secret_key_file.as_deref();
        let location = connect::secret_key_location(database_url, key_file)?;
        Ok(Self {
            options: options.clone(),
            poster: OnceLock::new(),
            key: SecretKey::new(location, entropy.clone()),
            sealed: Mutex::default(),
            announcements: connect::announcements(database_url)?,
            wake: Notify::new(),
            due: Mutex::default(),
            changed: Mutex::default(),
            counts: Mutex::default(),
        })
    }

    /// Returns the HTTP client, which the first caller creates.
    pub(crate) fn poster(&self) -> Result<&Poster, StoreError> {
        if let Some(poster) = self.poster.get() {
            return Ok(poster);
        }
        let poster = Poster::new(self.options.post.clone());
        let poster = poster.map_err(|error| StoreError::HttpClient(error.to_string()))?;
        Ok(self.poster.get_or_init(|| poster))
    }

    /// Wakes the senders of all processes for these endpoints. Call it after the commit that wrote
    /// their deliveries.
    pub(crate) async fn wake_all(
        &self,
        endpoints: BTreeSet<WebhookId>,
        database: &DatabaseConnection,
    ) {
        if !endpoints.is_empty() {
            self.wake(endpoints);
            self.announcements.announce(database).await;
        }
    }

    /// Wakes the sender of this process for these endpoints.
    fn wake(&self, endpoints: BTreeSet<WebhookId>) {
        lock(&self.due).extend(endpoints);
        self.wake.notify_one();
    }

    /// Waits for a wake, and takes the endpoints that the sender was woken for since the last call.
    pub(crate) async fn woken(&self) -> BTreeSet<WebhookId> {
        self.wake.notified().await;
        std::mem::take(&mut lock(&self.due))
    }

    /// Tells the sender of this process that its data of an endpoint may be out of date.
    pub(crate) fn endpoint_changed(&self, endpoint: WebhookId) {
        let mut changed = lock(&self.changed);
        changed.retain(|_, at| at.elapsed() < REMEMBERED);
        changed.insert(endpoint, Instant::now());
        drop(changed);
        self.wake([endpoint].into());
    }

    /// Records whether the secrets of an endpoint opened, and returns whether that changed.
    pub(crate) fn record_opened(&self, endpoint: WebhookId, is_open: bool) -> bool {
        let mut sealed = lock(&self.sealed);
        if is_open { sealed.remove(&endpoint) } else { sealed.insert(endpoint) }
    }

    /// Returns when an endpoint last changed in this process; `None` if long ago or never.
    pub(crate) fn changed_at(&self, endpoint: WebhookId) -> Option<Instant> {
        lock(&self.changed).get(&endpoint).copied()
    }
}

/// The deliveries of this process since it started, or of one run of the delivery job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryCounts {
    /// Deliveries that the receiver accepted.
    pub delivered: u64,
    /// Failed attempts that are retried.
    pub retrying: u64,
    /// Deliveries that must not be attempted.
    pub failed: u64,
    /// Deliveries whose last attempt failed.
    pub abandoned: u64,
    /// Attempts whose lease had ended, so that another sender repeated them.
    pub lost_leases: u64,
}

impl DeliveryCounts {
    /// Adds a delivery by its status after an attempt.
    pub(crate) fn add(&mut self, status: DeliveryStatus) {
        match status {
            DeliveryStatus::Delivered => self.delivered += 1,
            DeliveryStatus::Pending => self.retrying += 1,
            DeliveryStatus::Failed => self.failed += 1,
            DeliveryStatus::Abandoned => self.abandoned += 1,
        }
    }
}
