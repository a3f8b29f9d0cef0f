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
    let corrupt = |error: serde_json::Error| StoreError::corrupt(rows.table, "unknown", error);
    let mut page = connection.query_one_raw(page_after("")).await?;
    while let Some(row) = page {
        let Some(last) = row.try_get_by_index::<Option<String>>(0)? else { break };
        // The database makes the next page while this one is read.
        let mut next = pin!(connection.query_one_raw(page_after(&last)));
        let next_page = begin(next.as_mut()).await;
        for line in row.try_get_by_index::<String>(1)?.lines() {
            let values: Vec<Raw<'_>> = serde_json::from_str(line).map_err(corrupt)?;
            each(&values)?;
        }
        page = match next_page {
            Some(page) => page?,
            None => next.await?,
        };
    }
    Ok(())
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
    /// Returns the query of the page behind an id: the last id of the page, and a JSON list in each
    /// line. JSON text contains no line break.
    fn page_sql(&self, backend: DbBackend) -> String {
        let (lines, row, list, text) = match backend {
            DbBackend::Sqlite => ("group_concat", "json_array", "json_group_array", " || ''"),
            _ => ("string_agg", "json_build_array", "json_agg", "::text"),
        };
        let (line_end, row_text) = match backend {
            DbBackend::Sqlite => ("char(10)", ""),
            _ => ("chr(10)", "::text"),
        };
        let Self { table, condition, values } = self;
        let values = values.join(", ").replace("{list}", list).replace("{text}", text);
        format!(
            "select max(p.id), {lines}({row}({values}){row_text}, {line_end}) from \
             (select * from {table} where id > $1 and {condition} order by id limit {PAGE_ROWS}) p"
        )
    }
}
