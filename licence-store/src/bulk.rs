//! Writes or deletes many rows with one statement. One statement for each row costs seventeen times as
//! much, and building the statement for every batch half as much again.

use std::fmt::Write;

use sea_orm::sea_query::{IntoCondition, Value};
use sea_orm::{
    ActiveModelTrait, ActiveValue, ConnectionTrait, DbBackend, DbErr, EntityTrait, Iden, Iterable,
    QueryFilter, Statement,
};

use crate::error::StoreError;
use crate::fail_point;

/// The most values in a statement. SQLite takes 32,766 and PostgreSQL 65,535; larger statements are
/// no faster.
const VALUES_A_STATEMENT: usize = 8_000;

/// The most ids in a statement.
pub(crate) const IDS_A_STATEMENT: usize = 8_000;

/// What happens to a row whose key exists.
#[derive(Clone, Copy)]
enum Conflict {
    /// The statement fails, so that no row is overwritten by accident.
    Fails,
    /// The row replaces the old one with the same key, the first of these columns. The others stay as they
    /// are: a new value in a unique column would lock the row against references to it.
    Replaces(&'static [&'static str]),
    /// The old row stays.
    KeepsOld,
}

/// Inserts rows; a row that exists is an error.
pub(crate) async fn insert<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
) -> Result<(), StoreError> {
    write(connection, rows, Conflict::Fails).await
}

/// Inserts rows; a row that exists stays as it is.
pub(crate) async fn insert_new<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
) -> Result<(), StoreError> {
    write(connection, rows, Conflict::KeepsOld).await
}

/// Writes rows, which replace those with the same key: the first of `kept`, columns that never change.
pub(crate) async fn overwrite<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: impl Iterator<Item = A>,
    kept: &'static [&'static str],
) -> Result<(), StoreError> {
    write(connection, rows, Conflict::Replaces(kept)).await
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
    let mut next_statement = || {
        let mut values: Vec<Value> = Vec::with_capacity(VALUES_A_STATEMENT);
        let mut count = 0;
        for mut row in rows.by_ref().take(rows_a_statement) {
            values.extend(columns.iter().filter_map(|column| row.take(*column).into_value()));
            count += 1;
        }
        let sql = if count == rows_a_statement { full.clone() } else { sql(count) };
        (count > 0).then(|| Statement::from_sql_and_values(backend, sql, values))
    };
    let mut next = next_statement();
    while let Some(statement) = next {
        fail_point::before_write();
        // The next statement is made while the database works on this one.
        let (done, following) =
            tokio::join!(connection.execute_raw(statement), async { next_statement() });
        done?;
        next = following;
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
    sql.push_str(&placeholders(backend, rows, columns.len()));
    match conflict {
        Conflict::Fails => {}
        Conflict::KeepsOld => sql.push_str(" on conflict do nothing"),
        Conflict::Replaces(kept) => {
            let set = columns.iter().filter(|column| !kept.contains(&column.as_str()));
            let set: Vec<String> = set.map(|c| format!("\"{c}\" = excluded.\"{c}\"")).collect();
            // Writing to a String cannot fail.
            let _ = write!(sql, " on conflict (\"{}\") do update set {}", kept[0], set.join(", "));
        }
    }
    sql
}

/// Deletes the rows of a table that meet a condition, and returns how many these were.
pub(crate) async fn delete<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    condition: impl IntoCondition,
) -> Result<u64, DbErr> {
    Ok(E::delete_many().filter(condition).exec(connection).await?.rows_affected)
}

/// Returns the placeholders for the values of rows: `(?,?),(?,?)`, or `($1,$2),($3,$4)`.
pub(crate) fn placeholders(backend: DbBackend, rows: usize, columns: usize) -> String {
    let mut text = String::new();
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ",(" });
        for column in 0..columns {
            let comma = if column == 0 { "" } else { "," };
            // Writing to a String cannot fail.
            let _ = match backend {
                DbBackend::Postgres => write!(text, "{comma}${}", row * columns + column + 1),
                _ => write!(text, "{comma}?"),
            };
        }
        text.push(')');
    }
    text
}
