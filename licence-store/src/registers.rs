//! Applying register readings: all of one or nothing of it (decisions 2).

pub(crate) mod load;
mod reads;
mod snapshots;
mod summary;
mod write;

pub use summary::{PreviewedChange, ReadingPreview, ReadingSummary};

use std::collections::BTreeSet;

use licence_core::audit::{Act, Action};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use licence_core::transition::{self, ApplyRules, Changes, OperatorDirectory, Refusal};
use licence_core::webhook::WebhookId;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, NotSet,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use crate::Store;
use crate::entity::{licence, register_reading, regulatory_action};
use crate::error::StoreError;
use crate::fail_point;
use crate::register_runs::Lease;
use crate::rows::Row;
pub(crate) use reads::RegisterReads;
pub(crate) use write::{events as write_events, last_event};

impl Store {
    /// Applies a reading in one transaction and answers from it afterwards.
    ///
    /// Operators are resolved across jurisdictions, new ones get slugs and, where the regulator
    /// publishes no number, licences their own reference. Every change goes into the history with
    /// its snapshot, and what is to be announced into the events, in the same transaction. The
    /// order of the rows does not matter.
    ///
    /// # Errors
    /// [`StoreError::Refused`] for a reading that must not be applied, and whatever the database
    /// says; in both cases nothing was changed.
    pub async fn apply_reading(
        &self,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
    ) -> Result<ReadingSummary, StoreError> {
        self.apply_leased(reading, snapshot, rules, now, None).await
    }

    /// Applies a reading, if the lease under which it was read is still held. One that is refused
    /// although it was forced is on record in the audit log.
    pub(crate) async fn apply_leased(
        &self,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
        lease: Option<&Lease>,
    ) -> Result<ReadingSummary, StoreError> {
        let applied = self.apply_or_refuse(reading, snapshot, rules, now, lease).await;
        if let Err(StoreError::Refused(refusal)) = &applied
            && rules.force
        {
            self.record_refused(force_act(reading, snapshot), refusal, now).await;
        }
        applied
    }

    async fn apply_or_refuse(
        &self,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
        lease: Option<&Lease>,
    ) -> Result<ReadingSummary, StoreError> {
        let content = reading.content_sha256();
        let transaction = self.databases.begin_write().await?;
        if let Some(lease) = lease {
            lease.require(&transaction).await?;
        }
        let newest = newest_reading(&transaction, reading.jurisdiction).await?;
        let (applied, due) = match &newest {
            Some(newest)
                if is_unchanged_reading(&transaction, reading, content.as_deref(), newest)
                    .await? =>
            {
                let (code, sha256) = (reading.jurisdiction, snapshot.sha256());
                let seen =
                    record_unchanged_read(&transaction, code, reading.read_at, sha256, newest)
                        .await?;
                (seen, BTreeSet::new())
            }
            _ => {
                let changes = self.changes(&transaction, reading, snapshot, rules, now).await?;
                let applied = summary::summarize(reading, snapshot, &changes, newest.as_ref());
                (applied, self.write(&transaction, reading, snapshot, changes, now).await?)
            }
        };
        record(&transaction, reading, snapshot, content, now).await?;
        if rules.force {
            let act = force_act(reading, snapshot)
                .with("created", applied.created)
                .with("changed", applied.changed)
                .with("missing", applied.missing)
                .with("delisted", applied.delisted);
            self.record_done(&transaction, act, now).await?;
        }
        write::raise_catalogue_version(&transaction).await?;
        fail_point::before_write();
        transaction.commit().await?;
        self.webhooks.wake(due);
        self.refresh_held_catalogue().await?;
        Ok(applied)
    }

    /// Whether the newest reading of a register is that of this snapshot and nothing waits for its
    /// time to pass: then a register found unchanged needs no second look.
    pub(crate) async fn is_settled(
        &self,
        code: JurisdictionCode,
        snapshot_sha256: &str,
    ) -> Result<bool, StoreError> {
        let settled = settled_reading(&self.databases.reader, code, snapshot_sha256).await?;
        Ok(settled.is_some())
    }

    /// Counts the reading of a snapshot as read again at an instant, because its source was found
    /// unchanged; `None` when another reading was applied meanwhile, or time changes something.
    pub(crate) async fn confirm_newest(
        &self,
        code: JurisdictionCode,
        snapshot_sha256: &str,
        read_at: Timestamp,
        lease: &Lease,
    ) -> Result<Option<ReadingSummary>, StoreError> {
        let transaction = self.databases.begin_write().await?;
        lease.require(&transaction).await?;
        let settled = settled_reading(&transaction, code, snapshot_sha256).await?;
        let Some(newest) = settled else { return Ok(None) };
        if read_at.epoch_millis() < newest.read_at {
            let newest =
                Row { table: "register_readings", id: code.as_str() }.time(newest.read_at)?;
            return Err(Refusal::Older { code, read_at, newest }.into());
        }
        let applied =
            record_unchanged_read(&transaction, code, read_at, snapshot_sha256, &newest).await?;
        let row = register_reading::ActiveModel {
            read_at: Set(read_at.epoch_millis()),
            applied_at: Set(read_at.epoch_millis()),
            id: NotSet,
            ..newest.into_active_model().reset_all()
        };
        fail_point::before_write();
        register_reading::Entity::insert(row).exec_without_returning(&transaction).await?;
        write::raise_catalogue_version(&transaction).await?;
        transaction.commit().await?;
        self.refresh_held_catalogue().await?;
        Ok(Some(applied))
    }

    /// What applying a reading would change, without changing it (`--dry-run`).
    ///
    /// # Errors
    /// As [`Store::apply_reading`].
    pub async fn preview_reading(
        &self,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
    ) -> Result<ReadingPreview, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let newest = newest_reading(&transaction, reading.jurisdiction).await?;
        let changes = self.changes(&transaction, reading, snapshot, rules, now).await?;
        transaction.commit().await?;
        let applied = summary::summarize(reading, snapshot, &changes, newest.as_ref());
        Ok(ReadingPreview::new(applied, changes))
    }

    /// Returns the bytes that a history entry was read from, by its `snapshot_sha256`; `None` when no
    /// entry was read from such bytes. The bytes of several files follow one another in the order of
    /// their names.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read, or holds other bytes than were read.
    pub async fn snapshot(&self, sha256: &str) -> Result<Option<Vec<u8>>, StoreError> {
        snapshots::load(&self.databases.reader, sha256).await
    }

    async fn changes(
        &self,
        connection: &impl ConnectionTrait,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
    ) -> Result<Changes, StoreError> {
        let held = load::load_register(connection, reading.jurisdiction).await?;
        let mut directory = OperatorDirectory::new(load::load_operators(connection).await?);
        let mut new_id = || self.entropy.uuid();
        let sha256 = snapshot.sha256();
        Ok(transition::apply(reading, sha256, held, &mut directory, rules, now, &mut new_id)?)
    }

    async fn write(
        &self,
        connection: &impl ConnectionTrait,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        mut changes: Changes,
        now: Timestamp,
    ) -> Result<BTreeSet<WebhookId>, StoreError> {
        if !changes.history.is_empty() || !changes.new_actions.is_empty() {
            snapshots::store(connection, reading, snapshot).await?;
        }
        if !reading.complete {
            let licences = changes.unchanged_licences.iter().map(|id| id.0.to_string());
            let domains = changes.unchanged_domains.iter().map(|id| id.0.to_string());
            let (licences, domains): (Vec<_>, Vec<_>) = (licences.collect(), domains.collect());
            write::touch(connection, &licences, &domains, reading.read_at).await?;
        }
        let events = std::mem::take(&mut changes.events);
        write::changes(connection, changes).await?;
        write::events(connection, events, &self.entropy, now).await
    }
}

/// Returns the audit act of a reading that is applied by force.
fn force_act(reading: &RegisterReading, snapshot: &Snapshot) -> Act {
    Act::new(Action::ReadingForce, reading.jurisdiction)
        .with("read_at", reading.read_at.to_string())
        .with("snapshot_sha256", snapshot.sha256())
        .with("licences", reading.licences.len())
}

/// Records a reading that equals the newest one: only the times of the read change.
async fn record_unchanged_read(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    read_at: Timestamp,
    snapshot_sha256: &str,
    newest: &register_reading::Model,
) -> Result<ReadingSummary, StoreError> {
    let seen_at = regulatory_action::Column::LastVerifiedAt;
    fail_point::before_write();
    regulatory_action::Entity::update_many()
        .col_expr(seen_at, Expr::value(read_at.epoch_millis()))
        .filter(regulatory_action::Column::JurisdictionCode.eq(code.as_str()))
        .filter(seen_at.eq(newest.read_at))
        .exec(connection)
        .await?;
    let listed = licence::Entity::find()
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .filter(licence::Column::NotListedSince.is_null())
        .count(connection)
        .await?;
    Ok(ReadingSummary {
        applied: newest.snapshot_sha256 != snapshot_sha256,
        unchanged: usize::try_from(listed).unwrap_or(usize::MAX),
        ..ReadingSummary::new(code, read_at, snapshot_sha256)
    })
}

/// Returns whether a complete reading equals the newest applied one and no licence is in its grace
/// period.
async fn is_unchanged_reading(
    connection: &impl ConnectionTrait,
    reading: &RegisterReading,
    content: Option<&str>,
    newest: &register_reading::Model,
) -> Result<bool, StoreError> {
    let is_same = reading.complete
        && newest.complete
        && content.is_some()
        && newest.content_sha256.as_deref() == content
        && newest.read_at <= reading.read_at.epoch_millis();
    Ok(is_same && !has_licence_in_grace(connection, reading.jurisdiction).await?)
}

/// Returns the newest reading of a register if it is complete, has that snapshot, and no licence is
/// in its grace period.
async fn settled_reading(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    snapshot_sha256: &str,
) -> Result<Option<register_reading::Model>, StoreError> {
    let is_it =
        |row: &register_reading::Model| row.complete && row.snapshot_sha256 == snapshot_sha256;
    let newest = newest_reading(connection, code).await?.filter(is_it);
    Ok(if has_licence_in_grace(connection, code).await? { None } else { newest })
}

/// Returns whether a missing licence of the register is in its grace period.
async fn has_licence_in_grace(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<bool, StoreError> {
    let in_grace = licence::Entity::find()
        .select_only()
        .column(licence::Column::Id)
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .filter(licence::Column::NotListedSince.is_not_null())
        .filter(licence::Column::Status.ne(LicenceStatus::NotInRegister.as_str()))
        .into_tuple::<String>()
        .one(connection)
        .await?;
    Ok(in_grace.is_some())
}

/// Returns the newest applied reading of a register.
pub(crate) async fn newest_reading(
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
    snapshot: &Snapshot,
    content_sha256: Option<String>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = register_reading::ActiveModel {
        jurisdiction_code: Set(reading.jurisdiction.to_string()),
        read_at: Set(reading.read_at.epoch_millis()),
        snapshot_sha256: Set(snapshot.sha256().to_owned()),
        complete: Set(reading.complete),
        source_url: Set(reading.source_url.clone()),
        source_kind: Set(reading.source_kind.to_string()),
        licence_count: Set(i64::try_from(reading.licences.len()).unwrap_or(i64::MAX)),
        applied_at: Set(now.epoch_millis()),
        content_sha256: Set(content_sha256),
        ..Default::default()
    };
    fail_point::before_write();
    register_reading::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}
