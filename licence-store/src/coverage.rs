//! Freshness of the registers, and the announcement of its edges (specification 4.5 and 6.1).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use licence_core::coverage::{
    CoverageReport, CoverageStatus, DomainCoverage, RegisterFreshness, is_consumer_facing,
};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Set};
use serde::Serialize;

use crate::Store;
use crate::bulk::overwrite;
use crate::catalogue;
use crate::entity::{coverage_state, domain, licence};
use crate::error::StoreError;
use crate::registers::{RegisterReads, write_events};
use crate::rows::Row;

/// What a run of the coverage job announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CoverageRun {
    /// The instant it judged.
    pub at: Timestamp,
    /// The registers that went past their target.
    pub degraded: Vec<JurisdictionCode>,
    /// The registers that came back.
    pub restored: Vec<JurisdictionCode>,
}

impl Store {
    /// The freshness of every register, in the order of the specification.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn freshness(&self, now: Timestamp) -> Result<Vec<RegisterFreshness>, StoreError> {
        let reads = RegisterReads::load(&self.databases.reader).await?;
        Ok(freshness(&reads, now))
    }

    /// How fresh and how deep the service is (specification 4.5).
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn coverage(&self, now: Timestamp) -> Result<CoverageReport, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let reads = RegisterReads::load(&transaction).await?;
        let version = catalogue::version(&transaction).await?;
        // One at a time: whoever waits finds the depths counted.
        let mut held = self.depths.lock().await;
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
        let registers = freshness(&reads, now).into_iter().map(|freshness| {
            let depth = depths.get(&freshness.jurisdiction_code).copied().unwrap_or_default();
            (
                freshness,
                depth.licences,
                DomainCoverage::new(depth.with_domain, depth.consumer_facing),
            )
        });
        Ok(CoverageReport::new(registers, now))
    }

    /// Announces at `now` the `coverage.degraded` and `coverage.restored` of `at`, each edge once: what was announced
    /// last is kept with the events, in one transaction. A register never read announces nothing.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was announced.
    pub async fn announce_coverage(
        &self,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<CoverageRun, StoreError> {
        let mut run = CoverageRun { at, degraded: Vec::new(), restored: Vec::new() };
        let transaction = self.databases.begin_write().await?;
        let announced = announced(&transaction).await?;
        let reads = RegisterReads::load(&transaction).await?;
        let (mut events, mut states) = (Vec::new(), Vec::new());
        for freshness in freshness(&reads, at) {
            let code = freshness.jurisdiction_code;
            let edge = freshness.edge(announced.get(&code).copied(), at);
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
        overwrite(&transaction, states.into_iter(), "jurisdiction_code").await?;
        let due = write_events(&transaction, events, &self.entropy, now).await?;
        transaction.commit().await?;
        self.webhooks.wake(due);
        Ok(run)
    }
}

/// What was counted at one version of the registers: it takes a walk over all licences, which no
/// caller without a key may start at will.
pub(crate) struct HeldDepths {
    version: i64,
    depths: Arc<HashMap<JurisdictionCode, Depth>>,
}

/// What is counted of one register.
#[derive(Clone, Copy, Default)]
struct Depth {
    licences: usize,
    consumer_facing: usize,
    with_domain: usize,
}

/// The operators of one register, by their ids.
#[derive(Default)]
struct Operators {
    licences: usize,
    consumer_facing: HashSet<String>,
    with_domain: HashSet<String>,
}

async fn depths(
    connection: &impl ConnectionTrait,
) -> Result<HashMap<JurisdictionCode, Depth>, StoreError> {
    let with_host: HashSet<String> = domain::Entity::find()
        .select_only()
        .column(domain::Column::LicenceId)
        .distinct()
        .filter(domain::Column::Host.is_not_null())
        .into_tuple()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    let columns = [
        licence::Column::Id,
        licence::Column::OperatorId,
        licence::Column::JurisdictionCode,
        licence::Column::LicenseNumber,
        licence::Column::LicenseTypes,
    ];
    let rows: Vec<(String, String, String, String, String)> =
        licence::Entity::find().select_only().columns(columns).into_tuple().all(connection).await?;
    let mut depths: HashMap<JurisdictionCode, Operators> = HashMap::new();
    for (id, operator, code, number, types) in rows {
        let cell = Row { table: "licences", id: &id };
        let code: JurisdictionCode = cell.parse(&code)?;
        let depth = depths.entry(code).or_default();
        depth.licences += 1;
        if is_consumer_facing(code, &number, &cell.json::<Vec<String>>(&types)?) {
            if with_host.contains(&id) {
                depth.with_domain.insert(operator.clone());
            }
            depth.consumer_facing.insert(operator);
        }
    }
    let counts = |operators: Operators| Depth {
        licences: operators.licences,
        consumer_facing: operators.consumer_facing.len(),
        with_domain: operators.with_domain.len(),
    };
    Ok(depths.into_iter().map(|(code, operators)| (code, counts(operators))).collect())
}

pub(crate) fn freshness(reads: &RegisterReads, now: Timestamp) -> Vec<RegisterFreshness> {
    let codes = JurisdictionCode::ALL.iter();
    codes.map(|code| RegisterFreshness::at(*code, reads.newest(*code), now)).collect()
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
