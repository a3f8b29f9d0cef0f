//! No version of the keys is used twice on PostgreSQL. A database that lost its last changes continues from
//! an older version, and counting on by one would reach those that servers still hold. A version is
//! therefore at least the time in microseconds.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

migration!("m0027_key_versions");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let now = "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
        raise_version_to(manager, &format!("greatest(version + 1, {now})")).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        raise_version_to(manager, "version + 1").await
    }
}

async fn raise_version_to(manager: &SchemaManager<'_>, version: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let function = format!(
        "create or replace function keys_changed() returns trigger language plpgsql as \
         $$ begin \
         update key_version set version = {version}; \
         perform pg_notify('licence_keys', ''); \
         return null; \
         end $$"
    );
    manager.get_connection().execute_unprepared(&function).await.map(drop)
}
