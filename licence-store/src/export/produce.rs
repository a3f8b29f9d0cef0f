//! Turns rows of the database into chunks of the file.

use bytes::Bytes;
use licence_core::export::{Dataset, ExportMeta, ExportRequest, RowWriter};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::chunks::{CHUNK_BYTES, CHUNKS_WAITING, ChunkSender, ExportChunks, ExportEnd, channel};
use super::connection::{ExportConnection, Link};
use super::raw::Raw;
use super::{ExportLimits, decode_row, postgres, source, sqlite};
use crate::error::StoreError;
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

    /// Starts the export and returns its chunks. On a shared connection all chunks are made at once.
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
        // Rows become text on a thread of their own: on those that answer requests, each chunk
        // would hold up whatever waits behind it.
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
        let dataset = request.dataset;
        let mut chunk_writer = ChunkWriter { dataset, writer, reads, buffer: first_line, sender };
        let outcome = match &mut connection.link {
            Link::Memory(link) => sqlite::read(link, &request, &mut chunk_writer).await,
            Link::Sqlite(link) => sqlite::read(link, &request, &mut chunk_writer).await,
            Link::Postgres(link) => postgres::read(link, &request, &mut chunk_writer).await,
        };
        let outcome = match outcome {
            Ok(()) => chunk_writer.rest(connection).await,
            Err(ended) => Err(ended),
        };
        (chunk_writer.sender, outcome)
    }
}

/// Writes rows into chunks.
pub(super) struct ChunkWriter {
    dataset: Dataset,
    writer: RowWriter,
    reads: RegisterReads,
    buffer: Vec<u8>,
    sender: ChunkSender,
}

impl ChunkWriter {
    /// Returns the table of the rows.
    pub(super) fn table(&self) -> &'static str {
        source::of_dataset(self.dataset).table
    }

    /// Writes a row, and sends the chunk when it is full.
    pub(super) async fn row(&mut self, values: &[Raw<'_>]) -> Result<(), ExportEnd> {
        self.write(values)?;
        if self.buffer.len() >= CHUNK_BYTES {
            self.flush().await?;
        }
        Ok(())
    }

    fn write(&mut self, values: &[Raw<'_>]) -> Result<(), StoreError> {
        let (writer, out, reads) = (self.writer, &mut self.buffer, &self.reads);
        match self.dataset {
            Dataset::Licences => {
                writer.row(out, &decode_row::decode_licence(values, reads)?.cells())
            }
            Dataset::Operators => {
                writer.row(out, &decode_row::decode_operator(values, reads)?.cells())
            }
            Dataset::Domains => writer.row(out, &decode_row::decode_domain(values, reads)?.cells()),
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), ExportEnd> {
        // A row fits in behind the limit without growing it.
        let next = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 16);
        let chunk = std::mem::replace(&mut self.buffer, next);
        self.sender.send(Bytes::from(chunk)).await
    }

    /// Closes the connection, then sends the last chunk: a slow reader must not hold a connection.
    async fn rest(&mut self, connection: ExportConnection) -> Result<(), ExportEnd> {
        connection.close().await?;
        match self.buffer.is_empty() {
            true => Ok(()),
            false => self.flush().await,
        }
    }
}
