//! Many rows a statement: one row a statement costs seventeen times as much, and building the
//! statement anew for every batch half as much again.

use std::fmt::Write;

use sea_orm::sea_query::Value;
use sea_orm::{
    ActiveModelTrait, ActiveValue, ConnectionTrait, DbBackend, EntityTrait, Iden, Iterable,
    Statement,
};

use crate::error::StoreError;
use crate::fail_point;

/// Values a statement: SQLite takes 32,766, PostgreSQL 65,535; larger statements are no faster.
const VALUES_A_STATEMENT: usize = 8_000;

/// Ids that a statement names at most.
pub(crate) const IDS_A_STATEMENT: usize = 8_000;

/// What becomes of a row whose key is there already.
#[derive(Clone, Copy)]
enum Conflict {
    /// The statement fails: a row is never overwritten by accident.
    Fails,
    /// The row takes the place of the old one; the columns of the key.
    Replaces(&'static str),
    /// The old row stays.
    KeepsOld,
}

/// Inserts rows; a row that is there already is an error.
pub(crate) async fn insert<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
) -> Result<(), StoreError> {
    write(connection, rows, Conflict::Fails).await
}

/// Inserts rows; one that is there already stays as it is.
pub(crate) async fn insert_new<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
) -> Result<(), StoreError> {
    write(connection, rows, Conflict::KeepsOld).await
}

/// Writes rows over those with the same key, the column of that name.
pub(crate) async fn overwrite<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
    key: &'static str,
) -> Result<(), StoreError> {
    write(connection, rows, Conflict::Replaces(key)).await
}

async fn write<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
    conflict: Conflict,
) -> Result<(), StoreError> {
    let backend = connection.get_database_backend();
    let mut rows = rows.peekable();
    let Some(first) = rows.peek() else { return Ok(()) };
    let columns: Vec<_> = <A::Entity as EntityTrait>::Column::iter()
        .filter(|column| !matches!(first.get(*column), ActiveValue::NotSet))
        .collect();
    let rows_a_statement = VALUES_A_STATEMENT / columns.len().max(1);
    let names: Vec<String> = columns.iter().map(|column| column.to_string()).collect();
    let sql = |count| sql(backend, &A::Entity::default().to_string(), &names, count, conflict);
    let full = sql(rows_a_statement);
    while rows.peek().is_some() {
        let mut values: Vec<Value> = Vec::with_capacity(VALUES_A_STATEMENT);
        let mut count = 0;
        for mut row in rows.by_ref().take(rows_a_statement) {
            values.extend(columns.iter().filter_map(|column| row.take(*column).into_value()));
            count += 1;
        }
        let sql = if count == rows_a_statement { full.clone() } else { sql(count) };
        fail_point::before_write();
        connection.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    Ok(())
}

fn sql(
    backend: DbBackend,
    table: &str,
    columns: &[String],
    rows: usize,
    conflict: Conflict,
) -> String {
    let mut sql = format!("insert into \"{table}\" (\"{}\") values ", columns.join("\", \""));
    let mut parameter = 0;
    for row in 0..rows {
        sql.push_str(if row == 0 { "(" } else { ",(" });
        for column in 0..columns.len() {
            parameter += 1;
            let comma = if column == 0 { "" } else { "," };
            // Writing to a String cannot fail.
            let _ = match backend {
                DbBackend::Postgres => write!(sql, "{comma}${parameter}"),
                _ => write!(sql, "{comma}?"),
            };
        }
        sql.push(')');
    }
    match conflict {
        Conflict::Fails => {}
        Conflict::KeepsOld => sql.push_str(" on conflict do nothing"),
        Conflict::Replaces(key) => {
            let set = columns.iter().filter(|column| *column != key);
            let set: Vec<String> = set.map(|c| format!("\"{c}\" = excluded.\"{c}\"")).collect();
            let _ = write!(sql, " on conflict (\"{key}\") do update set {}", set.join(", "));
        }
    }
    sql
}
