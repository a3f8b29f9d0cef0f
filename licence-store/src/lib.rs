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
mod store;
mod store_options;
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
pub use store::Store;
pub use store_options::StoreOptions;
pub use usage::{Admission, QuotaRequest};
pub use value_file::{ValueFileError, value_from_file};
pub use watchlist::WatchResult;
pub use webhooks::{
    DeliveryCounts, NoTimeForAttempts, WebhookCreated, WebhookOptions, WebhookTable, WebhookTested,
    WebhookUpdated,
};
