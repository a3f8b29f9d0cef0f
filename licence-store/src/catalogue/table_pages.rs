//! Reads whole tables in pages. The database makes one text of a page, because each row that a driver
//! hands over costs many times its own reading. Exports read in the same way.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;

use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Iden, Iterable, Statement};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::StoreError;
use crate::raw_row::Raw;

/// The rows of a page that have no lists: some hundred kilobytes of text.
pub(crate) const PAGE_ROWS: usize = 1_000;

/// The rows of a table that are read in the order of a key, which an index has.
pub(crate) struct TableRows<'t> {
    pub(crate) table: &'static str,
    /// A column of text that is different in each of the rows.
    pub(crate) key: &'t str,
    /// Which rows.
    pub(crate) condition: &'t str,
    /// The values of a row `p`. `{row}` makes a JSON list of expressions, `{list}` one of an
    /// expression for all rows that follow, and `{text}` text of either.
    pub(crate) values: &'t [&'t str],
    pub(crate) page_rows: usize,
}

/// Passes on the values of all rows, in the order of their keys.
pub(crate) async fn each_row(
    connection: &impl ConnectionTrait,
    rows: &TableRows<'_>,
    mut each: impl FnMut(&[Raw<'_>]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    each_line(connection, rows, |line| each(&rows.parse::<Vec<Raw<'_>>>(line)?)).await
}

/// Passes on the values of all rows as a tuple, in the order of their keys.
pub(crate) async fn each_tuple<T: DeserializeOwned>(
    connection: &impl ConnectionTrait,
    rows: &TableRows<'_>,
    mut each: impl FnMut(T) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    each_line(connection, rows, |line| each(rows.parse(line)?)).await
}

/// Returns the expressions of all columns of an entity, of the table with this short name, as
/// [`TableRows::values`] has them for `{row}`.
pub(crate) fn all_columns<E: EntityTrait>(table: &str) -> String {
    let columns = <E::Column as Iterable>::iter();
    let names: Vec<String> = columns.map(|it| format!("{table}.{}", it.to_string())).collect();
    names.join(", ")
}

/// Returns a query with the functions of a database in place of `{row}`, `{list}` and `{text}`
/// ([`TableRows::values`]).
pub(crate) fn with_json_functions(backend: DbBackend, sql: &str) -> String {
    let (row, list, text) = match backend {
        DbBackend::Sqlite => ("json_array", "json_group_array", " || ''"),
        _ => ("json_build_array", "json_agg", "::text"),
    };
    sql.replace("{row}", row).replace("{list}", list).replace("{text}", text)
}

async fn each_line(
    connection: &impl ConnectionTrait,
    rows: &TableRows<'_>,
    mut each: impl FnMut(&str) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let backend = connection.get_database_backend();
    let page = |sql: &str, key: &str| Statement::from_sql_and_values(backend, sql, [key.into()]);
    let (first, next) = (rows.page_sql(backend, ">="), rows.page_sql(backend, ">"));
    let mut page_read = connection.query_one_raw(page(&first, "")).await?;
    while let Some(row) = page_read {
        let Some(last) = row.try_get_by_index::<Option<String>>(0)? else { break };
        // The database makes the next page while this one is read.
        let mut next_read = pin!(connection.query_one_raw(page(&next, &last)));
        let begun = begin(next_read.as_mut()).await;
        row.try_get_by_index::<String>(1)?.lines().try_for_each(&mut each)?;
        page_read = match begun {
            Some(page) => page?,
            None => next_read.await?,
        };
    }
    Ok(())
}

/// Passes on the values of the rows whose `column` is one of some ids, all in one page.
pub(crate) async fn each_row_of(
    connection: &impl ConnectionTrait,
    rows: &TableRows<'_>,
    column: &str,
    ids: &[String],
    mut each: impl FnMut(&[Raw<'_>]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let lines = page_of(connection, rows, column, ids).await?;
    lines.lines().try_for_each(|line| each(&rows.parse::<Vec<Raw<'_>>>(line)?))
}

/// Passes on the values of the rows whose `column` is one of some ids as a tuple, all in one page.
pub(crate) async fn each_tuple_of<T: DeserializeOwned>(
    connection: &impl ConnectionTrait,
    rows: &TableRows<'_>,
    column: &str,
    ids: &[String],
    mut each: impl FnMut(T) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let lines = page_of(connection, rows, column, ids).await?;
    lines.lines().try_for_each(|line| each(rows.parse(line)?))
}

/// Returns the rows whose `column` is one of some ids, one in each line.
async fn page_of(
    connection: &impl ConnectionTrait,
    rows: &TableRows<'_>,
    column: &str,
    ids: &[String],
) -> Result<String, StoreError> {
    let backend = connection.get_database_backend();
    let ids = serde_json::to_string(ids).unwrap_or_default();
    let sql = rows.selection_sql(backend, column);
    let selected = Statement::from_sql_and_values(backend, &sql, [ids.into()]);
    let row = connection.query_one_raw(selected).await?;
    let lines = row.map(|row| row.try_get_by_index::<Option<String>>(1)).transpose()?;
    Ok(lines.flatten().unwrap_or_default())
}

/// Begins the work of a future, and returns its value if that is there at once.
async fn begin<T>(mut future: Pin<&mut impl Future<Output = T>>) -> Option<T> {
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

impl TableRows<'_> {
    /// Parses a line, or a JSON text among its values.
    pub(crate) fn parse<'l, T: Deserialize<'l>>(&self, text: &'l str) -> Result<T, StoreError> {
        serde_json::from_str(text)
            .map_err(|error| StoreError::corrupt(self.table, "unknown", error))
    }

    /// Returns the query of the page after a key, or from it on.
    fn page_sql(&self, backend: DbBackend, behind: &str) -> String {
        let Self { key, condition, page_rows, .. } = self;
        let page = format!("{key} {behind} $1 and {condition} order by {key} limit {page_rows}");
        self.sql(backend, &page)
    }

    /// Returns the query of the rows whose column is one of the ids in a JSON list.
    fn selection_sql(&self, backend: DbBackend, column: &str) -> String {
        let ids = match backend {
            DbBackend::Sqlite => "select value from json_each($1)",
            _ => "select json_array_elements_text(cast($1 as json))",
        };
        self.sql(backend, &format!("{column} in ({ids}) and {}", self.condition))
    }

    /// Returns the query of some rows: their last key, and a JSON list in each line. JSON text
    /// contains no line break.
    fn sql(&self, backend: DbBackend, which: &str) -> String {
        let lines = match backend {
            DbBackend::Sqlite => "group_concat({row}({values}), char(10))",
            _ => "string_agg({row}({values}){text}, chr(10))",
        };
        let lines = lines.replace("{values}", &self.values.join(", "));
        let lines = with_json_functions(backend, &lines);
        let Self { table, key, .. } = self;
        format!("select max(p.{key}), {lines} from (select * from {table} where {which}) p")
    }
}
