use sea_orm::{Database, Iden, Iterable};

use super::*;
use crate::entity;

async fn columns<E: EntityTrait>(database: &DatabaseConnection) -> Vec<String> {
    let query = format!("select name from pragma_table_info('{}')", E::default().to_string());
    let query = Statement::from_string(database.get_database_backend(), query);
    let rows = database.query_all_raw(query).await.unwrap();
    let mut columns: Vec<String> =
        rows.iter().map(|row| row.try_get("", "name").unwrap()).collect();
    columns.sort();
    columns
}

/// Asserts that a table and its entity have the same columns, and that the entity can read it.
async fn assert_same<E: EntityTrait>(database: &DatabaseConnection) {
    let mut expected: Vec<String> = E::Column::iter().map(|column| column.to_string()).collect();
    expected.sort();
    assert_eq!(columns::<E>(database).await, expected);
    E::find().all(database).await.unwrap();
}

#[tokio::test]
async fn the_schema_goes_up_and_down_and_is_what_the_entities_expect() {
    let database = Database::connect("sqlite::memory:").await.unwrap();
    assert_eq!(schema_state(&database).await, SchemaState::Behind);
    Migrator::up(&database, None).await.unwrap();
    Migrator::down(&database, None).await.unwrap();
    assert_eq!(schema_state(&database).await, SchemaState::Behind);
    assert_eq!(columns::<entity::operator::Entity>(&database).await, Vec::<String>::new());
    Migrator::up(&database, None).await.unwrap();
    assert_eq!(schema_state(&database).await, SchemaState::Current);
    let later = "insert into seaql_migrations values ('m9999_later', 0)";
    database.execute_unprepared(later).await.unwrap();
    assert_eq!(schema_state(&database).await, SchemaState::Later("m9999_later".to_owned()));
    database.execute_unprepared("delete from seaql_migrations where version > 'm9'").await.unwrap();
    macro_rules! assert_same {
        ($($table:ident)*) => { $( assert_same::<entity::$table::Entity>(&database).await; )* };
    }
    assert_same! {
        operator operator_key trading_name licence domain register_reading
        catalogue_change catalogue_version history event regulatory_action snapshot
        coverage_state expiry_warning register_run account api_key usage key_version
        key_lease instance watchlist_entry webhook_endpoint webhook_secret delivery
        audit_entry member invitation passkey ceremony session usage_day refusal
        delivery_attempt evidence oauth_assertion oauth_client oauth_code
        oauth_grant oauth_token
    }
}
