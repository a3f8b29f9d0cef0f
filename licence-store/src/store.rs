//! The store: what all its clones share, how it opens and closes.
//!
//! Each field is the state of one part. The parts do not know [`Store`]; the files that implement its
//! operations import it.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use licence_core::audit::Actor;
use licence_core::stats::Stats;
use sea_orm::{EntityTrait, PaginatorTrait};
use tokio::sync::Mutex;

use crate::availability::Availability;
use crate::cache::Cache;
use crate::catalogue::LoadedCatalogue;
use crate::connect::{self, Databases};
use crate::coverage::HeldDepths;
use crate::entity::register_reading;
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::export::Exports;
use crate::keys::Keys;
use crate::lookup::HeldDirectory;
use crate::register_reader::RegisterReader;
use crate::store_options::StoreOptions;
use crate::usage::Usage;
use crate::webhooks::Webhooks;

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
    pub(crate) actor: Arc<Actor>,
    pub(crate) databases: Databases,
    pub(crate) availability: Arc<Availability>,
    pub(crate) cache: Cache,
    pub(crate) entropy: Entropy,
    pub(crate) exports: Exports,
    pub(crate) catalogue: Arc<ArcSwapOption<LoadedCatalogue>>,
    pub(crate) rebuilding: Arc<Mutex<()>>,
    pub(crate) directory: Arc<HeldDirectory>,
    pub(crate) keys: Arc<Keys>,
    pub(crate) usage: Arc<Usage>,
    pub(crate) depths: Arc<Mutex<Option<HeldDepths>>>,
    pub(crate) stats: Arc<Mutex<Option<Arc<Stats>>>>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) register_reader: RegisterReader,
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
        let readings = register_reading::Entity::find();
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
