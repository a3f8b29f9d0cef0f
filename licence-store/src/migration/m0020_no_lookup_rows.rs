//! Drops what a single question was answered from: the catalogue file answers it.

use sea_orm_migration::prelude::*;

use super::{m0007_lookup_keys, m0008_name_pages};

migration!("m0020_no_lookup_rows");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        m0008_name_pages::Migration.down(manager).await?;
        m0007_lookup_keys::Migration.down(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        m0007_lookup_keys::Migration.up(manager).await?;
        m0008_name_pages::Migration.up(manager).await
    }
}
