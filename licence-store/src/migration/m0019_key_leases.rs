//! The servers that answer about keys from memory. On PostgreSQL triggers raise the version of the
//! keys, so that no change of a key escapes them, whatever program makes it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text};
use sea_orm_migration::sea_orm::DbBackend;

migration!("m0019_key_leases");

const RAISE_VERSION: [&str; 3] = [
    "create function keys_changed() returns trigger language plpgsql as \
     $$ begin \
     update key_version set version = version + 1; \
     perform pg_notify('licence_keys', ''); \
     return null; \
     end $$",
    "create trigger api_keys_changed after insert or delete or truncate \
     or update of account_id, hash, revoked_at, expires_at, networks on api_keys \
     for each statement execute function keys_changed()",
    "create trigger accounts_changed after delete or truncate or update of plan on accounts \
     for each statement execute function keys_changed()",
];

const KEEP_VERSION: &str = "drop trigger api_keys_changed on api_keys; \
                            drop trigger accounts_changed on accounts; \
                            drop function keys_changed()";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(key_leases()).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            for statement in RAISE_VERSION {
                manager.get_connection().execute_unprepared(statement).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Postgres {
            manager.get_connection().execute_unprepared(KEEP_VERSION).await?;
        }
        manager.drop_table(Table::drop().table("key_leases").to_owned()).await
    }
}

/// `ends_at` is in epoch milliseconds of the database's clock.
fn key_leases() -> TableCreateStatement {
    Table::create()
        .table("key_leases")
        .col(text("server").primary_key())
        .col(big_integer("version"))
        .col(big_integer("ends_at"))
        .to_owned()
}

#[cfg(test)]
mod tests;
