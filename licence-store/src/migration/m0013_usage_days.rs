//! Requests of accounts by day, and refusals by hour.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text};

use super::steps::Step;

migration!("m0013_usage_days", vec![Step::Table(usage_days()), Step::Table(refusals())]);

/// `key_id` is empty for the account's members, because a primary key has no null.
fn usage_days() -> TableCreateStatement {
    let mut key = Index::create();
    key.col("account_id").col("day").col("key_id").col("route_class");
    Table::create()
        .table("usage_days")
        .col(text("account_id"))
        .col(text("day"))
        .col(text("key_id"))
        .col(text("route_class"))
        .col(big_integer("answered"))
        .col(big_integer("refused"))
        .col(big_integer("failed"))
        .primary_key(&mut key)
        .to_owned()
}

fn refusals() -> TableCreateStatement {
    let mut key = Index::create();
    key.col("account_id").col("hour").col("route").col("code").col("reason").col("key_id");
    Table::create()
        .table("refusals")
        .col(text("account_id"))
        .col(big_integer("hour"))
        .col(text("route"))
        .col(text("code"))
        .col(text("reason"))
        .col(text("key_id"))
        .col(big_integer("count"))
        .col(big_integer("last_at"))
        .col(text("last_request_id"))
        .primary_key(&mut key)
        .to_owned()
}
