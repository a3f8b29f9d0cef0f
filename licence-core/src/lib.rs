//! Values and rules of online-gambling licence verification. No I/O, no clock, no randomness:
//! bytes, `now` and entropy come in as arguments.

#![deny(missing_docs)]

pub mod account;
pub mod catalogue;
pub mod check;
pub mod coverage;
#[cfg(feature = "openapi")]
mod described;
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
pub mod network;
pub mod operator;
pub mod period;
pub mod point_in_time;
pub mod provenance;
pub mod register;
pub mod regulatory_action;
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
