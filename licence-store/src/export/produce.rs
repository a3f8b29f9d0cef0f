//! Turns rows of the database into chunks of the file.

use std::time::Duration;

use licence_core::export::{ExportMeta, ExportRequest};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::chunk_writer::ChunkWriter;
use super::chunks::{CHUNKS_WAITING, ExportChunks, ExportEnd, channel};
use super::connection::{ExportConnection, Link};
use super::{postgres, sqlite};
use crate::registers::RegisterReads;

/// Starts an export and returns its chunks. On a shared connection all chunks are made at once.
pub(super) async fn start(
    connection: ExportConnection,
    request: ExportRequest,
    meta: &ExportMeta<'_>,
    reads: RegisterReads,
    reader_timeout: Duration,
) -> ExportChunks {
    let is_shared = connection.is_shared();
    let waiting = if is_shared { Semaphore::MAX_PERMITS } else { CHUNKS_WAITING };
    let (sender, chunks) = channel(waiting, reader_timeout);
    let mut writer = ChunkWriter::new(&request, meta, reads, sender);
    if is_shared {
        let outcome = write_rows(connection, &request, &mut writer).await;
        writer.sender.end(outcome);
        return chunks;
    }
    // Rows become text on a thread of their own, because each chunk would delay the requests that
    // share its thread.
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        runtime.block_on(async move {
            let without_reader = writer.sender.without_reader();
            if let Err(ended) = writer.sender.wait_for_reader().await {
                return writer.sender.end(Err(ended));
            }
            tokio::select! {
                outcome = write_rows(connection, &request, &mut writer) => {
                    writer.sender.end(outcome);
                }
                () = without_reader => {}
            }
        })
    });
    chunks
}

async fn write_rows(
    mut connection: ExportConnection,
    request: &ExportRequest,
    writer: &mut ChunkWriter,
) -> Result<(), ExportEnd> {
    match &mut connection.link {
        Link::Memory(link) => sqlite::read(link, request, writer).await?,
        Link::Sqlite(link) => sqlite::read(link, request, writer).await?,
        Link::Postgres(link) => postgres::read(link, request, writer).await?,
    }
    writer.finish(connection).await
}
