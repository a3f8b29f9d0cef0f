//! The operators that accounts watch.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_pk_auto, text};

use super::steps::{Step, id_reference, index, unique_index};

migration!(
    "m0005_watchlist",
    vec![
        Step::Table(watchlist_entries()),
        unique_index("watchlist_entries_once", TABLE, &["account_id", "operator_id"]),
        index("watchlist_entries_of_account", TABLE, &["account_id", "added_at", "id"]),
    ]
);

const TABLE: &str = "watchlist_entries";

/// Returns the table. Its id counts up, so that two operators added at one instant keep their
/// order.
fn watchlist_entries() -> TableCreateStatement {
    Table::create()
        .table(TABLE)
        .col(big_pk_auto("id"))
        .col(text("account_id"))
        .col(text("operator_id"))
        .col(big_integer("added_at"))
        .foreign_key(&mut id_reference(TABLE, "account_id", "accounts"))
        .foreign_key(&mut id_reference(TABLE, "operator_id", "operators"))
        .to_owned()
}
