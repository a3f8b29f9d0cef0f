//! Reads whole tables in pages. The database makes one text of a page, because each row that a driver
//! hands over costs many times its own reading. Exports read in the same way.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::error::StoreError;
use crate::raw_row::Raw;

/// The rows of a page: some hundred kilobytes of text.
const PAGE_ROWS: usize = 1_000;

/// The rows of a table that has an `id`.
pub(crate) struct TableRows {
    pub(crate) table: &'static str,
    /// Which rows.
    pub(crate) condition: &'static str,
    /// The values of a row `p`, its id first. `{list}` makes a JSON list of an expression for all rows
    /// that follow, and `{text}` text of it.
    pub(crate) values: &'static [&'static str],
}

/// Passes on the values of all rows, in the order of their ids.
pub(crate) async fn each_row(
    connection: &impl ConnectionTrait,
    rows: &TableRows,
    mut each: impl FnMut(&[Raw<'_>]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let backend = connection.get_database_backend();
    let sql = rows.page_sql(backend);
    let page_after = |last: &str| Statement::from_sql_and_values(backend, &sql, [last.into()]);
    let mut page = connection.query_one_raw(page_after("")).await?;
    while let Some(row) = page {
        let Some(last) = row.try_get_by_index::<Option<String>>(0)? else { break };
        // The database makes the next page while this one is read.
        let mut next = pin!(connection.query_one_raw(page_after(&last)));
        let next_page = begin(next.as_mut()).await;
        rows.each_line(&row.try_get_by_index::<String>(1)?, &mut each)?;
        page = match next_page {
            Some(page) => page?,
            None => next.await?,
        };
    }
    Ok(())
}

/// Passes on the values of the rows whose `column` is one of some ids, all in one page.
pub(crate) async fn each_row_of(
    connection: &impl ConnectionTrait,
    rows: &TableRows,
    column: &str,
    ids: &[String],
    mut each: impl FnMut(&[Raw<'_>]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let backend = connection.get_database_backend();
    let ids = serde_json::to_string(ids).unwrap_or_default();
    let sql = rows.selection_sql(backend, column);
    let selected = Statement::from_sql_and_values(backend, &sql, [ids.into()]);
    let Some(row) = connection.query_one_raw(selected).await? else { return Ok(()) };
    let lines: Option<String> = row.try_get_by_index(1)?;
    lines.map_or(Ok(()), |lines| rows.each_line(&lines, &mut each))
}

/// Begins the work of a future, and returns its value if that is there at once.
async fn begin<T>(mut future: Pin<&mut impl Future<Output = T>>) -> Option<T> {
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

impl TableRows {
    /// Passes on the values of each line.
    fn each_line(
        &self,
        lines: &str,
        each: &mut impl FnMut(&[Raw<'_>]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let corrupt = |error: serde_json::Error| StoreError::corrupt(self.table, "unknown", error);
        for line in lines.lines() {
            let values: Vec<Raw<'_>> = serde_json::from_str(line).map_err(corrupt)?;
            each(&values)?;
        }
        Ok(())
    }

    /// Returns the query of the page behind an id.
    fn page_sql(&self, backend: DbBackend) -> String {
        self.sql(backend, &format!("id > $1 and {} order by id limit {PAGE_ROWS}", self.condition))
    }

    /// Returns the query of the rows whose column is one of the ids in a JSON list.
    fn selection_sql(&self, backend: DbBackend, column: &str) -> String {
        let ids = match backend {
            DbBackend::Sqlite => "select value from json_each($1)",
            _ => "select json_array_elements_text(cast($1 as json))",
        };
        self.sql(backend, &format!("{column} in ({ids}) and {}", self.condition))
    }

    /// Returns the query of some rows: their last id, and a JSON list in each line. JSON text
    /// contains no line break.
    fn sql(&self, backend: DbBackend, which: &str) -> String {
        let (lines, row, list, text) = match backend {
            DbBackend::Sqlite => ("group_concat", "json_array", "json_group_array", " || ''"),
            _ => ("string_agg", "json_build_array", "json_agg", "::text"),
        };
        let (line_end, row_text) = match backend {
            DbBackend::Sqlite => ("char(10)", ""),
            _ => ("chr(10)", "::text"),
        };
        let Self { table, values, .. } = self;
        let values = values.join(", ").replace("{list}", list).replace("{text}", text);
        format!(
            "select max(p.id), {lines}({row}({values}){row_text}, {line_end}) from \
             (select * from {table} where {which}) p"
        )
    }
}
