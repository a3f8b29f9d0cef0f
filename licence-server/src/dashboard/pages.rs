//! One file a screen: it parses the form, calls the store and fills the struct of its template.

pub(super) mod audit;
pub(super) mod batch;
pub(super) mod check;
pub(super) mod check_result;
pub(super) mod connections;
pub(super) mod consent;
pub(super) mod coverage;
pub(super) mod deliveries;
pub(super) mod events;
pub(super) mod evidence;
pub(super) mod exports;
pub(super) mod files;
pub(super) mod keys;
pub(super) mod members;
mod new_key;
pub(super) mod new_webhook;
pub(super) mod operators;
pub(super) mod overview;
pub(super) mod passkeys;
pub(super) mod settings;
pub(super) mod sign_in;
pub(super) mod watchlist;
pub(super) mod webhook;
pub(super) mod webhooks;
