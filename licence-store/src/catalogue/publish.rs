//! What a server publishes of its catalogue.

use std::collections::{HashMap, VecDeque};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use licence_core::catalogue::{Catalogue, CatalogueInfo};
use licence_core::records::{self, Manifest, PublishedBytes};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard};

use super::loaded::blocking;
use super::records::CatalogueRecords;
use crate::Store;
use crate::error::StoreError;
use crate::mutex::lock;

/// How many earlier states lead to the newest one by a delta: those of five weeks, where every day
/// brings one.
const EARLIER_STATES: usize = 35;

/// What a server publishes: the newest state, and deltas that lead to it from the states that it
/// published before.
#[derive(Default)]
pub struct CataloguePublication {
    newest: ArcSwapOption<PublishedCatalogue>,
    /// Held by the one who builds the next state.
    building: Arc<Turn<()>>,
    /// The SHA-256 of earlier records and their bytes, compressed; the newest last.
    earlier: Mutex<VecDeque<(String, Bytes)>>,
}

/// One state as it is published.
pub struct PublishedCatalogue {
    /// The version of the database that the state is of: every applied reading raises it.
    pub version: i64,
    /// The records, and their name.
    pub records: (Bytes, PublishedBytes),
    /// The catalogue that is built from them, and its name.
    pub file: (Bytes, PublishedBytes),
    info: CatalogueInfo,
    deltas: Mutex<HashMap<String, Bytes>>,
    /// Held by the one who computes a delta: many callers ask for the same one after a reading.
    computing: Turn<()>,
}

impl CataloguePublication {
    /// Returns the newest state of a store; while another caller builds it, the state before. A state
    /// is built once, also if the caller who waits for it leaves. It costs one small query while
    /// nothing changes.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn newest(
        self: &Arc<Self>,
        store: &Store,
    ) -> Result<Arc<PublishedCatalogue>, StoreError> {
        let version = store.newest_catalogue_version().await?;
        let turn = match self.newest.load_full() {
            Some(newest) if newest.version == version => return Ok(newest),
            Some(before) => match Arc::clone(&self.building).try_lock_owned() {
                Ok(turn) => turn,
                Err(_) => return Ok(before),
            },
            None => Arc::clone(&self.building).lock_owned().await,
        };
        let build = Arc::clone(self).build(store.clone(), turn);
        let built = tokio::spawn(build).await;
        built.map_err(|error| StoreError::corrupt("licences", "all", error))?
    }

    /// Returns the version of the state that is held; `None` before the first caller.
    pub fn held_version(&self) -> Option<i64> {
        self.newest.load().as_ref().map(|newest| newest.version)
    }

    /// Builds the newest state, unless another caller did so before the turn came.
    async fn build(
        self: Arc<Self>,
        store: Store,
        _turn: OwnedMutexGuard<()>,
    ) -> Result<Arc<PublishedCatalogue>, StoreError> {
        let version = store.newest_catalogue_version().await?;
        if let Some(newest) = self.newest.load_full()
            && newest.version == version
        {
            return Ok(newest);
        }
        let (records, before) = (store.catalogue_records().await?, self.newest.load_full());
        let (built, before) = blocking(move || {
            let before = before.map(|before| {
                let (records, name) = &before.records;
                (name.sha256.clone(), compress(records))
            });
            (PublishedCatalogue::build(records), before)
        })
        .await?;
        let built = Arc::new(built?);
        if let Some((sha256, compressed)) = before {
            self.keep_earlier(sha256, compressed);
        }
        self.newest.store(Some(Arc::clone(&built)));
        Ok(built)
    }

    /// Returns the delta from an earlier state to the newest one; `None` if that state is not held.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn delta(
        self: &Arc<Self>,
        store: &Store,
        from: &str,
    ) -> Result<Option<Bytes>, StoreError> {
        let newest = self.newest(store).await?;
        let known = || lock(&newest.deltas).get(from).cloned();
        if let Some(delta) = known() {
            return Ok(Some(delta));
        }
        let _turn = newest.computing.lock().await;
        if let Some(delta) = known() {
            return Ok(Some(delta));
        }
        let new = newest.records.0.clone();
        let delta = match from == newest.records.1.sha256 {
            true => blocking(move || records::delta(&new, &new)).await?,
            false => match self.earlier_records(from) {
                Some(old) => blocking(move || records::delta(&decompress(&old), &new)).await?,
                None => return Ok(None),
            },
        };
        let delta = Bytes::from(delta);
        lock(&newest.deltas).insert(from.to_owned(), delta.clone());
        Ok(Some(delta))
    }

    fn keep_earlier(&self, sha256: String, compressed: Bytes) {
        let mut earlier = lock(&self.earlier);
        earlier.retain(|(held, _)| *held != sha256);
        earlier.push_back((sha256, compressed));
        if earlier.len() > EARLIER_STATES {
            earlier.pop_front();
        }
    }

    fn earlier_records(&self, sha256: &str) -> Option<Bytes> {
        let earlier = lock(&self.earlier);
        earlier.iter().find(|(held, _)| held == sha256).map(|(_, compressed)| compressed.clone())
    }
}

fn compress(records: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(records);
    encoder.finish().unwrap_or_default().into()
}

/// Returns nothing of bytes that [`compress`] did not make.
fn decompress(compressed: &[u8]) -> Vec<u8> {
    let mut records = Vec::new();
    let _ = GzDecoder::new(compressed).read_to_end(&mut records);
    records
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
            deltas: Mutex::default(),
            computing: Turn::default(),
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

#[cfg(test)]
mod tests;
