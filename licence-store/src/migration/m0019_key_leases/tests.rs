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
