//! Accounts and keys for a person.

use comfy_table::Color;
use licence_core::account::Account;
use licence_core::account::key::{ApiKey, KeyLimits};
use licence_core::time::Timestamp;
use licence_store::service::NewKey;

use crate::output::cell::Cell;
use crate::output::layout::{card, column, prose, table};
use crate::output::style::{coloured, minute, plain};

/// An account.
pub(crate) fn account(account: &Account) -> String {
    card(vec![
        ("account", Cell::new(account.id.0)),
        ("name", Cell::new(plain(&account.name))),
        ("plan", Cell::new(account.plan)),
        ("created at", Cell::new(account.created_at)),
    ])
}

/// A new key, with the warning that it is not shown again.
pub(crate) fn created(created: &NewKey) -> String {
    let (expires_at, networks) = limits(&created.limits);
    card(vec![
        ("key", coloured(created.key.reveal(), Color::Green)),
        ("note", Cell::new("shown only now; keep it, or revoke it and create another")),
        ("key id", Cell::new(created.id.0)),
        ("account", Cell::new(created.account_id.0)),
        ("label", Cell::new(plain(&created.label))),
        ("expires at", Cell::new(expires_at)),
        ("networks", Cell::new(networks)),
    ])
}

/// One line a key.
pub(crate) fn keys(keys: &[ApiKey]) -> String {
    let rows = keys.iter().map(|key| {
        let (expires_at, networks) = limits(&key.limits);
        vec![
            Cell::new(key.id.0),
            Cell::new(plain(&key.label)),
            Cell::new(key.masked()),
            Cell::new(minute(key.created_at)),
            Cell::new(time(key.last_used_at)),
            Cell::new(time(key.revoked_at)),
            Cell::new(expires_at),
            Cell::new(networks),
        ]
    });
    let columns = [
        column("key id"),
        prose("label"),
        column("key"),
        column("created at").optional(2),
        column("last used").optional(3),
        column("revoked at"),
        column("expires at").optional(1),
        prose("networks").optional(4),
    ];
    table(&columns, rows)
}

fn time(at: Option<Timestamp>) -> String {
    at.map_or_else(|| "-".to_owned(), minute)
}

/// The expiry and the networks of a key.
fn limits(limits: &KeyLimits) -> (String, String) {
    let networks: Vec<String> = limits.networks.iter().map(ToString::to_string).collect();
    let networks = if networks.is_empty() { "any".to_owned() } else { networks.join(", ") };
    (time(limits.expires_at), networks)
}
