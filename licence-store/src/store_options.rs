//! Where a store keeps its data, and how it behaves.

use std::path::PathBuf;

use licence_core::oauth::AccessLifetime;
use licence_core::session::SessionLifetimes;

use crate::entropy::Entropy;
use crate::export::ExportLimits;
use crate::keys::MonotonicClock;
use crate::register_reader::ReaderProgram;
use crate::webhooks::WebhookOptions;

/// Where a store keeps its data, and how it behaves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StoreOptions {
    /// `sqlite://PATH`, `sqlite::memory:` or `postgres://…`.
    pub database_url: String,
    /// `memory://`, `redis://…` or, by TLS, `rediss://…`.
    pub cache_url: String,
    /// The folder in which the newest catalogue is kept for the next start: a file for each database.
    /// Only who may write the database may write there, because the file answers checks. Without
    /// one, the file lies beside a SQLite database, and no file is kept for another.
    pub catalogue_folder: Option<PathBuf>,
    /// The source of ids.
    pub entropy: Entropy,
    /// The most exports that run at once, and how long they wait.
    pub exports: ExportLimits,
    /// The options of webhooks.
    pub webhooks: WebhookOptions,
    /// How long sessions of the dashboard last.
    pub session_lifetimes: SessionLifetimes,
    /// How long an access token of the connector is good.
    pub access_lifetime: AccessLifetime,
    /// The clock of the lease under which keys are answered from memory.
    pub lease_clock: MonotonicClock,
    /// The program that parses the files of regulators. The default is this process without limits;
    /// a program that reads registers from the network names one (see
    /// [`register_reader`](crate::register_reader)).
    pub register_reader: ReaderProgram,
}

impl Default for StoreOptions {
    /// Returns the options of a file `licence.db` in the working directory.
    fn default() -> Self {
        Self::new("sqlite://licence.db")
    }
}

impl StoreOptions {
    /// Returns the options of a database, with a cache in this process and random ids of the
    /// system.
    ///
    /// ```
    /// use licence_store::{Entropy, StoreOptions};
    ///
    /// let options = StoreOptions::new("sqlite::memory:").with_entropy(Entropy::fixed(7));
    /// assert_eq!(options.cache_url, "memory://");
    /// ```
    pub fn new(database_url: impl Into<String>) -> Self {
        Self {
            database_url: database_url.into(),
            cache_url: "memory://".to_owned(),
            catalogue_folder: None,
            entropy: Entropy::system(),
            exports: ExportLimits::default(),
            webhooks: WebhookOptions::default(),
            session_lifetimes: SessionLifetimes::default(),
            access_lifetime: AccessLifetime::default(),
            lease_clock: MonotonicClock::system(),
            register_reader: ReaderProgram::default(),
        }
    }

    /// Returns the options with another cache: `memory://`, `redis://…` or, by TLS, `rediss://…`.
    #[must_use]
    pub fn with_cache(self, cache_url: impl Into<String>) -> Self {
        Self { cache_url: cache_url.into(), ..self }
    }

    /// Returns the options with another source of ids.
    #[must_use]
    pub fn with_entropy(self, entropy: Entropy) -> Self {
        Self { entropy, ..self }
    }

    /// Returns the options with other options of webhooks.
    #[must_use]
    pub fn with_webhooks(self, webhooks: WebhookOptions) -> Self {
        Self { webhooks, ..self }
    }

    /// Returns the options with another program that parses the files of regulators.
    #[must_use]
    pub fn with_register_reader(self, register_reader: ReaderProgram) -> Self {
        Self { register_reader, ..self }
    }
}
