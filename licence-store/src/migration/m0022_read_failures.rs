//! Why a register was not read, as everybody may know it. What is on record has the error alone.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

migration!("m0022_read_failures");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text_null("failure").to_owned();
        let table = Table::alter().table("register_runs").add_column(column).to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter().table("register_runs").drop_column("failure").to_owned();
        manager.alter_table(table).await
    }
}
