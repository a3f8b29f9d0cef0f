//! Accounts and keys for a person.

use comfy_table::{Cell, Color};
use licence_core::account::Account;
use licence_core::account::key::ApiKey;
use licence_core::time::Timestamp;
use licence_store::KeyCreated;

use crate::output::style::{card, coloured, plain, table};

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
pub(crate) fn created(created: &KeyCreated) -> String {
    card(vec![
        ("key", coloured(created.key.reveal(), Color::Green)),
        ("note", Cell::new("shown only now; keep it, or revoke it and create another")),
        ("key id", Cell::new(created.id.0)),
        ("account", Cell::new(created.account_id.0)),
        ("label", Cell::new(plain(&created.label))),
    ])
}

/// One line a key.
pub(crate) fn keys(keys: &[ApiKey]) -> String {
    let time = |at: Option<Timestamp>| at.map_or_else(|| "-".to_owned(), |at| at.to_string());
    let rows = keys.iter().map(|key| {
        vec![
            Cell::new(key.id.0),
            Cell::new(plain(&key.label)),
            Cell::new(&key.hint),
            Cell::new(key.created_at),
            Cell::new(time(key.last_used_at)),
            Cell::new(time(key.revoked_at)),
        ]
    });
    table(&["key id", "label", "key", "created at", "last used", "revoked at"], rows)
}
