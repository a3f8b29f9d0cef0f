//! Values and rules of online-gambling licence verification. No I/O, no clock, no randomness:
//! bytes, `now` and entropy come in as arguments, so that every rule is a pure function.
//!
//! ```
//! use licence_core::{catalogue::Catalogue, check, register::reading::RegisterReading};
//!
//! # let json = br#"{ "jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "complete": true,
//! #   "source_url": "https://register.example/", "source_kind": "scraped", "licences": [
//! #     { "operator": { "name": "Example Bet N.V." }, "license_number": "ALSI-202601001-FI1",
//! #       "status_text": "valid", "domains": [{ "domain": "examplebet.example" }] }] }"#;
//! let reading = RegisterReading::from_json(json, "an.json")?;
//! let now = reading.read_at;
//! let catalogue = Catalogue::from_readings(&[reading])?;
//! let query = check::CheckQuery::domain("www.examplebet.example")?;
//! let result = check::check(&catalogue, &query, now);
//! assert_eq!(result.verdict, check::Verdict::Licensed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | to | see |
//! |---|---|
//! | answer *is it licensed* | [`check`] over a [`catalogue`]; [`hostname`] and [`licence_number`] are the gates; [`name_pages`] for a process that asks once |
//! | say what was known of a day | [`point_in_time`], [`history`] |
//! | read a register | [`register`] (the seven formats, and the neutral [`register::reading`]) |
//! | see what a reading changes | [`transition`], [`status`] (the wordings of the regulators) |
//! | name things | [`operator`], [`licence`], [`domain`], [`regulatory_action`], [`jurisdiction`], [`provenance`] |
//! | tell of changes | [`event`], [`expiry`], [`watchlist`], [`webhook`] (verify a delivery: [`webhook::signature`]) |
//! | run a service | [`account`] (plans, keys, limits), [`lookup`] (parameters and bodies), [`export`], [`coverage`], [`stats`], [`health`] |
//! | say who changed what | [`audit`] |
//! | handle time | [`time`] (instants in milliseconds UTC, dates), [`period`] (durations as they are configured) |
//!
//! Errors name the value, the rule and the limit; nothing panics on input. "Specification" and
//! "decisions" in these pages are the service's own documents, named so that a rule can be traced.

#![deny(missing_docs)]
#![warn(clippy::missing_errors_doc)]

pub mod account;
pub mod audit;
pub mod catalogue;
pub mod check;
pub mod coverage;
pub mod domain;
pub mod event;
pub mod expiry;
pub mod export;
pub mod health;
pub mod history;
pub mod hostname;
pub mod jurisdiction;
pub mod licence;
pub mod licence_number;
pub mod lookup;
pub mod name_pages;
pub mod network;
#[cfg(feature = "openapi")]
mod openapi_schemas;
pub mod operator;
pub mod period;
pub mod point_in_time;
pub mod provenance;
pub mod recent_map;
pub mod register;
pub mod regulatory_action;
pub mod request;
pub mod stats;
pub mod status;
mod text;
pub mod time;
pub mod transition;
pub mod watchlist;
pub mod webhook;
mod wire_enum;
mod written_date;
pub use wire_enum::UnknownWord;
