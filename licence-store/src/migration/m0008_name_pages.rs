//! A table of all names on record, for a single question. Dropped by `m0020_no_lookup_rows`, so
//! that nothing fills it any more.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer};

use super::steps::Step;

migration!("m0008_name_pages", vec![Step::Table(name_pages())]);

fn name_pages() -> TableCreateStatement {
    Table::create()
        .table("name_pages")
        .col(integer("page").primary_key())
        .col(blob("names"))
        .to_owned()
}
