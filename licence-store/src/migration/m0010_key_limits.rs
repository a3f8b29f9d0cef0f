//! Keys that expire, and keys for some networks only.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, text_null};

use super::steps::column;

migration!(
    "m0010_key_limits",
    vec![
        column("api_keys", big_integer_null("expires_at")),
        column("api_keys", text_null("networks")),
    ]
);

#[cfg(test)]
mod tests {
    use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

    use super::*;
    use crate::migration::Migrator;
    use crate::migration::fixture::databases_before;

    /// Returns how many keys there are with this condition. The entity has columns of later
    /// migrations, so it cannot read the table of this one.
    async fn keys(database: &DatabaseConnection, condition: &str) -> i64 {
        let query = format!("select count(*) from api_keys where {condition}");
        let query = Statement::from_string(database.get_database_backend(), query);
        database.query_one_raw(query).await.unwrap().unwrap().try_get_by_index(0).unwrap()
    }

    #[tokio::test]
    async fn keys_stay_and_have_no_limits() {
        for database in databases_before(&Migration, "key_limits").await {
            for row in [
                "insert into accounts (id, name, plan, created_at) values ('a', 'A', 'pro', 0)",
                "insert into api_keys (id, account_id, label, hash, hint, created_at) \
                 values ('k', 'a', 'old', 'h', 'h', 0)",
            ] {
                database.execute_unprepared(row).await.unwrap();
            }
            for _ in 0..2 {
                Migrator::up(&database, Some(1)).await.unwrap();
                let unlimited = "label = 'old' and expires_at is null and networks is null";
                assert_eq!(keys(&database, unlimited).await, 1);
                Migrator::down(&database, Some(1)).await.unwrap();
                assert_eq!(keys(&database, "label = 'old'").await, 1);
            }
            database.close().await.unwrap();
        }
    }
}
