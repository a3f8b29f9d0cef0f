//! The operators that each reading changed. A process that holds the catalogue of an earlier version
//! loads their rows alone.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text, text_null};

use super::steps::Step;

migration!("m0024_catalogue_changes", vec![Step::Table(catalogue_changes())]);

fn catalogue_changes() -> TableCreateStatement {
    Table::create()
        .table("catalogue_changes")
        .col(big_integer("version").primary_key())
        .col(text("state"))
        .col(text_null("operators"))
        .to_owned()
}
