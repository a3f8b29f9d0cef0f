//! The freshness of registers, and the events of its changes (specification 4.5 and 6.1).

mod depths;
mod readings;

use std::collections::HashMap;
use std::sync::Arc;

use licence_core::coverage::{CoverageReport, CoverageStatus, DomainCoverage, RegisterFreshness};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::{ConnectionTrait, EntityTrait, Set};
use serde::Serialize;

use crate::Store;
use crate::boxed;
use crate::bulk::overwrite;
use crate::catalogue::CatalogueState;
use crate::entity::coverage_state;
use crate::error::StoreError;
use crate::registers::{RegisterReads, write_events};
use crate::rows::Row;
pub(crate) use depths::HeldDepths;
use depths::depths;

/// The result of a run of the coverage job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoverageRun {
    /// The instant whose freshness it announced.
    pub at: Timestamp,
    /// The registers that became older than their target.
    pub degraded: Vec<JurisdictionCode>,
    /// The registers that became fresh again.
    pub restored: Vec<JurisdictionCode>,
}

impl Store {
    /// Returns the freshness of every register, in the order of the specification.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let registers = store.freshness(now).await?;
    /// assert!(registers.iter().all(|register| register.fresh == Some(true)));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn freshness(&self, now: Timestamp) -> Result<Vec<RegisterFreshness>, StoreError> {
        let reads = RegisterReads::load(&self.databases.reader).await?;
        Ok(reads.freshness(now))
    }

    /// Returns how fresh and how deep the service is (specification 4.5).
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::coverage::CoverageStatus;
    ///
    /// assert_eq!(store.coverage(now).await?.status, CoverageStatus::Healthy);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn coverage(&self, now: Timestamp) -> Result<CoverageReport, StoreError> {
        // One count at a time: a caller that waited finds the result. None waits with a connection.
        let mut held = self.depths.lock().await;
        let transaction = self.databases.begin_read().await?;
        let reads = RegisterReads::load(&transaction).await?;
        let version = CatalogueState::load(&transaction).await?.version;
        let depths = match held.as_ref().filter(|held| held.version == version) {
            Some(held) => Arc::clone(&held.depths),
            None => {
                let depths = Arc::new(depths(&transaction).await?);
                *held = Some(HeldDepths { version, depths: Arc::clone(&depths) });
                depths
            }
        };
        drop(held);
        transaction.commit().await?;
        let registers = reads.freshness(now).into_iter().map(|freshness| {
            let depth = depths.get(&freshness.jurisdiction_code).copied().unwrap_or_default();
            (
                freshness,
                depth.licences,
                DomainCoverage::new(depth.with_domain, depth.consumer_facing),
            )
        });
        Ok(CoverageReport::new(registers, now))
    }

    /// Announces at `now` the `coverage.degraded` and `coverage.restored` of `at`, each edge once.
    /// The last announcement is kept with the events, in one transaction. A register never read
    /// announces nothing.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let run = store.announce_coverage(now, now).await?;
    /// assert!(run.degraded.is_empty());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was announced.
    #[boxed]
    pub async fn announce_coverage(
        &self,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<CoverageRun, StoreError> {
        let mut run = CoverageRun { at, degraded: Vec::new(), restored: Vec::new() };
        let transaction = self.databases.begin_register_write().await?;
        let announced = announced(&transaction).await?;
        let reads = RegisterReads::load(&transaction).await?;
        let (mut events, mut states) = (Vec::new(), Vec::new());
        for freshness in reads.freshness(at) {
            let code = freshness.jurisdiction_code;
            let edge = freshness.change_event(announced.get(&code).copied(), at);
            let (Some(event), Some(status)) = (edge, freshness.coverage()) else { continue };
            match status {
                CoverageStatus::Degraded => run.degraded.push(code),
                CoverageStatus::Healthy => run.restored.push(code),
            }
            events.push(event);
            states.push(coverage_state::ActiveModel {
                jurisdiction_code: Set(code.to_string()),
                status: Set(status.to_string()),
                changed_at: Set(at.epoch_millis()),
            });
        }
        overwrite(&transaction, states.into_iter(), &["jurisdiction_code"]).await?;
        let due = write_events(&transaction, events, &self.entropy, now).await?;
        transaction.commit().await?;
        self.webhooks.wake_all(due, &self.databases.reader).await;
        Ok(run)
    }
}

async fn announced(
    connection: &impl ConnectionTrait,
) -> Result<HashMap<JurisdictionCode, CoverageStatus>, StoreError> {
    let state = |row: coverage_state::Model| {
        let cell = Row { table: "coverage_states", id: &row.jurisdiction_code };
        Ok((cell.parse(&row.jurisdiction_code)?, cell.parse(&row.status)?))
    };
    coverage_state::Entity::find().all(connection).await?.into_iter().map(state).collect()
}
