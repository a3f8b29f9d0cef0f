//! Where a store keeps its data, and how it behaves.

use crate::entropy::Entropy;
use crate::export::ExportLimits;
use crate::register_reader::ReaderProgram;
use crate::webhooks::WebhookOptions;

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
