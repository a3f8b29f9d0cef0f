//! The records of the whole database, and what a server publishes of them.

use std::collections::{HashMap, VecDeque};
use std::io::{Read, Write};
use std::sync::{Arc, PoisonError};

use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use licence_core::catalogue::{Catalogue, CatalogueInfo};
use licence_core::records::{self, Manifest, PublishedBytes, RecordsBuilder};
use tokio::sync::Mutex;

use super::loaded::{CatalogueState, load_rows};
use crate::Store;
use crate::error::StoreError;

/// How many earlier states lead to the newest one by a delta: those of five weeks, where every day
/// brings one.
const EARLIER_STATES: usize = 35;

/// The records of one state of the database.
#[derive(Clone, Debug)]
pub struct CatalogueRecords {
    /// The version of that state, which every applied reading raises.
    pub version: i64,
    /// The sorted lines.
    pub records: Vec<u8>,
}

impl Store {
    /// Returns the records of all registers, from one state of the database.
    /// [`Catalogue::from_records`](licence_core::catalogue::Catalogue::from_records) builds from
    /// them the catalogue that answers as this store does.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::catalogue::Catalogue;
    ///
    /// let published = store.catalogue_records().await?;
    /// let catalogue = Catalogue::from_records(&published.records)?;
    /// assert!(catalogue.licence_count() > 0);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn catalogue_records(&self) -> Result<CatalogueRecords, StoreError> {
        let (state, builder): (_, RecordsBuilder) = load_rows(&self.databases).await?;
        // Sorting a large register would block other requests on this thread.
        let records = blocking(move || builder.finish()).await?;
        Ok(CatalogueRecords { version: state.version, records })
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let work = tokio::task::spawn_blocking(work).await;
    work.map_err(|error| StoreError::corrupt("licences", "all", error))
}

/// What a server publishes: the newest state, and deltas that lead to it from the states that it
/// published before.
#[derive(Default)]
pub struct CataloguePublication {
    states: Mutex<States>,
}

#[derive(Default)]
struct States {
    newest: Option<Arc<PublishedCatalogue>>,
    /// The SHA-256 of earlier records and their bytes, compressed; the newest last.
    earlier: VecDeque<(String, Vec<u8>)>,
}

/// One state as it is published.
pub struct PublishedCatalogue {
    version: i64,
    /// The records, and their name.
    pub records: (Bytes, PublishedBytes),
    /// The catalogue that is built from them, and its name.
    pub file: (Bytes, PublishedBytes),
    info: CatalogueInfo,
    deltas: std::sync::Mutex<HashMap<String, Bytes>>,
}

impl CataloguePublication {
    /// Returns the newest state of a store. A state is built once; it costs one small query while
    /// nothing changes.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn newest(&self, store: &Store) -> Result<Arc<PublishedCatalogue>, StoreError> {
        let mut states = self.states.lock().await;
        let version = CatalogueState::load(&store.databases.reader).await?.version;
        if let Some(newest) = states.newest.as_ref().filter(|newest| newest.version == version) {
            return Ok(Arc::clone(newest));
        }
        let published = store.catalogue_records().await?;
        let built = blocking(move || PublishedCatalogue::build(published)).await??;
        states.replace(Arc::new(built));
        states.newest.clone().ok_or_else(|| StoreError::corrupt("licences", "all", "no state"))
    }

    /// Returns the delta from an earlier state to the newest one; `None` if that state is not held.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn delta(&self, store: &Store, from: &str) -> Result<Option<Bytes>, StoreError> {
        let newest = self.newest(store).await?;
        let known = |newest: &PublishedCatalogue| {
            newest.deltas.lock().unwrap_or_else(PoisonError::into_inner).get(from).cloned()
        };
        if let Some(delta) = known(&newest) {
            return Ok(Some(delta));
        }
        let old = match from == newest.records.1.sha256 {
            true => Some(newest.records.0.clone()),
            false => self.states.lock().await.earlier_records(from),
        };
        let Some(old) = old else { return Ok(None) };
        let new = newest.records.0.clone();
        let delta = blocking(move || Bytes::from(records::delta(&old, &new))).await?;
        let mut deltas = newest.deltas.lock().unwrap_or_else(PoisonError::into_inner);
        deltas.insert(from.to_owned(), delta.clone());
        Ok(Some(delta))
    }
}

impl States {
    fn replace(&mut self, newest: Arc<PublishedCatalogue>) {
        if let Some(old) = self.newest.replace(newest) {
            let (records, name) = &old.records;
            self.earlier.retain(|(earlier, _)| *earlier != name.sha256);
            self.earlier.push_back((name.sha256.clone(), compress(records)));
            if self.earlier.len() > EARLIER_STATES {
                self.earlier.pop_front();
            }
        }
    }

    fn earlier_records(&self, sha256: &str) -> Option<Bytes> {
        let (_, compressed) = self.earlier.iter().find(|(earlier, _)| earlier == sha256)?;
        let mut records = Vec::new();
        GzDecoder::new(&compressed[..]).read_to_end(&mut records).ok()?;
        Some(records.into())
    }
}

fn compress(records: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(records);
    encoder.finish().unwrap_or_default()
}

impl PublishedCatalogue {
    fn build(published: CatalogueRecords) -> Result<Self, StoreError> {
        let CatalogueRecords { version, records } = published;
        let catalogue = Catalogue::from_records(&records)
            .map_err(|error| StoreError::corrupt("licences", "all", error))?;
        let file = catalogue.as_bytes().clone();
        let records_name = PublishedBytes::of_bytes(&records);
        let file_name = PublishedBytes::of_bytes(&file);
        Ok(Self {
            version,
            records: (records.into(), records_name),
            file: (file, file_name),
            info: catalogue.info(),
            deltas: std::sync::Mutex::default(),
        })
    }

    /// Returns what the publisher of this name says of the state.
    pub fn manifest(&self, origin: &str) -> Manifest {
        Manifest {
            origin: origin.to_owned(),
            version: self.version,
            records: self.records.1.clone(),
            file: self.file.1.clone(),
            rules: self.info.rules.clone(),
            registers: self.info.registers.clone(),
        }
    }
}
