//! The operators that each reading changed. A process that holds the catalogue of an earlier version
//! loads their rows alone.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text, text_null};

migration!("m0024_catalogue_changes");

const TABLE: &str = "catalogue_changes";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table(TABLE)
            .col(big_integer("version").primary_key())
            .col(text("state"))
            .col(text_null("operators"))
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table(TABLE).to_owned()).await
    }
}
