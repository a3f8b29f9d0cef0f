//! Leaves two indexes of deliveries: by endpoint and event, and by due time. PostgreSQL writes
//! every index again when a delivery is settled.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use super::m0006_webhooks::{deliveries, delivery_keys, due_deliveries};
use super::steps::{apply, revert};

migration!("m0009_delivery_key");

const KEY: [&str; 2] = ["endpoint_id", "event_id"];
const FORMER_KEY: [&str; 1] = ["id"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        revert(manager, delivery_keys()).await?;
        rekey(manager, &KEY).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rekey(manager, &FORMER_KEY).await?;
        apply(manager, delivery_keys()).await
    }
}

/// Gives the deliveries another primary key.
async fn rekey(manager: &SchemaManager<'_>, key: &[&'static str]) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    if manager.get_database_backend() == DbBackend::Postgres {
        let columns = key.join(", ");
        let sql = format!(
            "alter table deliveries drop constraint deliveries_pkey, add primary key ({columns})"
        );
        connection.execute_unprepared(&sql).await?;
        return Ok(());
    }
    // SQLite cannot change the primary key of a table.
    connection.execute_unprepared("alter table deliveries rename to former_deliveries").await?;
    manager.create_table(deliveries(key)).await?;
    connection.execute_unprepared("insert into deliveries select * from former_deliveries").await?;
    manager.drop_table(Table::drop().table("former_deliveries").to_owned()).await?;
    apply(manager, vec![due_deliveries()]).await
}

#[cfg(test)]
mod tests;
