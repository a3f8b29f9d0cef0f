//! A function an endpoint, its URL as the doc comment.

pub(crate) mod check;
pub(crate) mod coverage;
pub(crate) mod description;
pub(crate) mod export;
pub(crate) mod health;
pub(crate) mod jurisdictions;
pub(crate) mod licences;
pub(crate) mod operators;
pub(crate) mod parameters;
pub(crate) mod stats;
pub(crate) mod watchlist;
pub(crate) mod webhooks;
