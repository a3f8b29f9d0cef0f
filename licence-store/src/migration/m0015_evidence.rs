//! Records of checks that members saved.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, text};

use super::steps::{Step, id_reference, index};

migration!(
    "m0015_evidence",
    vec![
        Step::Table(evidence()),
        index("evidence_of_account", "evidence", &["account_id", "created_at"]),
    ]
);

fn evidence() -> TableCreateStatement {
    let mut account = id_reference("evidence", "account_id", "accounts");
    Table::create()
        .table("evidence")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("member_id"))
        .col(text("question"))
        .col(text("answer"))
        .col(text("sha256"))
        .col(big_integer("created_at"))
        .col(big_integer_null("revoked_at"))
        .foreign_key(&mut account)
        .to_owned()
}
