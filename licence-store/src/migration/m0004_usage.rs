//! The use of limits, the version of the keys, and the name of this database.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, text};

use super::steps::{Step, only_row};
use crate::entropy::Entropy;

migration!(
    "m0004_usage",
    vec![
        Step::Table(usage()),
        Step::Table(key_version()),
        only_row("key_version", "version", 1_i64),
        Step::Table(instance()),
        only_row("instance", "name", Entropy::system().uuid().to_string()),
    ]
);

fn usage() -> TableCreateStatement {
    Table::create()
        .table("usage")
        .col(text("subject_id"))
        .col(text("limit_name"))
        .col(big_integer("window_start"))
        .col(big_integer("used"))
        .primary_key(Index::create().col("subject_id").col("limit_name").col("window_start"))
        .to_owned()
}

fn key_version() -> TableCreateStatement {
    Table::create()
        .table("key_version")
        .col(integer("id").primary_key())
        .col(big_integer("version"))
        .to_owned()
}

fn instance() -> TableCreateStatement {
    Table::create().table("instance").col(integer("id").primary_key()).col(text("name")).to_owned()
}
