//! The licence verification service on a database.
//!
//! A [`Store`] is the one place that composes the rules of `licence-core` with SQLite or
//! PostgreSQL; the server and the command line only translate to and from it.
//!
//! ```
//! use licence_core::check::{CheckQuery, Verdict};
//! use licence_store::{Store, StoreOptions};
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let now = "2026-11-01T06:00:00Z".parse()?;
//! let store = Store::open(&StoreOptions::new("sqlite::memory:")).await?;
//! store.apply_sample(now).await?;
//!
//! let result = store.check(&CheckQuery::domain("lanternspin.example")?, None, now).await?;
//! assert_eq!(result.verdict, Verdict::Licensed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```
//!
//! # What a store does
//!
//! | to | call |
//! |---|---|
//! | answer | [`Store::check`], [`Store::checker`] (many answers of one moment) |
//! | feed it | [`Store::apply_reading`], [`Store::preview_reading`], [`Store::apply_sample`]; [`outbound`] fetches registers |
//! | look back | [`Store::history`], [`Store::correct`] |
//! | hand data out | [`Store::export`], and the lookups of the REST API, one method each |
//! | know its callers | [`Store::create_account`], [`Store::create_key`] |
//! | send events | [`Store::create_webhook`]; a [`Sender`] delivers them |
//! | say who changed what | [`Store::acting_as`], [`Store::audit_log`] |
//! | watch it | [`Store::health`], [`Store::inspect_database`], [`Store::try_write`] |
//! | save it | [`backup::create`], [`backup::restore`] |
//! | keep house | [`Store::announce_coverage`], [`Store::warn_of_expiry`], [`Store::prune`], [`Store::flush_usage`], [`Store::close`] |
//!
//! What depends on the time takes `now`: the program decides what time it is. What can fail fails
//! with [`StoreError`]. A clone of a store is the same store. No type of the database driver stands
//! in a signature; its errors are only taken in, by [`StoreError`].

#![deny(missing_docs)]
#![warn(clippy::missing_errors_doc)]

mod accounts;
mod audit;
mod availability;
pub mod backup;
mod bulk;
mod cache;
mod catalogue;
mod check;
mod connect;
mod coverage;
mod deliveries;
mod entity;
mod entropy;
mod error;
mod events;
mod expiry;
mod export;
mod fail_point;
mod feed;
mod files;
mod health;
mod history;
mod keys;
mod lookup;
mod migration;
mod names;
pub mod outbound;
pub mod register_reader;
mod register_runs;
mod registers;
mod rows;
mod sample;
mod stats;
mod stream;
mod urgent;
mod usage;
mod value_file;
mod watchlist;
mod webhooks;

pub use accounts::KeyCreated;
pub use catalogue::Checker;
pub use check::MAX_LOOKED_UP;
pub use coverage::CoverageRun;
pub use deliveries::{DeliveryRun, Sender, SenderClock};
pub use entropy::Entropy;
pub use error::StoreError;
pub use events::{PruneRun, Retention, RetentionTable};
pub use expiry::ExpiryRun;
pub use export::{Export, ExportChunks, ExportLimits};
pub use health::Health;
pub use history::CorrectedEntry;
pub use keys::{KeyHolder, KeyStatus};
pub use register_reader::{ReaderProgram, RegisterReader};
pub use register_runs::{ReadError, RegisterRead, RegisterRun};
pub use registers::{PreviewedChange, ReadingApplied, ReadingPreview};
pub use sample::sample_readings;
pub use usage::{Admission, QuotaRequest};
pub use value_file::{ValueFileError, value_from_file};
pub use watchlist::WatchResult;
pub use webhooks::{
    DeliveryCounts, NoTimeForAttempts, WebhookCreated, WebhookOptions, WebhookTable, WebhookTested,
    WebhookUpdated,
};

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use licence_core::audit::Actor;
use licence_core::stats::Stats;
use sea_orm::{EntityTrait, PaginatorTrait};
use tokio::sync::Mutex;

use availability::Availability;
use cache::Cache;
use catalogue::LoadedCatalogue;
use connect::Databases;
use coverage::HeldDepths;
use export::Exports;
use keys::Keys;
use lookup::HeldDirectory;
use usage::Usage;
use webhooks::Webhooks;

/// Where a store keeps its data.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// `sqlite://PATH`, `sqlite::memory:` or `postgres://…`.
    pub database_url: String,
    /// `memory://`, `redis://…` or, by TLS, `rediss://…`.
    pub cache_url: String,
    /// Where ids come from.
    pub entropy: Entropy,
    /// How many exports run at once, and how long they wait.
    pub exports: ExportLimits,
    /// How webhooks are sent.
    pub webhooks: WebhookOptions,
    /// Which program parses the files of regulators. By default it is this process, without limits:
    /// a program that reads registers from the network names one (see [`register_reader`]).
    pub register_reader: ReaderProgram,
}

impl Default for StoreOptions {
    /// A file `licence.db` in the working directory, a cache in this process.
    fn default() -> Self {
        Self::new("sqlite://licence.db")
    }
}

impl StoreOptions {
    /// This database, with a cache in this process and the system's random ids.
    pub fn new(database_url: impl Into<String>) -> Self {
        Self {
            database_url: database_url.into(),
            cache_url: "memory://".to_owned(),
            entropy: Entropy::system(),
            exports: ExportLimits::default(),
            webhooks: WebhookOptions::default(),
            register_reader: ReaderProgram::default(),
        }
    }
}

/// The service on one database. Cheap to clone; all clones share one catalogue.
///
/// - A reading is applied in one transaction: other readers see the register before it or after
///   it, never between. Writers of all processes queue behind each other.
/// - A check is answered from memory. It sees every reading applied through this store at once,
///   and one applied by another process after the next [`Store::refresh_catalogue`].
/// - Before there is a catalogue, [`Store::check_once`] answers most questions without one: from
///   the database as it is at that moment.
#[derive(Clone)]
pub struct Store {
    actor: Arc<Actor>,
    databases: Databases,
    availability: Arc<Availability>,
    cache: Cache,
    entropy: Entropy,
    exports: Exports,
    catalogue: Arc<ArcSwapOption<LoadedCatalogue>>,
    rebuilding: Arc<Mutex<()>>,
    directory: Arc<HeldDirectory>,
    keys: Arc<Keys>,
    usage: Arc<Usage>,
    depths: Arc<Mutex<Option<HeldDepths>>>,
    stats: Arc<Mutex<Option<Arc<Stats>>>>,
    webhooks: Arc<Webhooks>,
    register_reader: RegisterReader,
}

impl Store {
    /// Opens a store: connects, creates or updates the schema. The catalogue is loaded by the first
    /// question, or by [`Store::refresh_catalogue`].
    ///
    /// # Errors
    /// [`StoreError`] in one line: an address of unknown form, a database or cache that cannot be
    /// reached, a SQLite that is too old.
    pub async fn open(options: &StoreOptions) -> Result<Self, StoreError> {
        let databases = connect::open(&options.database_url).await?;
        let cache = Cache::open(&options.cache_url).await?;
        let keys = Arc::new(Keys::new(connect::key_epoch(&options.database_url)?));
        let usage = Usage::open(&databases, &cache).await?;
        let webhooks = Webhooks::new(&options.webhooks, &options.database_url, &options.entropy)?;
        let store = Self {
            actor: Arc::default(),
            databases,
            availability: Arc::default(),
            cache,
            keys,
            usage,
            depths: Arc::default(),
            stats: Arc::default(),
            entropy: options.entropy.clone(),
            exports: Exports::new(&options.database_url, options.exports),
            catalogue: Arc::default(),
            rebuilding: Arc::default(),
            webhooks: Arc::new(webhooks),
            directory: Arc::default(),
            register_reader: RegisterReader::new(options.register_reader.clone()),
        };
        store.load_named_key().await?;
        Ok(store)
    }

    /// Whether no register was ever read into this database.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        let readings = entity::register_reading::Entity::find();
        Ok(readings.count(&self.databases.reader).await? == 0)
    }

    /// Closes all connections, of every clone. SQLite then leaves one file behind, without a
    /// write-ahead log that a copy of the database would lack. Nothing can be asked afterwards.
    pub async fn close(&self) {
        let Databases { writer, reader, .. } = self.databases.clone();
        for connection in [reader, writer] {
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "a database connection did not close well");
            }
        }
    }
}
