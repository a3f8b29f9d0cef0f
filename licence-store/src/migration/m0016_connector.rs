//! Clients of the connector, and what members let them do.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, text, text_null};

use super::steps::{Step, id_reference, index};

migration!(
    "m0016_connector",
    vec![
        Step::Table(clients()),
        Step::Table(grants()),
        Step::Table(codes()),
        Step::Table(tokens()),
        Step::Table(assertions()),
        index("oauth_clients_of_kind", "oauth_clients", &["kind"]),
        index("oauth_grants_of_account", "oauth_grants", &["account_id"]),
        index("oauth_grants_of_member", "oauth_grants", &["member_id"]),
        index("oauth_codes_of_grant", "oauth_codes", &["grant_id"]),
        index("oauth_tokens_of_grant", "oauth_tokens", &["grant_id"]),
    ]
);

fn clients() -> TableCreateStatement {
    Table::create()
        .table("oauth_clients")
        .col(text("id").primary_key())
        .col(text("kind"))
        .col(text("metadata"))
        .col(big_integer("created_at"))
        .col(big_integer("last_used_at"))
        .col(big_integer_null("fetched_at"))
        .col(big_integer_null("fresh_until"))
        .to_owned()
}

/// The grants. The row of an ended grant is deleted.
fn grants() -> TableCreateStatement {
    let mut account = id_reference("oauth_grants", "account_id", "accounts");
    let mut member = id_reference("oauth_grants", "member_id", "members");
    Table::create()
        .table("oauth_grants")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("member_id"))
        .col(text("client_id"))
        .col(text("client_kind"))
        .col(text_null("client_name"))
        .col(text("redirect_uri"))
        .col(text("resource"))
        .col(text("scopes"))
        .col(big_integer("created_at"))
        .col(big_integer("ends_at"))
        .col(big_integer_null("last_used_at"))
        .foreign_key(&mut account)
        .foreign_key(&mut member)
        .to_owned()
}

/// The codes. The row of a code is deleted with its grant; a used code stays, because a second use ends the grant.
fn codes() -> TableCreateStatement {
    Table::create()
        .table("oauth_codes")
        .col(text("token_sha256").primary_key())
        .col(text("grant_id"))
        .col(text("account_id"))
        .col(text("member_id"))
        .col(text("client_id"))
        .col(text("redirect_uri"))
        .col(text("resource"))
        .col(text("challenge"))
        .col(text("scopes"))
        .col(big_integer("expires_at"))
        .col(big_integer_null("used_at"))
        .to_owned()
}

fn tokens() -> TableCreateStatement {
    let mut grant = id_reference("oauth_tokens", "grant_id", "oauth_grants");
    Table::create()
        .table("oauth_tokens")
        .col(text("token_sha256").primary_key())
        .col(text("grant_id"))
        .col(text("kind"))
        .col(big_integer("expires_at"))
        .col(integer("uses"))
        .col(big_integer_null("first_used_at"))
        .foreign_key(&mut grant)
        .to_owned()
}

/// The proofs of clients that were used, so that none is used twice.
fn assertions() -> TableCreateStatement {
    Table::create()
        .table("oauth_assertions")
        .col(text("sha256").primary_key())
        .col(big_integer("expires_at"))
        .to_owned()
}
