//! From the rows of the database to the chunks of the file.

use bytes::Bytes;
use licence_core::export::{Dataset, ExportMeta, ExportRequest, RowWriter};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::chunks::{CHUNK_BYTES, CHUNKS_WAITING, Ended, ExportChunks, Outlet, channel};
use super::connection::{ExportConnection, Link};
use super::raw::Raw;
use super::{ExportLimits, postgres, shown, source, sqlite};
use crate::error::StoreError;
use crate::registers::RegisterReads;

/// An export about to be made.
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

    /// Makes the chunks as they are asked for; over a connection that others wait for, at once.
    pub(super) async fn run(
        self,
        connection: ExportConnection,
        limits: ExportLimits,
    ) -> ExportChunks {
        if connection.is_shared() {
            let (outlet, chunks) = channel(Semaphore::MAX_PERMITS, limits.reader);
            let (outlet, outcome) = self.all(connection, outlet).await;
            outlet.end(outcome);
            return chunks;
        }
        let (mut outlet, chunks) = channel(CHUNKS_WAITING, limits.reader);
        // Rows become text on a thread of their own: on those that answer requests, each chunk
        // would hold up whatever waits behind it.
        let runtime = Handle::current();
        tokio::task::spawn_blocking(move || {
            runtime.block_on(async move {
                let without_reader = outlet.without_reader();
                if let Err(ended) = outlet.asked().await {
                    return outlet.end(Err(ended));
                }
                tokio::select! {
                    (outlet, outcome) = self.all(connection, outlet) => outlet.end(outcome),
                    () = without_reader => {}
                }
            })
        });
        chunks
    }

    async fn all(
        self,
        mut connection: ExportConnection,
        outlet: Outlet,
    ) -> (Outlet, Result<(), Ended>) {
        let Self { request, writer, reads, first_line } = self;
        let dataset = request.dataset;
        let mut writing = Writing { dataset, writer, reads, buffer: first_line, outlet };
        let outcome = match &mut connection.link {
            Link::Memory(link) => sqlite::read(link, &request, &mut writing).await,
            Link::Sqlite(link) => sqlite::read(link, &request, &mut writing).await,
            Link::Postgres(link) => postgres::read(link, &request, &mut writing).await,
        };
        let outcome = match outcome {
            Ok(()) => writing.rest(connection).await,
            Err(ended) => Err(ended),
        };
        (writing.outlet, outcome)
    }
}

/// Rows on their way into chunks.
pub(super) struct Writing {
    dataset: Dataset,
    writer: RowWriter,
    reads: RegisterReads,
    buffer: Vec<u8>,
    outlet: Outlet,
}

impl Writing {
    /// The table that the rows are of.
    pub(super) fn table(&self) -> &'static str {
        source::of(self.dataset).table
    }

    /// Writes a row, and hands a chunk over when it is full.
    pub(super) async fn row(&mut self, values: &[Raw<'_>]) -> Result<(), Ended> {
        self.write(values)?;
        if self.buffer.len() >= CHUNK_BYTES {
            self.flush().await?;
        }
        Ok(())
    }

    fn write(&mut self, values: &[Raw<'_>]) -> Result<(), StoreError> {
        let (writer, out, reads) = (self.writer, &mut self.buffer, &self.reads);
        match self.dataset {
            Dataset::Licences => writer.row(out, &shown::licence(values, reads)?.cells()),
            Dataset::Operators => writer.row(out, &shown::operator(values, reads)?.cells()),
            Dataset::Domains => writer.row(out, &shown::domain(values, reads)?.cells()),
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), Ended> {
        // A row fits in behind the limit without growing it.
        let next = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 16);
        let chunk = std::mem::replace(&mut self.buffer, next);
        self.outlet.send(Bytes::from(chunk)).await
    }

    /// Frees the connection, then hands over what is left: a reader may take its time for it.
    async fn rest(&mut self, connection: ExportConnection) -> Result<(), Ended> {
        connection.close().await?;
        match self.buffer.is_empty() {
            true => Ok(()),
            false => self.flush().await,
        }
    }
}
