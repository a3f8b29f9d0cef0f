//! The schema, as numbered migrations: append-only, each with its way back.

mod m0001_registers;

use sea_orm::{ColumnTrait, DatabaseConnection, DbErr, EntityTrait, QueryFilter};
use sea_orm_migration::prelude::*;
use sea_orm_migration::seaql_migrations;

pub(crate) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![Box::new(m0001_registers::Migration)]
    }
}

/// Whether every migration is applied, asked without a write lock: a command that only reads must
/// not wait for another process's writing transaction.
pub(crate) async fn is_current(database: &DatabaseConnection) -> bool {
    let names: Vec<String> =
        Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect();
    let applied: Result<Vec<seaql_migrations::Model>, DbErr> = seaql_migrations::Entity::find()
        .filter(seaql_migrations::Column::Version.is_in(names.clone()))
        .all(database)
        .await;
    applied.is_ok_and(|applied| applied.len() == names.len())
}
