//! The applied readings of a register, for the picture of its coverage.

use licence_core::coverage::AppliedReading;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::Store;
use crate::entity::register_reading;
use crate::error::StoreError;
use crate::rows::Row;

impl Store {
    /// Returns the applied readings of a register that were read at `since` or later, the oldest
    /// first. Reads that failed or were refused leave no reading.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::jurisdiction::JurisdictionCode;
    /// use licence_store::core::time::Timestamp;
    ///
    /// let readings = store.readings(JurisdictionCode::Ukgc, Timestamp::EPOCH).await?;
    /// assert!(readings.iter().all(|reading| reading.snapshot_sha256.len() == 64));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn readings(
        &self,
        code: JurisdictionCode,
        since: Timestamp,
    ) -> Result<Vec<AppliedReading>, StoreError> {
        let rows = register_reading::Entity::find()
            .filter(register_reading::Column::JurisdictionCode.eq(code.as_str()))
            .filter(register_reading::Column::ReadAt.gte(since.epoch_millis()))
            .order_by_asc(register_reading::Column::ReadAt)
            .order_by_asc(register_reading::Column::Id)
            .all(&self.databases.reader)
            .await?;
        let reading = |row: register_reading::Model| {
            let cell = Row { table: "register_readings", id: code.as_str() };
            Ok(AppliedReading {
                read_at: cell.time(row.read_at)?,
                applied_at: cell.time(row.applied_at)?,
                complete: row.complete,
                licence_count: u64::try_from(row.licence_count).unwrap_or(0),
                snapshot_sha256: row.snapshot_sha256,
            })
        };
        rows.into_iter().map(reading).collect()
    }
}
