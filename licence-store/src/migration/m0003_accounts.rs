//! Accounts and their keys.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, text};

use super::steps::{Step, id_reference, index};

migration!(
    "m0003_accounts",
    vec![
        Step::Table(accounts()),
        Step::Table(api_keys()),
        index("api_keys_of_account", "api_keys", &["account_id"]),
    ]
);

fn accounts() -> TableCreateStatement {
    Table::create()
        .table("accounts")
        .col(text("id").primary_key())
        .col(text("name"))
        .col(text("plan"))
        .col(big_integer("created_at"))
        .to_owned()
}

fn api_keys() -> TableCreateStatement {
    Table::create()
        .table("api_keys")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("label"))
        .col(text("hash").unique_key())
        .col(text("hint"))
        .col(big_integer("created_at"))
        .col(big_integer_null("last_used_at"))
        .col(big_integer_null("revoked_at"))
        .foreign_key(&mut id_reference("api_keys", "account_id", "accounts"))
        .to_owned()
}
