//! The applied readings of a register, for the picture of its coverage.

use std::collections::HashMap;

use licence_core::coverage::AppliedReading;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Select};

use crate::Store;
use crate::boxed;
use crate::entity::register_reading;
use crate::error::StoreError;
use crate::rows::Row;

impl Store {
    /// Returns the applied readings of every register that were read at `since` or later, the oldest
    /// first.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn all_readings(
        &self,
        since: Timestamp,
    ) -> Result<HashMap<JurisdictionCode, Vec<AppliedReading>>, StoreError> {
        let rows = readings_since(since).all(&self.databases.reader).await?;
        let mut readings: HashMap<_, Vec<_>> = HashMap::new();
        for row in rows {
            let cell = Row { table: "register_readings", id: &row.jurisdiction_code };
            let code: JurisdictionCode = cell.parse(&row.jurisdiction_code)?;
            readings.entry(code).or_default().push(decode_reading(row)?);
        }
        Ok(readings)
    }

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
    #[boxed]
    pub async fn readings(
        &self,
        code: JurisdictionCode,
        since: Timestamp,
    ) -> Result<Vec<AppliedReading>, StoreError> {
        let of_register = register_reading::Column::JurisdictionCode.eq(code.as_str());
        let rows = readings_since(since).filter(of_register).all(&self.databases.reader).await?;
        rows.into_iter().map(decode_reading).collect()
    }

    /// Returns the applied readings of a register that were read at an instant, in the order in which
    /// they were applied: a register read in parts has several.
    pub(crate) async fn readings_at(
        &self,
        code: JurisdictionCode,
        read_at: Timestamp,
    ) -> Result<Vec<AppliedReading>, StoreError> {
        let rows = register_reading::Entity::find()
            .filter(register_reading::Column::JurisdictionCode.eq(code.as_str()))
            .filter(register_reading::Column::ReadAt.eq(read_at.epoch_millis()))
            .order_by_asc(register_reading::Column::Id)
            .all(&self.databases.reader)
            .await?;
        rows.into_iter().map(decode_reading).collect()
    }
}

fn readings_since(since: Timestamp) -> Select<register_reading::Entity> {
    register_reading::Entity::find()
        .filter(register_reading::Column::ReadAt.gte(since.epoch_millis()))
        .order_by_asc(register_reading::Column::ReadAt)
        .order_by_asc(register_reading::Column::Id)
}

fn decode_reading(row: register_reading::Model) -> Result<AppliedReading, StoreError> {
    let cell = Row { table: "register_readings", id: &row.jurisdiction_code };
    Ok(AppliedReading {
        read_at: cell.time(row.read_at)?,
        applied_at: cell.time(row.applied_at)?,
        complete: row.complete,
        licence_count: u64::try_from(row.licence_count).unwrap_or(0),
        snapshot_sha256: row.snapshot_sha256,
    })
}
