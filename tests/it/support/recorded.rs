//! What a store recorded: histories by licence number, events in their order.

use licence_core::check::CheckQuery;
use licence_core::history::HistoryEntry;
use licence_core::licence::LicenceId;
use licence_core::lookup::LicenceHistory;
use licence_store::Store;
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::Value;

use crate::support::readings::now;

/// The id of the licence of a number.
pub async fn licence_id(store: &Store, number: &str) -> LicenceId {
    let query = CheckQuery::licence_number(number).unwrap();
    store.refresh_catalogue().await.unwrap();
    let answer = store.check(&query, None, now()).await.unwrap();
    answer.matched.and_then(|matched| matched.license_id).unwrap_or_else(|| panic!("no {number}"))
}

/// The history of the licence of a number, the newest entry first.
pub async fn history(store: &Store, number: &str) -> LicenceHistory {
    let id = licence_id(store, number).await;
    store.history(id).await.unwrap().unwrap()
}

/// Returns the history in short, in the order of recording: `created:active`, `status_change:suspended`.
pub async fn short_history(store: &Store, number: &str) -> Vec<String> {
    let mut entries = history(store, number).await.history;
    entries.reverse();
    let short = |entry: &HistoryEntry| format!("{}:{}", entry.change_type, entry.new_status);
    entries.iter().map(short).collect()
}

/// Every event of a database, in the order of their ids.
pub async fn events(database_url: &str) -> Vec<Value> {
    let database = Database::connect(database_url).await.unwrap();
    let query = "select body from events order by id";
    let query = Statement::from_string(database.get_database_backend(), query);
    let rows = database.query_all_raw(query).await.unwrap();
    let body = |row: &sea_orm::QueryResult| row.try_get::<String>("", "body").unwrap();
    let events = rows.iter().map(|row| serde_json::from_str(&body(row)).unwrap()).collect();
    database.close().await.unwrap();
    events
}

/// The names of the events.
pub async fn event_names(database_url: &str) -> Vec<String> {
    let name = |event: &Value| event["event"].as_str().unwrap().to_owned();
    events(database_url).await.iter().map(name).collect()
}

/// Every webhook secret of a database as it is stored.
pub async fn sealed_secrets(database_url: &str) -> Vec<String> {
    let database = Database::connect(database_url).await.unwrap();
    let query = Statement::from_string(
        database.get_database_backend(),
        "select sealed from webhook_secrets order by id",
    );
    let rows = database.query_all_raw(query).await.unwrap();
    let sealed = rows.iter().map(|row| row.try_get("", "sealed").unwrap()).collect();
    database.close().await.unwrap();
    sealed
}

/// Lets every webhook secret of a database be expired: the service itself never leaves an endpoint
/// without an active one.
pub async fn expire_secrets(database_url: &str) {
    let database = Database::connect(database_url).await.unwrap();
    database.execute_unprepared("update webhook_secrets set expires_at = 0").await.unwrap();
    database.close().await.unwrap();
}
