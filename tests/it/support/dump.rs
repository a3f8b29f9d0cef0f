//! All that a database holds, as texts that can be compared.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};

/// The tables that no two databases have alike: the schema's own, and the database's name.
const OWN: [&str; 2] = ["seaql_migrations", "instance"];

/// Every other table, its rows by key.
pub async fn dump(url: &str) -> BTreeMap<String, Vec<String>> {
    let database = Database::connect(url).await.unwrap();
    let tables = match database.get_database_backend() {
        DbBackend::Sqlite => {
            "select name as text from sqlite_master where type = 'table' \
             and name not like 'sqlite\\_%' escape '\\'"
        }
        _ => "select tablename::text as text from pg_tables where schemaname = 'public'",
    };
    let mut dumped = BTreeMap::new();
    for table in texts(&database, tables).await.into_iter().filter(|t| !OWN.contains(&t.as_str())) {
        let rows = rows(&database, &table).await;
        dumped.insert(table, rows);
    }
    database.close().await.unwrap();
    dumped
}

/// Fails when the database is damaged. PostgreSQL answers for itself.
pub async fn assert_sound(url: &str) {
    let database = Database::connect(url).await.unwrap();
    if database.get_database_backend() == DbBackend::Sqlite {
        let found = "select integrity_check as text from pragma_integrity_check";
        assert_eq!(texts(&database, found).await, ["ok"]);
        let dangling = "select \"table\" as text from pragma_foreign_key_check";
        assert_eq!(texts(&database, dangling).await, Vec::<String>::new());
    }
    database.close().await.unwrap();
}

async fn rows(database: &DatabaseConnection, table: &str) -> Vec<String> {
    let is_sqlite = database.get_database_backend() == DbBackend::Sqlite;
    let columns = if is_sqlite {
        format!("select name as text from pragma_table_info('{table}')")
    } else {
        format!(
            "select column_name::text as text from information_schema.columns \
             where table_schema = 'public' and table_name = '{table}' order by ordinal_position"
        )
    };
    let serial = serial(table);
    // The name of a state is random.
    let own_column = if table.starts_with("catalogue_") { "state" } else { "" };
    let columns = texts(database, &columns).await;
    let columns: Vec<String> = columns
        .iter()
        .filter(|column| Some(column.as_str()) != serial && column.as_str() != own_column)
        .map(|column| match (column.as_str(), is_sqlite) {
            // It contains the name of the state.
            ("name_hashes_of", _) => {
                format!("'{column} ' || coalesce(replace({column}, state, 'this state'), 'NULL')")
            }
            (_, true) => format!("'{column} ' || quote(\"{column}\")"),
            (_, false) => {
                format!("'{column} ' || coalesce(quote_literal(\"{column}\"::text), 'NULL')")
            }
        })
        .collect();
    let order = serial.unwrap_or("text");
    let row = columns.join(" || ' ' || ");
    texts(database, &format!("select {row} as text from \"{table}\" order by {order}")).await
}

/// The column that the database counts up: its order counts, its numbers do not, for PostgreSQL
/// leaves out those of a transaction that failed.
fn serial(table: &str) -> Option<&'static str> {
    match table {
        "history" => Some("seq"),
        "register_readings" | "audit_entries" | "delivery_attempts" => Some("id"),
        _ => None,
    }
}

async fn texts(database: &DatabaseConnection, query: &str) -> Vec<String> {
    let query = Statement::from_string(database.get_database_backend(), query);
    let rows = database.query_all_raw(query).await.unwrap();
    rows.iter().map(|row| row.try_get("", "text").unwrap()).collect()
}
