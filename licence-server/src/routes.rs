//! A function an endpoint, its URL as the doc comment.

pub(crate) mod check;
pub(crate) mod health;
