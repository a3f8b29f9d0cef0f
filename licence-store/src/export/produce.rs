//! Turns rows of the database into chunks of the file.

use std::time::Duration;

use licence_core::export::{ExportMeta, ExportRequest};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::chunk_writer::ChunkWriter;
use super::chunks::{CHUNKS_WAITING, ExportChunks, channel};
use super::connection::{ExportConnection, Link};
use super::{postgres, sqlite};
use crate::registers::RegisterReads;

/// Starts an export and returns its chunks. On a shared connection all chunks are made at once.
pub(super) async fn produce(
    connection: ExportConnection,
    request: ExportRequest,
    meta: &ExportMeta<'_>,
    reads: RegisterReads,
    reader_timeout: Duration,
) -> ExportChunks {
    let is_shared = connection.is_shared();
    let waiting = if is_shared { Semaphore::MAX_PERMITS } else { CHUNKS_WAITING };
    let (sender, chunks) = channel(waiting, reader_timeout);
    let chunk_writer = ChunkWriter::new(&request, meta, reads, sender);
    if is_shared {
        write_all(connection, &request, chunk_writer).await;
        return chunks;
    }
    // Rows become text on a thread of their own, because each chunk would delay the requests that
    // share its thread.
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        runtime.block_on(async move {
            let without_reader = chunk_writer.without_reader();
            tokio::select! {
                () = write_all(connection, &request, chunk_writer) => {}
                () = without_reader => {}
            }
        })
    });
    chunks
}

async fn write_all(
    mut connection: ExportConnection,
    request: &ExportRequest,
    mut chunk_writer: ChunkWriter,
) {
    let written = match &mut connection.link {
        Link::Memory(link) => sqlite::read(link, request, &mut chunk_writer).await,
        Link::Sqlite(link) => sqlite::read(link, request, &mut chunk_writer).await,
        Link::Postgres(link) => postgres::read(link, request, &mut chunk_writer).await,
    };
    let outcome = match written {
        Ok(()) => chunk_writer.finish(connection).await,
        Err(ended) => Err(ended),
    };
    chunk_writer.end(outcome);
}
