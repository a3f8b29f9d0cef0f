//! The schema, as numbered migrations. They are append-only, and each can be reverted.

/// Declares the migration of a file by the name that databases know it by, and its steps unless the
/// file writes out how it is applied and reverted.
macro_rules! migration {
    ($name:literal) => {
        pub(super) struct Migration;

        impl MigrationName for Migration {
            fn name(&self) -> &str {
                $name
            }
        }
    };
    ($name:literal, $steps:expr) => {
        migration!($name);

        #[async_trait::async_trait]
        impl MigrationTrait for Migration {
            async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
                crate::migration::steps::apply(manager, $steps).await
            }

            async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
                crate::migration::steps::revert(manager, $steps).await
            }
        }
    };
}

#[cfg(test)]
pub(crate) mod fixture;
mod m0001_registers;
mod m0002_history;
mod m0003_accounts;
mod m0004_usage;
mod m0005_watchlist;
mod m0006_webhooks;
mod m0007_lookup_keys;
mod m0008_name_pages;
mod m0009_delivery_key;
mod m0010_key_limits;
mod m0011_audit;
mod m0012_people;
mod m0013_usage_days;
mod m0014_delivery_attempts;
mod m0015_evidence;
mod m0016_connector;
mod m0017_session_proof;
mod m0018_catalogue_state;
mod m0019_key_leases;
mod m0020_no_lookup_rows;
mod m0021_unsuccessful_deliveries;
mod m0022_read_failures;
mod m0023_audit_by_account;
mod m0024_catalogue_changes;
mod m0025_operator_names;
mod m0026_licence_numbers;
mod m0027_key_versions;
mod m0028_moved_domains;
mod steps;

use sea_orm::{
    ConnectionTrait, Database, DatabaseConnection, DbBackend, DbErr, EntityName, EntityTrait,
    Statement,
};
use sea_orm_migration::prelude::*;
use sea_orm_migration::seaql_migrations;

pub(crate) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_registers::Migration),
            Box::new(m0002_history::Migration),
            Box::new(m0003_accounts::Migration),
            Box::new(m0004_usage::Migration),
            Box::new(m0005_watchlist::Migration),
            Box::new(m0006_webhooks::Migration),
            Box::new(m0007_lookup_keys::Migration),
            Box::new(m0008_name_pages::Migration),
            Box::new(m0009_delivery_key::Migration),
            Box::new(m0010_key_limits::Migration),
            Box::new(m0011_audit::Migration),
            Box::new(m0012_people::Migration),
            Box::new(m0013_usage_days::Migration),
            Box::new(m0014_delivery_attempts::Migration),
            Box::new(m0015_evidence::Migration),
            Box::new(m0016_connector::Migration),
            Box::new(m0017_session_proof::Migration),
            Box::new(m0018_catalogue_state::Migration),
            Box::new(m0019_key_leases::Migration),
            Box::new(m0020_no_lookup_rows::Migration),
            Box::new(m0021_unsuccessful_deliveries::Migration),
            Box::new(m0022_read_failures::Migration),
            Box::new(m0023_audit_by_account::Migration),
            Box::new(m0024_catalogue_changes::Migration),
            Box::new(m0025_operator_names::Migration),
            Box::new(m0026_licence_numbers::Migration),
            Box::new(m0027_key_versions::Migration),
            Box::new(m0028_moved_domains::Migration),
        ]
    }
}

/// The schema of a database, compared with that of this version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SchemaState {
    Current,
    /// Some migrations are not applied yet.
    Behind,
    /// Another version applied this migration, which is unknown here.
    Later(String),
}

/// Returns the state of a schema. Takes no write lock, because a command that only reads must not
/// wait for another process's writer.
pub(crate) async fn schema_state(database: &DatabaseConnection) -> SchemaState {
    // Without the table, no migration was applied yet.
    let applied: Vec<seaql_migrations::Model> =
        seaql_migrations::Entity::find().all(database).await.unwrap_or_default();
    let applied: Vec<String> = applied.into_iter().map(|migration| migration.version).collect();
    state_of_migrations(&applied)
}

/// Returns the tables of the schema that these many migrations make, by name. They are the same on both
/// databases.
pub(crate) async fn tables_after(migrations: usize) -> Result<Vec<String>, DbErr> {
    let schema = Database::connect("sqlite::memory:").await?;
    Migrator::up(&schema, migrations.try_into().ok()).await?;
    let query = "select name from sqlite_master where type = 'table' \
                 and name not like 'sqlite_%' and name <> 'seaql_migrations' order by name";
    let query = Statement::from_string(DbBackend::Sqlite, query);
    let rows = schema.query_all_raw(query).await?;
    schema.close().await?;
    rows.iter().map(|row| row.try_get("", "name")).collect()
}

/// The tables of a SQLite file.
const TABLES_OF_SQLITE: &str =
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%'";
/// The tables of the schema that a PostgreSQL connection makes its tables in. An extension may have put
/// its own there.
const TABLES_OF_POSTGRES: &str = "select relname::text as name from pg_class \
     join pg_namespace on pg_namespace.oid = relnamespace \
     where relkind in ('r', 'p') and nspname = current_schema() \
     and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')";

/// Returns whether a database has tables, and none of the migrations made them.
pub(crate) async fn is_of_another_program(
    connection: &impl ConnectionTrait,
) -> Result<bool, DbErr> {
    let backend = connection.get_database_backend();
    let query = match backend {
        DbBackend::Postgres => TABLES_OF_POSTGRES,
        _ => TABLES_OF_SQLITE,
    };
    let query = Statement::from_string(backend, query);
    let rows = connection.query_all_raw(query).await?;
    let names = rows.iter().map(|row| row.try_get::<String>("", "name"));
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let migrations = seaql_migrations::Entity.table_name();
    Ok(!names.is_empty() && !names.iter().any(|name| name == migrations))
}

pub(crate) fn state_of_migrations(applied: &[String]) -> SchemaState {
    let names: Vec<String> =
        Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect();
    match applied.iter().find(|migration| !names.contains(migration)) {
        Some(unknown) => SchemaState::Later(unknown.clone()),
        None if applied.len() == names.len() => SchemaState::Current,
        None => SchemaState::Behind,
    }
}

#[cfg(test)]
mod tests;
