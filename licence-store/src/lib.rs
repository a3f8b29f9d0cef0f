//! The licence verification service on a database.
//!
//! A [`Store`] composes the rules of [`core`] with SQLite or PostgreSQL. The server and the command
//! line only translate to and from it.
//!
//! ```
//! use licence_store::core::check::{CheckQuery, Verdict};
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
//! | to | call | errors |
//! |---|---|---|
//! | answer questions | [`Store::check`], [`Store::checker`] (many answers of one moment) | [`StoreError`] |
//! | look up operators and licences | [`Store::search_operators`], [`Store::operator`], [`Store::licence`] | [`StoreError`] |
//! | apply readings | [`Store::apply_reading`], [`Store::preview_reading`], [`Store::apply_sample`] | [`StoreError`] |
//! | read registers from their sites | [`Store::read_register`] with a [`Downloader`](outbound::Downloader) | [`ReadError`] |
//! | parse a regulator's files | [`RegisterReader::read`] | [`RegisterError`](licence_core::register::RegisterError) |
//! | look back | [`Store::history`], [`Store::correct`] | [`StoreError`] |
//! | export | [`Store::export`], [`Store::catalogue_records`] | [`StoreError`] |
//! | answer without a database | [`catalogue_file::open`], [`catalogue_file::Watch`], [`Checker::from`] | [`CatalogueFileError`](catalogue_file::CatalogueFileError) |
//! | save and restore | [`backup::create`], [`backup::restore`] | [`BackupError`](backup::BackupError) |
//! | serve accounts | the methods of [`service`] | [`StoreError`] |
//!
//! Whatever depends on the time takes `now` as an argument. A clone of a store is the same store.
//! No type of the database driver is part of a signature.
//!
//! Error types are `#[non_exhaustive]`, because later versions add reasons. All other enums are
//! exhaustive, so that a caller decides about each value.

#![deny(missing_docs)]
#![warn(clippy::missing_errors_doc)]

mod accounts;
mod audit;
mod availability;
pub mod backup;
mod bulk;
mod cache;
mod catalogue;
pub mod catalogue_file;
mod check;
mod config_file;
mod connect;
mod connector;
mod coverage;
mod deliveries;
mod driver;
mod entity;
mod entropy;
mod error;
mod event_detail;
mod events;
mod evidence;
mod example;
mod expiry;
mod export;
mod fail_point;
mod feed;
mod files;
mod form_use;
mod health;
mod history;
mod invitations;
mod keys;
mod lookup;
mod members;
mod migration;
#[doc(hidden)]
pub mod mutex;
pub mod outbound;
pub mod passkeys;
mod raw_row;
pub mod register_reader;
mod register_runs;
mod registers;
mod rows;
mod sample;
pub mod service;
mod sessions;
mod stats;
mod store;
mod store_options;
mod urgent;
mod usage;
mod value_file;
mod watchlist;
mod webhooks;

// This crate alone compiles the body of a boxed function. Of other asynchronous functions each crate that
// awaits one compiles the body again, with all that the body awaits.
use async_recursion::async_recursion as boxed;
pub use catalogue::{CataloguePublication, CatalogueRecords, Checker, PublishedCatalogue};
pub use entropy::Entropy;
pub use error::StoreError;
#[doc(hidden)]
pub use example::example;
pub use export::{Export, ExportChunks, ExportLimits};
#[doc(hidden)]
pub use files::draft_to_replace;
pub use history::CorrectedEntry;
pub use licence_core as core;
pub use register_reader::{ReaderProgram, RegisterReader};
pub use register_runs::{ReadError, RegisterRead, RegisterRun, require_address};
pub use registers::{PreviewedChange, ReadingPreview, ReadingSummary};
pub use sample::sample_readings;
pub use store::Store;
pub use store_options::StoreOptions;
