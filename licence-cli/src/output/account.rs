//! Accounts and keys for a person.

use comfy_table::Color;
use licence_core::account::Account;
use licence_core::account::key::{ApiKey, KeyLimits};
use licence_store::service::NewKey;

use crate::output::layout::{card, card_rows, column, prose, table_of};
use crate::output::style::{coloured, minute, or_dash, plain};

pub(crate) fn account(account: &Account) -> String {
    card(card_rows! {
        "account" => account.id.0,
        "name" => plain(&account.name),
        "plan" => account.plan,
        "created at" => account.created_at,
    })
}

/// A new key, with the warning that it is not shown again.
pub(crate) fn created(created: &NewKey) -> String {
    card(card_rows! {
        "key" => coloured(created.key.reveal(), Color::Green),
        "note" => "shown only now; keep it, or revoke it and create another",
        "key id" => created.id.0,
        "account" => created.account_id.0,
        "label" => plain(&created.label),
        "expires at" => or_dash(created.limits.expires_at.map(minute)),
        "networks" => networks(&created.limits),
    })
}

/// One line a key.
pub(crate) fn keys(keys: &[ApiKey]) -> String {
    table_of!(keys, |key| {
        column("key id") => key.id.0,
        prose("label") => plain(&key.label),
        column("key") => key.masked(),
        column("created at").optional(2) => minute(key.created_at),
        column("last used").optional(3) => or_dash(key.last_used_at.map(minute)),
        column("revoked at") => or_dash(key.revoked_at.map(minute)),
        column("expires at").optional(1) => or_dash(key.limits.expires_at.map(minute)),
        prose("networks").optional(4) => networks(&key.limits),
    })
}

/// The networks that a key may be used from.
fn networks(limits: &KeyLimits) -> String {
    let networks: Vec<String> = limits.networks.iter().map(ToString::to_string).collect();
    if networks.is_empty() { "any".to_owned() } else { networks.join(", ") }
}
