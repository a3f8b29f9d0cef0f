//! Reads an export from SQLite in few, large rows. SQLite makes one text of a page of rows, because
//! each row costs two wake-ups across threads, ten times its own cost. The next page is read while
//! this one is written.

use std::fmt::Write;
use std::sync::Arc;

use licence_core::export::ExportRequest;
use sea_orm::DbBackend;
use sea_orm::sqlx::sqlite::SqliteConnection;
use sea_orm::sqlx::{self, AssertSqlSafe};

use super::chunk_writer::ChunkWriter;
use super::chunks::ExportEnd;
use super::source::{self, Source};
use crate::catalogue::table_pages::with_json_functions;
use crate::error::StoreError;
use crate::raw_row::Raw;

/// The rows that a page reads, before the filter. A page is therefore short under any filter, and
/// an export without a reader ends soon.
const PAGE_ROWS: usize = 500;

/// The rows after an id.
struct Page {
    /// The last id that was read; `None` after the last row.
    last: Option<String>,
    /// One JSON list in each line.
    lines: Option<String>,
}

/// Writes all rows.
pub(super) async fn read(
    link: &mut SqliteConnection,
    request: &ExportRequest,
    chunk_writer: &mut ChunkWriter,
) -> Result<(), ExportEnd> {
    let sql: Arc<str> = page_sql(request).into();
    let mut page = page(link, &sql, "").await?;
    while let Some(last) = &page.last {
        let next = async { Ok(self::page(link, &sql, last).await?) };
        let written = write(chunk_writer, page.lines.as_deref().unwrap_or_default());
        (page, ()) = tokio::try_join!(next, written)?;
    }
    Ok(())
}

async fn page(link: &mut SqliteConnection, sql: &Arc<str>, after: &str) -> sqlx::Result<Page> {
    let query = sqlx::query_as(AssertSqlSafe(Arc::clone(sql))).bind(after);
    let (last, lines) = query.fetch_one(link).await?;
    Ok(Page { last, lines })
}

async fn write(chunk_writer: &mut ChunkWriter, lines: &str) -> Result<(), ExportEnd> {
    for line in lines.lines() {
        let values: Vec<Raw<'_>> = serde_json::from_str(line)
            .map_err(|error| StoreError::corrupt(chunk_writer.table(), "unknown", error))?;
        chunk_writer.row(&values).await?;
    }
    Ok(())
}

/// Returns the query of a page, in the order of the ids. JSON text contains no line break.
fn page_sql(request: &ExportRequest) -> String {
    let Source { table, alias, joined, values } = source::dataset_source(request.dataset);
    let values: Vec<&str> = values.iter().map(|value| value.sql).collect();
    let mut sql = format!(
        "select max({alias}.id), group_concat(json_array({}), char(10))",
        values.join(", ")
    );
    // Writing to a String cannot fail.
    if let Some(condition) = source::condition(request.dataset, &request.filter) {
        let _ = write!(sql, " filter (where {condition})");
    }
    let page = format!("select * from {table} where id > ? order by id limit {PAGE_ROWS}");
    let _ = write!(sql, " from ({page}) {alias}");
    for (table, alias, on) in *joined {
        // A cross join makes SQLite read the page first.
        let _ = write!(sql, " cross join {table} {alias} on {on}");
    }
    with_json_functions(DbBackend::Sqlite, &sql)
}
