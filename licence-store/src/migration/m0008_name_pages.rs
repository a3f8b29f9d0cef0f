//! A table of all names on record, for a single question. Dropped by `m0020_no_lookup_rows`, so
//! that nothing fills it any more.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer};

migration!("m0008_name_pages");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("name_pages")
            .col(integer("page").primary_key())
            .col(blob("names"))
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("name_pages").to_owned()).await
    }
}
