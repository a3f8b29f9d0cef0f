//! Drops what a single question was answered from: the catalogue file answers it.

use sea_orm_migration::prelude::*;

use super::m0007_lookup_keys::{COLUMNS, name};

migration!("m0020_no_lookup_rows");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("name_pages").to_owned()).await?;
        for (table, column) in COLUMNS {
            let index = Index::drop().name(name(table, column)).table(table).to_owned();
            manager.drop_index(index).await?;
            let dropped = Table::alter().table(table).drop_column(column).to_owned();
            manager.alter_table(dropped).await?;
        }
        Ok(())
    }
}
