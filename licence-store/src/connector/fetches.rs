//! What was fetched last from the sites of clients.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use licence_core::oauth::jwk::Jwks;
use licence_core::time::Timestamp;

use crate::mutex::lock;

/// The most sites that are remembered.
const MAX_REMEMBERED: usize = 1_000;

#[derive(Clone, Default)]
pub(super) struct LastFetch {
    pub(super) failure: Option<(String, Timestamp)>,
    pub(super) keys: Option<(Jwks, Timestamp)>,
}

/// The last fetches by address. Who asks for an address locks its entry, so that a site is asked once.
#[derive(Default)]
pub(super) struct Fetches(Mutex<HashMap<String, Arc<tokio::sync::Mutex<LastFetch>>>>);

impl Fetches {
    pub(super) fn entry(&self, address: &str) -> Arc<tokio::sync::Mutex<LastFetch>> {
        let mut entries = lock(&self.0);
        if entries.len() >= MAX_REMEMBERED {
            entries.retain(|_, entry| Arc::strong_count(entry) > 1);
        }
        Arc::clone(entries.entry(address.to_owned()).or_default())
    }
}
