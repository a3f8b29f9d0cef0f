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
