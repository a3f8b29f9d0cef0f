//! Decides whether a domain or a licence number is licensed, from readings of public gambling
//! registers. Every rule is a pure function: bytes, time and random values are arguments.
//!
//! ```
//! use licence_core::check::Verdict;
//! use licence_core::{Catalogue, CheckQuery, RegisterReading, check};
//!
//! # let json = br#"{ "jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "complete": true,
//! #   "source_url": "https://register.example/", "source_kind": "scraped", "licences": [
//! #     { "operator": { "name": "Example Bet N.V." }, "license_number": "ALSI-202601001-FI1",
//! #       "status_text": "valid", "domains": [{ "domain": "examplebet.example" }] }] }"#;
//! let reading = RegisterReading::from_json(json, "an.json")?;
//! let now = reading.read_at;
//! let catalogue = Catalogue::from_readings(&[reading])?;
//! let query = CheckQuery::domain("www.examplebet.example")?;
//! let result = check(&catalogue, &query, now);
//! assert_eq!(result.verdict, Verdict::Licensed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to begin
//!
//! | to | use |
//! |---|---|
//! | parse a reading | [`RegisterReading::from_json`], or [`register::read()`] for the files of a regulator |
//! | build the index that checks run on | [`Catalogue::from_readings`] |
//! | check a domain or a licence number | [`check()`] with a [`CheckQuery`] |
//! | learn what a reading changes | [`transition::apply`], which returns history and events too |
//! | verify a webhook that you received | [`webhook::signature::verify`] |
//!
//! # The other modules
//!
//! | modules | hold |
//! |---|---|
//! | [`operator`], [`licence`], [`domain`], [`regulatory_action`], [`jurisdiction`], [`provenance`], [`status`] | the resources of the API |
//! | [`lookup`], [`coverage`], [`stats`], [`health`], [`watchlist`], [`webhook::bodies`] | parameters and bodies of the API |
//! | [`request`], [`problem`] | what a request asks with, and why it is refused |
//! | [`history`], [`point_in_time`] | the past of a licence, and what was known on a day |
//! | [`event`], [`expiry`], [`webhook`], [`export`] | what the service sends |
//! | [`account`], [`audit`] | plans, keys and limits; who changed what |
//! | [`member`], [`invitation`], [`session`] | who may sign in to the dashboard, how, and for how long |
//! | [`evidence`], [`chart`] | saved records of checks; pictures of figures as SVG |
//! | [`connector`] | what an AI assistant may ask, and how it is answered |
//! | [`oauth`] | how a member lets a client of the connector ask for the account |
//! | [`hostname`], [`licence_number`], [`origin`], [`time`], [`period`] | values that other modules parse |
//!
//! An error names the value, the rule and the limit. No input makes a function panic. The
//! documents "specification", "decisions" and "guide" that these pages cite are those of the service and
//! not in this repository; its own decisions are in `docs/decisions`, with numbers of four digits.
//!
//! # Features
//!
//! All but `openapi`, which adds schemas to the types of the API, are on by default. `html` is what reads registers as their regulators publish them; `pdf` adds
//! the list of Curaçao, and `xlsx` workbooks and ZIP archives. A program that checks against readings
//! in the neutral form needs none of them, and compiles half as many crates.
//!
//! An enum that callers may match exhaustively says why; any other one is `#[non_exhaustive]`.

#![deny(missing_docs)]
// What only the readers of registers use.
#![cfg_attr(not(feature = "html"), allow(dead_code, unused_imports))]
#![warn(clippy::missing_errors_doc)]

pub mod account;
pub mod audit;
pub mod catalogue;
pub mod chart;
pub mod check;
pub mod connector;
pub mod coverage;
pub mod domain;
pub mod event;
pub mod evidence;
pub mod expiry;
pub mod export;
pub mod health;
#[doc(hidden)]
pub mod hex;
pub mod history;
pub mod hostname;
pub mod invitation;
pub mod jurisdiction;
pub mod licence;
pub mod licence_number;
pub mod lookup;
pub mod member;
#[doc(hidden)]
pub mod network;
pub mod oauth;
#[cfg(feature = "openapi")]
mod openapi_schemas;
pub mod operator;
pub mod origin;
pub mod passkey;
pub mod period;
pub mod point_in_time;
pub mod problem;
pub mod provenance;
mod public_suffix;
#[doc(hidden)]
pub mod recent_map;
pub mod records;
pub mod register;
pub mod regulatory_action;
pub mod request;
mod secret_token;
pub mod session;
pub mod stats;
pub mod status;
mod text;
mod text_serde;
pub mod time;
pub mod transition;
pub mod watchlist;
pub mod webhook;
pub mod whole_number;
mod wire_enum;
mod written_date;

pub use catalogue::Catalogue;
pub use check::{CheckQuery, check};
pub use register::reading::RegisterReading;
pub use wire_enum::UnknownWord;
