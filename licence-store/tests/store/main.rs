//! The store as a library user sees it.

mod downloads;
mod posts;
