//! Whole datasets as a file (specification 4.2).
//!
//! One read transaction covers the count and the rows. The database returns raw values; the rules
//! of `licence-core` say what they mean and how they are written. A reader takes chunks at its own
//! pace through a bounded channel. A slow reader blocks a connection of its export, but no writer
//! and no request of the API.
//!
//! Sixteen exports run at once, three for one account; others wait 5 seconds for a slot. Each
//! export opens a connection and closes it. SQLite returns a page of rows as one JSON text, because
//! a row at a time costs ten times as much in wake-ups across threads. PostgreSQL returns its
//! binary `COPY`. The server ends an export whose reader takes nothing for 30 seconds; the store
//! waits an hour.

mod chunk_writer;
mod chunks;
mod connection;
mod decode_row;
mod postgres;
mod produce;
mod source;
mod sqlite;
mod turns;

pub use chunks::ExportChunks;
pub use turns::ExportLimits;

use licence_core::account::AccountId;
use licence_core::export::{ExportMeta, ExportRequest, columns};
use licence_core::time::Timestamp;

use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use connection::ExportConnection;
pub(crate) use turns::ExportTurns;
use turns::Turn;

/// An export that has begun: its size, and its bytes as they come.
pub struct Export {
    /// The number of rows, without the header row of CSV or the first line of JSON.
    pub row_count: u64,
    /// The age of the oldest data: the oldest among the newest reads of the registers that the
    /// filter admits. `None` if none of them was read yet.
    pub read_at: Option<Timestamp>,
    /// When the export was requested; the day in the file's name.
    pub generated_at: Timestamp,
    /// The file. The query begins with the first chunk, and ends when this is dropped.
    pub chunks: ExportChunks,
}

impl Store {
    /// Exports a dataset: one row for each licence, legal entity or domain under a licence, in the
    /// order of their ids, all of one state of the database.
    ///
    /// A database in memory has one connection. Its export is complete when this returns, and lies
    /// in memory.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::export::{Dataset, ExportFilter, ExportFormat, ExportRequest};
    ///
    /// let request = ExportRequest {
    ///     dataset: Dataset::Licences,
    ///     format: ExportFormat::Csv,
    ///     filter: ExportFilter::default(),
    /// };
    /// let mut export = store.export(&request, now).await?;
    /// let first = export.chunks.next().await.expect("the header row")?;
    /// assert!(export.row_count > 0 && !first.is_empty());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError::ExportsBusy`] when the most exports at once are running and none ends in time;
    /// another [`StoreError`] when the database fails. Later failures are errors of the chunks.
    #[boxed]
    pub async fn export(
        &self,
        request: &ExportRequest,
        now: Timestamp,
    ) -> Result<Export, StoreError> {
        self.export_at(self.exports.next(None).await?, request, now).await
    }

    /// Exports a dataset for an account, which may run few exports at once.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # use licence_store::core::export::{Dataset, ExportFilter, ExportFormat, ExportRequest};
    /// # let filter = ExportFilter::default();
    /// let (dataset, format) = (Dataset::Domains, ExportFormat::Json);
    /// let request = ExportRequest { dataset, format, filter };
    /// let export = store.export_for(account, &request, now).await?;
    /// assert_eq!(export.generated_at, now);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// As [`Store::export`], and [`StoreError::AccountExportsBusy`].
    #[boxed]
    pub async fn export_for(
        &self,
        account: AccountId,
        request: &ExportRequest,
        now: Timestamp,
    ) -> Result<Export, StoreError> {
        self.export_at(self.exports.next(Some(account)).await?, request, now).await
    }

    async fn export_at(
        &self,
        turn: Turn,
        request: &ExportRequest,
        now: Timestamp,
    ) -> Result<Export, StoreError> {
        let mut connection = ExportConnection::open(turn, &self.databases).await?;
        let row_count = connection.count(&source::count(request)).await?;
        let reads = connection.reads().await?;
        let filter = &request.filter;
        let read_at = reads.oldest_of_last_reads(|code| filter.concerns(code));
        let meta = ExportMeta {
            dataset: request.dataset,
            generated_at: now,
            read_at,
            row_count,
            filters: filter,
            columns: columns(request.dataset),
        };
        let timeout = self.exports.limits.reader;
        let chunks = produce::start(connection, request.clone(), &meta, reads, timeout).await;
        Ok(Export { row_count, read_at, generated_at: now, chunks })
    }
}
