//! How long the oldest due delivery has waited.

use std::time::Duration;

use licence_core::time::Timestamp;

use crate::Store;
use crate::error::StoreError;

impl Store {
    /// Returns how long the oldest due delivery has waited at `now`; zero if none waits. The lag
    /// grows while no sender runs and while an endpoint hangs.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn delivery_lag(&self, now: Timestamp) -> Result<Duration, StoreError> {
        let oldest = self.due_deliveries(now).await?.oldest;
        let millis = oldest.map_or(0, |oldest| now.epoch_millis() - oldest.epoch_millis());
        Ok(Duration::from_millis(u64::try_from(millis).unwrap_or(0)))
    }
}
