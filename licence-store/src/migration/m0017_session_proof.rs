//! What proved the identity of a session. Until now it was a link for all of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

migration!("m0017_session_proof");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text("proven_by").default("link").to_owned();
        manager.alter_table(Table::alter().table("sessions").add_column(column).to_owned()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter().table("sessions").drop_column("proven_by").to_owned();
        manager.alter_table(column).await
    }
}
