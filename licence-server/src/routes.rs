//! The handlers: one function for each endpoint, with its URL as the doc comment. A handler of a
//! keyed endpoint takes its [`Caller`](crate::access::Caller), so that none runs without a key.

pub(crate) mod catalogue;
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
