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
mod tests {
    use sea_orm::{DatabaseConnection, Statement};

    use super::*;
    use crate::migration::Migrator;
    use crate::migration::fixture::databases_before;

    async fn ids(database: &DatabaseConnection) -> Vec<String> {
        let query = "select id from deliveries where endpoint_id = 'w' and due_at >= 0 order by id";
        let query = Statement::from_string(database.get_database_backend(), query);
        let rows = database.query_all_raw(query).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
    }

    async fn write(database: &DatabaseConnection, id: &str, event: &str) -> Result<(), DbErr> {
        let delivery = format!(
            "insert into deliveries (id, endpoint_id, event_id, event_type, status, \
             attempt_count, next_retry_at, due_at, created_at) \
             values ('{id}', 'w', '{event}', 'license.issued', 'pending', 0, 1, 1, 1)"
        );
        database.execute_unprepared(&delivery).await.map(drop)
    }

    #[tokio::test]
    async fn deliveries_stay_and_are_one_an_endpoint_and_event() {
        for database in databases_before(&Migration, "deliveries").await {
            for owner in [
                "insert into accounts (id, name, plan, created_at) values ('a', 'A', 'pro', 0)",
                "insert into webhook_endpoints (id, account_id, url, events, active, \
                 watchlist_only, created_at, failure_count, missed_deliveries) \
                 values ('w', 'a', 'https://w.example', '[]', true, false, 0, 0, 0)",
            ] {
                database.execute_unprepared(owner).await.unwrap();
            }
            for (id, event) in [("1", "evt_b"), ("2", "evt_a")] {
                write(&database, id, event).await.unwrap();
            }
            Migrator::up(&database, Some(1)).await.unwrap();
            assert_eq!(ids(&database).await, ["1", "2"]);
            write(&database, "3", "evt_a").await.unwrap_err();
            write(&database, "3", "evt_c").await.unwrap();
            Migrator::down(&database, Some(1)).await.unwrap();
            assert_eq!(ids(&database).await, ["1", "2", "3"]);
            write(&database, "3", "evt_d").await.unwrap_err();
            write(&database, "4", "evt_c").await.unwrap_err();
            Migrator::up(&database, None).await.unwrap();
            database.execute_unprepared("delete from webhook_endpoints").await.unwrap();
            assert_eq!(ids(&database).await, [""; 0], "they go with their endpoint");
            database.close().await.unwrap();
        }
    }
}
