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
mod tests {
    use sea_orm::{DatabaseConnection, Statement};

    use super::*;
    use crate::migration::Migrator;
    use crate::migration::fixture::{databases_before, steps_back};

    async fn version(database: &DatabaseConnection) -> i64 {
        let query = "select version from key_version";
        let query = Statement::from_string(database.get_database_backend(), query);
        database.query_one_raw(query).await.unwrap().unwrap().try_get_by_index(0).unwrap()
    }

    #[tokio::test]
    async fn every_change_of_what_a_key_may_do_raises_the_version() {
        for database in databases_before(&Migration, "key_leases").await {
            Migrator::up(&database, None).await.unwrap();
            let is_postgres = database.get_database_backend() == DbBackend::Postgres;
            for (statement, is_raised) in [
                (
                    "insert into accounts (id, name, plan, created_at) values ('a', 'A', 'pro', 0)",
                    false,
                ),
                (
                    "insert into api_keys (id, account_id, label, hash, hint, created_at) \
                     values ('k', 'a', 'l', 'h', 'i', 0)",
                    true,
                ),
                ("update api_keys set last_used_at = 1, label = 'm'", false),
                ("update accounts set name = 'B'", false),
                ("update accounts set plan = 'canceled'", true),
                ("update api_keys set expires_at = 1", true),
                ("update api_keys set networks = '[]'", true),
                ("update api_keys set revoked_at = 1", true),
                ("delete from api_keys", true),
                ("delete from accounts", true),
            ] {
                let before = version(&database).await;
                database.execute_unprepared(statement).await.unwrap();
                let raised = version(&database).await > before;
                assert_eq!(raised, is_raised && is_postgres, "{statement}");
            }
            Migrator::down(&database, Some(steps_back(&Migration))).await.unwrap();
            Migrator::up(&database, None).await.unwrap();
            database.close().await.unwrap();
        }
    }
}
