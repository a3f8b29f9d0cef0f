//! Writes rows as text into chunks of the file.

use bytes::Bytes;
use licence_core::export::{Dataset, ExportMeta, ExportRequest, RowWriter};

use super::chunks::{CHUNK_BYTES, ChunkSender, ExportEnd};
use super::connection::ExportConnection;
use super::{decode_row, source};
use crate::error::StoreError;
use crate::raw_row::Raw;
use crate::registers::RegisterReads;

pub(super) struct ChunkWriter {
    dataset: Dataset,
    writer: RowWriter,
    reads: RegisterReads,
    buffer: Vec<u8>,
    pub(super) sender: ChunkSender,
}

impl ChunkWriter {
    /// Returns a writer that begins with the first line of the file.
    pub(super) fn new(
        request: &ExportRequest,
        meta: &ExportMeta<'_>,
        reads: RegisterReads,
        sender: ChunkSender,
    ) -> Self {
        let writer = RowWriter::new(request.dataset, request.format);
        let mut buffer = Vec::new();
        writer.first_line(&mut buffer, meta);
        Self { dataset: request.dataset, writer, reads, buffer, sender }
    }

    pub(super) fn table(&self) -> &'static str {
        source::dataset_source(self.dataset).table
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
        // A row fits in after the limit without growing it.
        let next = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 16);
        let chunk = std::mem::replace(&mut self.buffer, next);
        self.sender.send(Bytes::from(chunk)).await
    }

    /// Closes the connection, then sends the last chunk: a slow reader must not hold a connection.
    pub(super) async fn finish(&mut self, connection: ExportConnection) -> Result<(), ExportEnd> {
        connection.close().await?;
        match self.buffer.is_empty() {
            true => Ok(()),
            false => self.flush().await,
        }
    }
}
