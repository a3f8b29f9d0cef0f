//! Databases for the tests of migrations.

use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use sea_orm_migration::prelude::*;

use super::Migrator;

/// Returns the addresses of empty databases: one of SQLite, and one of the tests' PostgreSQL
/// server, if any.
pub(crate) async fn addresses(what: &str) -> Vec<String> {
    let mut addresses = vec!["sqlite::memory:".to_owned()];
    if let Ok(server) = std::env::var("LICENCE_TEST_DATABASE_URL") {
        let name = format!("licence_test_{what}_{}", std::process::id());
        let admin = Database::connect(&server).await.unwrap();
        admin.execute_unprepared(&format!("create database {name}")).await.unwrap();
        let (address, _) = server.rsplit_once('/').unwrap();
        addresses.push(format!("{address}/{name}"));
    }
    addresses
}

/// Returns databases with all migrations before this one.
pub(super) async fn databases_before(
    migration: &impl MigrationName,
    what: &str,
) -> Vec<DatabaseConnection> {
    let mut databases = Vec::new();
    for address in addresses(what).await {
        let database = Database::connect(address).await.unwrap();
        Migrator::up(&database, Some(number(migration) - 1)).await.unwrap();
        databases.push(database);
    }
    databases
}

/// Returns how many migrations to revert to undo this one.
pub(super) fn steps_back(migration: &impl MigrationName) -> u32 {
    Migrator::migrations().len() as u32 - number(migration) + 1
}

/// Returns the number of a migration, counted from one.
fn number(migration: &impl MigrationName) -> u32 {
    let migrations = Migrator::migrations();
    1 + migrations.iter().position(|it| it.name() == migration.name()).unwrap() as u32
}
