//! An index of licences by the number in their identity. A partial reading asks for the licences of
//! its numbers alone, and would otherwise take the number out of every identity of the register.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

migration!("m0026_licence_numbers");

const NAME: &str = "licences_by_number";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let number = match manager.get_database_backend() {
            DbBackend::Postgres => "split_part(identity, chr(31), 1)",
            _ => "substr(identity, 1, instr(identity || char(31), char(31)) - 1)",
        };
        let index = format!("create index {NAME} on licences (jurisdiction_code, {number})");
        manager.get_connection().execute_unprepared(&index).await.map(drop)
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name(NAME).table("licences").to_owned()).await
    }
}
