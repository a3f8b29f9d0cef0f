//! The hash of each operator's folded name, and what all of these are of. The next reading that
//! changes a register fills them (`registers::operator_names`).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, text_null};

migration!("m0025_operator_names");

const INDEX: &str = "operators_by_name_hash";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [
            ("operators", big_integer_null("name_hash")),
            ("catalogue_version", text_null("name_hashes_of")),
        ] {
            let table = Table::alter().table(table).add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        let index = Index::create().name(INDEX).table("operators").col("name_hash").to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name(INDEX).table("operators").to_owned()).await?;
        for (table, column) in [("operators", "name_hash"), ("catalogue_version", "name_hashes_of")]
        {
            let table = Table::alter().table(table).drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
