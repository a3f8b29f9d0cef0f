//! The handlers: one function for each endpoint, with its URL as the doc comment. A handler of a
//! keyed endpoint takes its [`Caller`](crate::access::Caller), so that none runs without a key; any
//! other one takes an `Option`.

pub(crate) mod catalogue;
pub(crate) mod check;
pub(crate) mod description;
pub(crate) mod export;
pub(crate) mod lookup;
pub(crate) mod parameters;
pub(crate) mod system;
pub(crate) mod watchlist;
pub(crate) mod webhooks;
