//! Reads whole tables in pages. The database makes one text of a page, because each row that a driver
//! hands over costs many times its own reading. Exports read in the same way.

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
    let corrupt = |error: serde_json::Error| StoreError::corrupt(rows.table, "unknown", error);
    let mut after = String::new();
    loop {
        let query = Statement::from_sql_and_values(backend, &sql, [after.as_str().into()]);
        let page = connection.query_one_raw(query).await?;
        let Some(page) = page else { return Ok(()) };
        let Some(last) = page.try_get_by_index::<Option<String>>(0)? else { return Ok(()) };
        for line in page.try_get_by_index::<String>(1)?.lines() {
            let values: Vec<Raw<'_>> = serde_json::from_str(line).map_err(corrupt)?;
            each(&values)?;
        }
        after = last;
    }
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
