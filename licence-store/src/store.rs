//! The store: what all its clones share, how it opens and closes.
//!
//! Each field is the state of one part. The parts do not know [`Store`]; the files that implement
//! its operations import it.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use licence_core::audit::Actor;
use licence_core::oauth::AccessLifetime;
use licence_core::session::SessionLifetimes;
use licence_core::stats::Stats;
use redis::aio::ConnectionManager;
use sea_orm::{EntityTrait, PaginatorTrait};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::availability::Availability;
use crate::boxed;
use crate::cache;
use crate::catalogue::{KeptFile, LoadedCatalogue};
use crate::connect::{self, Databases};
use crate::connector::ConnectorState;
use crate::coverage::HeldDepths;
use crate::entity::register_reading;
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::export::ExportTurns;
use crate::keys::Keys;
use crate::lookup::HeldDirectory;
use crate::register_reader::RegisterReader;
use crate::sessions::SeenSessions;
use crate::store_options::StoreOptions;
use crate::usage::Usage;
use crate::webhooks::Webhooks;

/// The service on one database. Cheap to clone; all clones share one catalogue.
///
/// - One transaction applies a whole reading: others see the register before it or after it, never
///   between. Writers of all processes queue.
/// - A check is answered from memory. It sees every reading applied through this store at once, and a
///   reading of another process after the next [`Store::refresh_catalogue`].
/// - The newest catalogue is kept in a file beside a SQLite database. The next process opens it, so
///   that it answers at once.
#[derive(Clone)]
pub struct Store {
    pub(crate) actor: Arc<Actor>,
    /// What the audit log keeps of the request that this store acts for.
    pub(crate) request_details: Arc<Vec<(&'static str, String)>>,
    /// The id of what a form creates.
    pub(crate) form_id: Option<Uuid>,
    pub(crate) databases: Databases,
    pub(crate) availability: Arc<Availability>,
    /// The connection to Redis; `None` for a cache in this process.
    pub(crate) cache: Option<ConnectionManager>,
    pub(crate) entropy: Entropy,
    pub(crate) exports: Arc<ExportTurns>,
    pub(crate) catalogue: Arc<ArcSwapOption<LoadedCatalogue>>,
    pub(crate) kept_file: Option<Arc<KeptFile>>,
    pub(crate) rebuilding: Arc<Mutex<()>>,
    pub(crate) directory: Arc<HeldDirectory>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) usage: Arc<Usage>,
    pub(crate) session_lifetimes: SessionLifetimes,
    pub(crate) seen_sessions: Arc<SeenSessions>,
    pub(crate) access_lifetime: AccessLifetime,
    pub(crate) connector: Arc<ConnectorState>,
    pub(crate) depths: Arc<Mutex<Option<HeldDepths>>>,
    pub(crate) stats: Arc<Mutex<Option<Arc<Stats>>>>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) register_reader: RegisterReader,
}

impl Store {
    /// Opens a store: connects, and creates or updates the schema. The first question loads the
    /// catalogue, unless [`Store::refresh_catalogue`] did.
    ///
    /// ```
    /// use licence_store::{Store, StoreOptions};
    ///
    /// # tokio::runtime::Runtime::new().unwrap().block_on(async {
    /// let store = Store::open(&StoreOptions::new("sqlite::memory:")).await?;
    /// assert!(store.is_empty().await?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`]: an address of unknown form, a database or cache that cannot be reached, a
    /// SQLite that is too old, a schema of a later version.
    #[boxed]
    pub async fn open(options: &StoreOptions) -> Result<Self, StoreError> {
        let databases = connect::open(&options.database_url).await?;
        let cache = cache::open(&options.cache_url).await?;
        let epoch = connect::key_epoch(&options.database_url, options.lease_clock.clone())?;
        let keys = Arc::new(Keys::new(epoch));
        let usage = Usage::open(&databases, cache.clone()).await?;
        let webhooks = Webhooks::new(&options.webhooks, &options.database_url, &options.entropy)?;
        let kept_file = KeptFile::locate(&databases, options.catalogue_folder.as_deref()).await?;
        let store = Self {
            actor: Arc::default(),
            request_details: Arc::default(),
            form_id: None,
            databases,
            availability: Arc::default(),
            cache,
            keys,
            usage,
            session_lifetimes: options.session_lifetimes,
            seen_sessions: Arc::default(),
            access_lifetime: options.access_lifetime,
            connector: Arc::default(),
            depths: Arc::default(),
            stats: Arc::default(),
            entropy: options.entropy.clone(),
            exports: Arc::new(ExportTurns::new(options.exports)),
            catalogue: Arc::default(),
            kept_file: kept_file.map(Arc::new),
            rebuilding: Arc::default(),
            webhooks: Arc::new(webhooks),
            directory: Arc::default(),
            register_reader: RegisterReader::new(options.register_reader.clone()),
        };
        store.load_named_key().await?;
        Ok(store)
    }

    /// Returns whether no register was ever read into this database.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert!(!store.is_empty().await?, "it holds the sample");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        let readings = register_reading::Entity::find();
        Ok(readings.count(&self.databases.reader).await? == 0)
    }

    /// Closes all connections, of every clone, after the catalogue is kept for the next start. A
    /// SQLite database is then one file, without a write-ahead log that a copy would lack. Every
    /// later call fails.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// store.close().await;
    /// assert!(store.is_empty().await.is_err());
    /// # Ok(()) }).unwrap();
    /// ```
    #[boxed]
    pub async fn close(&self) {
        self.wait_until_kept().await;
        self.usage.close(&self.databases).await;
        let Databases { writer, reader, .. } = self.databases.clone();
        for connection in [reader, writer] {
            if let Err(error) = connection.close().await {
                tracing::warn!(%error, "a database connection was not closed cleanly");
            }
        }
    }
}
