//! Turns rows of the database into chunks of the file.

use licence_core::export::{ExportMeta, ExportRequest, RowWriter};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::chunk_writer::ChunkWriter;
use super::chunks::{CHUNKS_WAITING, ChunkSender, ExportChunks, ExportEnd, channel};
use super::connection::{ExportConnection, Link};
use super::{ExportLimits, postgres, sqlite};
use crate::registers::RegisterReads;

/// An export that is ready to run.
pub(super) struct Production {
    request: ExportRequest,
    writer: RowWriter,
    reads: RegisterReads,
    first_line: Vec<u8>,
}

impl Production {
    pub(super) fn new(request: ExportRequest, meta: &ExportMeta<'_>, reads: RegisterReads) -> Self {
        let writer = RowWriter::new(request.dataset, request.format);
        let mut first_line = Vec::new();
        writer.first_line(&mut first_line, meta);
        Self { request, writer, reads, first_line }
    }

    /// Starts the export and returns its chunks. On a shared connection all chunks are made at
    /// once.
    pub(super) async fn run(
        self,
        connection: ExportConnection,
        limits: ExportLimits,
    ) -> ExportChunks {
        if connection.is_shared() {
            let (sender, chunks) = channel(Semaphore::MAX_PERMITS, limits.reader);
            let (sender, outcome) = self.all(connection, sender).await;
            sender.end(outcome);
            return chunks;
        }
        let (mut sender, chunks) = channel(CHUNKS_WAITING, limits.reader);
        // Rows become text on a thread of their own, because each chunk would delay the requests
        // that share its thread.
        let runtime = Handle::current();
        tokio::task::spawn_blocking(move || {
            runtime.block_on(async move {
                let without_reader = sender.without_reader();
                if let Err(ended) = sender.wait_for_reader().await {
                    return sender.end(Err(ended));
                }
                tokio::select! {
                    (sender, outcome) = self.all(connection, sender) => sender.end(outcome),
                    () = without_reader => {}
                }
            })
        });
        chunks
    }

    async fn all(
        self,
        mut connection: ExportConnection,
        sender: ChunkSender,
    ) -> (ChunkSender, Result<(), ExportEnd>) {
        let Self { request, writer, reads, first_line } = self;
        let mut chunk_writer = ChunkWriter::new(request.dataset, writer, reads, first_line, sender);
        let outcome = match &mut connection.link {
            Link::Memory(link) => sqlite::read(link, &request, &mut chunk_writer).await,
            Link::Sqlite(link) => sqlite::read(link, &request, &mut chunk_writer).await,
            Link::Postgres(link) => postgres::read(link, &request, &mut chunk_writer).await,
        };
        let outcome = match outcome {
            Ok(()) => chunk_writer.finish(connection).await,
            Err(ended) => Err(ended),
        };
        (chunk_writer.into_sender(), outcome)
    }
}
