//! Applying register readings: all of one or nothing of it (decisions 2).

mod held;
mod write;

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::time::Timestamp;
use licence_core::transition::{self, ApplyRules, Changes, OperatorDirectory};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use serde::Serialize;

use crate::Store;
use crate::entity::register_reading;
use crate::error::StoreError;
use crate::rows::Row;

/// What applying a reading did (decisions 1, `registers apply --json`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingApplied {
    /// Whose register.
    pub jurisdiction: JurisdictionCode,
    /// When it was read.
    pub read_at: Timestamp,
    /// The SHA-256 of the bytes read, in lowercase hex.
    pub snapshot_sha256: String,
    /// False when these bytes were applied last and mean nothing new: only the times of the read
    /// moved.
    pub applied: bool,
    /// Licences seen for the first time.
    pub created: usize,
    /// Licences held before whose data changed.
    pub changed: usize,
    /// Licences listed as they were held.
    pub unchanged: usize,
    /// Licences listed before that this reading lacks.
    pub missing: usize,
    /// Domains that became delisted.
    pub delisted: usize,
    /// Regulatory actions added.
    pub actions_added: usize,
    /// Events written.
    pub events: usize,
}

impl Store {
    /// Applies a reading in one transaction and answers from it afterwards.
    ///
    /// Operators are resolved across jurisdictions, new ones get slugs and, where the regulator
    /// publishes no number, licences their own reference. The order of the rows does not matter.
    ///
    /// # Errors
    /// [`StoreError::Refused`] for a reading that must not be applied, and whatever the database
    /// says; in both cases nothing was changed.
    pub async fn apply_reading(
        &self,
        reading: &RegisterReading,
        snapshot_sha256: &str,
        rules: &ApplyRules,
        now: Timestamp,
    ) -> Result<ReadingApplied, StoreError> {
        let transaction = self.databases.begin_write().await?;
        let newest = newest_reading(&transaction, reading.jurisdiction).await?;
        let is_same =
            newest.as_ref().is_some_and(|newest| newest.snapshot_sha256 == snapshot_sha256);
        let held = held::register(&transaction, reading.jurisdiction, newest.as_ref()).await?;
        let mut directory = OperatorDirectory::new(held::operators(&transaction).await?);
        let mut new_id = || self.entropy.uuid();
        let changes = transition::apply(reading, held, &mut directory, rules, now, &mut new_id)?;
        let applied = summary(reading, snapshot_sha256, &changes, is_same);
        write::changes(&transaction, changes, reading.read_at).await?;
        record(&transaction, reading, snapshot_sha256, now).await?;
        write::raise_catalogue_version(&transaction).await?;
        transaction.commit().await?;
        self.refresh_catalogue().await?;
        Ok(applied)
    }
}

fn summary(
    reading: &RegisterReading,
    snapshot_sha256: &str,
    changes: &Changes,
    is_same_snapshot: bool,
) -> ReadingApplied {
    let changes_nothing = changes.changed_licences.is_empty() && changes.changed_domains.is_empty();
    let absent = changes.changed_licences.iter().filter(|r| r.licence.not_listed_since.is_some());
    let lacking = absent.count();
    let with_changed_domains: std::collections::HashSet<_> = changes
        .changed_domains
        .iter()
        .chain(&changes.new_domains)
        .map(|record| record.domain.license_id)
        .collect();
    let changed_by_domain =
        changes.unchanged_licences.iter().filter(|id| with_changed_domains.contains(*id)).count();
    ReadingApplied {
        jurisdiction: reading.jurisdiction,
        read_at: reading.read_at,
        snapshot_sha256: snapshot_sha256.to_owned(),
        applied: !(is_same_snapshot && changes_nothing),
        created: changes.new_licences.len(),
        changed: changes.changed_licences.len() - lacking + changed_by_domain,
        unchanged: changes.unchanged_licences.len() - changed_by_domain,
        missing: changes.missing,
        delisted: changes.delisted,
        actions_added: 0,
        events: 0,
    }
}

async fn newest_reading(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<Option<register_reading::Model>, StoreError> {
    Ok(register_reading::Entity::find()
        .filter(register_reading::Column::JurisdictionCode.eq(code.as_str()))
        .order_by_desc(register_reading::Column::ReadAt)
        .order_by_desc(register_reading::Column::Id)
        .one(connection)
        .await?)
}

async fn record(
    connection: &impl ConnectionTrait,
    reading: &RegisterReading,
    snapshot_sha256: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = register_reading::ActiveModel {
        jurisdiction_code: Set(reading.jurisdiction.to_string()),
        read_at: Set(reading.read_at.epoch_millis()),
        snapshot_sha256: Set(snapshot_sha256.to_owned()),
        complete: Set(reading.complete),
        source_url: Set(reading.source_url.clone()),
        source_kind: Set(reading.source_kind.to_string()),
        licence_count: Set(i64::try_from(reading.licences.len()).unwrap_or(i64::MAX)),
        applied_at: Set(now.epoch_millis()),
        ..Default::default()
    };
    register_reading::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// When each register was last read.
pub(crate) async fn last_successful_scrapes(
    connection: &impl ConnectionTrait,
) -> Result<HashMap<JurisdictionCode, Timestamp>, StoreError> {
    let newest: Vec<(String, i64)> = register_reading::Entity::find()
        .select_only()
        .column(register_reading::Column::JurisdictionCode)
        .column_as(register_reading::Column::ReadAt.max(), "read_at")
        .group_by(register_reading::Column::JurisdictionCode)
        .into_tuple()
        .all(connection)
        .await?;
    let parsed = |(code, read_at): (String, i64)| {
        let cell = Row { table: "register_readings", id: &code };
        Ok((cell.parse(&code)?, cell.time(read_at)?))
    };
    newest.into_iter().map(parsed).collect()
}
