//! PostgreSQL: `COPY … TO STDOUT` in its binary form, in which no value is escaped.

use std::borrow::Cow;
use std::fmt::Write;
use std::future::poll_fn;

use bytes::Buf;
use futures_core::Stream;
use licence_core::export::ExportRequest;
use sea_orm::DbBackend;
use sea_orm::sqlx::postgres::PgConnection;

use super::chunk_writer::ChunkWriter;
use super::chunks::ExportEnd;
use super::source::{self, Source, Value};
use crate::catalogue::table_pages::with_json_functions;
use crate::error::StoreError;
use crate::raw_row::Raw;

/// Writes all rows.
pub(super) async fn read(
    link: &mut PgConnection,
    request: &ExportRequest,
    chunk_writer: &mut ChunkWriter,
) -> Result<(), ExportEnd> {
    let kinds = source::dataset_source(request.dataset).values;
    let mut messages = link.copy_out_raw(&copy_sql(request)).await?;
    let mut is_first = true;
    while let Some(message) = poll_fn(|it| Stream::poll_next(messages.as_mut(), it)).await {
        let message = message?;
        let mut rest: &[u8] = &message;
        if is_first {
            skip_header(&mut rest).ok_or_else(|| broken(chunk_writer))?;
            is_first = false;
        }
        while !rest.is_empty() {
            match tuple(&mut rest, kinds).ok_or_else(|| broken(chunk_writer))? {
                Some(values) => chunk_writer.row(&values).await?,
                None => rest = &[],
            }
        }
    }
    Ok(())
}

fn broken(chunk_writer: &ChunkWriter) -> StoreError {
    StoreError::corrupt(
        chunk_writer.table(),
        "unknown",
        "the server's COPY is not in its binary form",
    )
}

/// Skips the header before the first row: a signature, flags, and an extension of any length.
fn skip_header(rest: &mut &[u8]) -> Option<()> {
    const SIGNATURE: &[u8; 11] = b"PGCOPY\n\xff\r\n\0";
    *rest = rest.strip_prefix(SIGNATURE)?;
    let _flags = rest.try_get_u32().ok()?;
    let extension = usize::try_from(rest.try_get_u32().ok()?).ok()?;
    *rest = rest.get(extension..)?;
    Some(())
}

/// Returns the next row; the inner `None` marks the end.
fn tuple<'m>(rest: &mut &'m [u8], kinds: &[Value]) -> Option<Option<Vec<Raw<'m>>>> {
    let count = rest.try_get_i16().ok()?;
    if count == -1 {
        return Some(None);
    }
    let is_whole = usize::try_from(count) == Ok(kinds.len());
    let values: Option<_> = kinds.iter().map(|kind| value(rest, *kind)).collect();
    values.filter(|_| is_whole).map(Some)
}

fn value<'m>(rest: &mut &'m [u8], kind: Value) -> Option<Raw<'m>> {
    let length = rest.try_get_i32().ok()?;
    if length == -1 {
        return Some(Raw::Null);
    }
    let (value, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = after;
    Some(match kind.is_number {
        true => Raw::Number(i64::from_be_bytes(value.try_into().ok()?)),
        false => Raw::Text(Cow::Borrowed(str::from_utf8(value).ok()?)),
    })
}

/// Returns the `COPY` statement of an export, in the order of the ids.
fn copy_sql(request: &ExportRequest) -> String {
    let Source { table, alias, joined, values } = source::dataset_source(request.dataset);
    let values: Vec<&str> = values.iter().map(|value| value.sql).collect();
    let mut sql = format!("copy (select {} from {table} {alias}", values.join(", "));
    // Writing to a String cannot fail.
    for (table, alias, on) in *joined {
        let _ = write!(sql, " join {table} {alias} on {on}");
    }
    if let Some(condition) = source::condition(request.dataset, &request.filter) {
        let _ = write!(sql, " where {condition}");
    }
    let _ = write!(sql, " order by {alias}.id) to stdout (format binary)");
    with_json_functions(DbBackend::Postgres, &sql)
}
