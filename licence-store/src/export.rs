//! Whole datasets as a file (specification 4.2).
//!
//! One read transaction holds the count and the rows. The database hands over raw values; what
//! they mean and how they are written are the rules of `licence-core`. A reader takes chunks at
//! its own pace through a bounded channel: a slow one holds a connection of the exports' own, and
//! neither a writer nor one that answers the API.
//!
//! Sixteen exports run at once, three for one account, and one more waits. Each opens a connection
//! and closes it. SQLite returns a page of rows as one JSON text, because a row at a time costs ten
//! times as much in wake-ups across threads. PostgreSQL returns its binary `COPY`. The server ends
//! an export whose reader takes nothing for 30 seconds; the store by itself waits an hour.

mod chunk_writer;
mod chunks;
mod connection;
mod decode_row;
mod limits;
mod postgres;
mod produce;
mod raw;
mod source;
mod sqlite;
mod turns;

pub use chunks::ExportChunks;
pub use limits::ExportLimits;

use licence_core::account::AccountId;
use licence_core::export::{ExportMeta, ExportRequest};
use licence_core::time::Timestamp;

use crate::Store;
use crate::error::StoreError;
pub(crate) use connection::Exports;
use produce::Production;
use turns::Turn;

/// An export that has begun: how much it is, and its bytes as they come.
pub struct Export {
    /// How many rows, neither the header row nor the first line of JSON counted.
    pub row_count: u64,
    /// How old the rows may be: of the registers the filter concerns, the newest read of the one
    /// read longest ago. `None` when none of them was read yet.
    pub read_at: Option<Timestamp>,
    /// When it was asked for; the day of the file's name.
    pub generated_at: Timestamp,
    /// The file. The rows are asked of the database when the first chunk is, and no longer once
    /// this is dropped.
    pub chunks: ExportChunks,
}

impl Store {
    /// Exports a dataset: one row a licence, legal entity or domain under a licence, in the order
    /// of their ids, all of them of one state of the database.
    ///
    /// A database in memory has one connection for everything: there the file is complete when
    /// this answers, and lies in memory.
    ///
    /// # Errors
    /// [`StoreError::ExportsBusy`] when as many exports as there may be at once are running and
    /// none ends in time; whatever the database says. What fails later is an error of the chunks.
    pub async fn export(
        &self,
        request: &ExportRequest,
        now: Timestamp,
    ) -> Result<Export, StoreError> {
        self.export_at(self.exports.turn(None).await?, request, now).await
    }

    /// Exports a dataset for an account, which has few turns at once.
    ///
    /// # Errors
    /// As [`Store::export`], and [`StoreError::AccountExportsBusy`].
    pub async fn export_for(
        &self,
        account: AccountId,
        request: &ExportRequest,
        now: Timestamp,
    ) -> Result<Export, StoreError> {
        self.export_at(self.exports.turn(Some(account)).await?, request, now).await
    }

    async fn export_at(
        &self,
        turn: Turn,
        request: &ExportRequest,
        now: Timestamp,
    ) -> Result<Export, StoreError> {
        let mut connection = self.exports.connect(turn, &self.databases).await?;
        let row_count = connection.count(&source::count(request)).await?;
        let reads = connection.reads().await?;
        let filter = &request.filter;
        let read_at = reads.oldest_of_newest_reads(|code| filter.concerns(code));
        let meta = ExportMeta {
            dataset: request.dataset,
            generated_at: now,
            read_at,
            row_count,
            filters: filter,
            columns: request.dataset,
        };
        let production = Production::new(request.clone(), &meta, reads);
        let chunks = production.run(connection, self.exports.limits()).await;
        Ok(Export { row_count, read_at, generated_at: now, chunks })
    }
}
