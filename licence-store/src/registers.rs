//! Applies register readings, each as a whole or not at all (decisions 2).

mod compare;
mod load;
mod newest;
mod operator_names;
mod operators;
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
use licence_core::time::Timestamp;
use licence_core::transition::{self, ApplyRules, Refusal};
use licence_core::webhook::WebhookId;
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, IntoActiveModel, NotSet, Set};

use crate::Store;
use crate::boxed;
use crate::bulk::insert_new;
use crate::entity::register_reading;
use crate::error::StoreError;
use crate::fail_point;
use crate::register_runs::Lease;
use crate::rows::Row;
use compare::{ChangedRegister, Comparison, ReadingComparison, SettledComparison};
pub(crate) use newest::newest_reading;
use newest::{record, settled_reading};
pub(crate) use operators::load_operators_by_id;
pub(crate) use reads::RegisterReads;
pub(crate) use write::{events as write_events, last_event};

impl Store {
    /// Applies a reading in one transaction, and answers from it afterwards.
    ///
    /// Operators are resolved across jurisdictions. New operators get slugs; licences get a
    /// reference of ours where the regulator publishes no number. The same transaction writes every
    /// change with its snapshot to the history, and the events that follow. The order of the rows
    /// does not matter.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::transition::ApplyRules;
    /// use licence_store::sample_readings;
    ///
    /// # let later = "2026-11-02T06:00:00Z".parse()?;
    /// let rules = ApplyRules::default();
    /// let (reading, snapshot) = sample_readings(later)?.remove(0);
    /// let summary = store.apply_reading(&reading, &snapshot, &rules, later).await?;
    /// assert_eq!((summary.created, summary.changed), (0, 0), "the sample was read before");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Refused`] for a reading that must not be applied, another [`StoreError`] when
    /// the database fails; then nothing was changed.
    #[boxed]
    pub async fn apply_reading(
        &self,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
    ) -> Result<ReadingSummary, StoreError> {
        self.apply_leased(reading, snapshot, rules, now, None).await
    }

    /// Applies a reading, if this process still holds the lease under which it was read. Records a
    /// forced reading that is refused in the audit log.
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
        // An unchanged reading is recorded without `transition::apply`, which refuses it too.
        transition::refuse_ahead(reading, now)?;
        let content = reading.content_sha256();
        let (content, entropy) = (content.as_deref(), &self.entropy);
        let comparison = ReadingComparison { reading, snapshot, content, rules, now, entropy };
        let (transaction, compared) = self.begin_write_compared(lease, &comparison).await?;
        let (applied, due, operators) = match compared {
            Comparison::Unchanged(unchanged) => {
                let (code, read_at) = (reading.jurisdiction, reading.read_at);
                let sha256 = snapshot.sha256();
                let seen = unchanged.record_read(&transaction, code, read_at, sha256).await?;
                (seen, BTreeSet::new(), BTreeSet::new())
            }
            Comparison::Changed(mut changed) => {
                let operators = std::mem::take(&mut changed.changes.affected_operators);
                let (applied, due) = self.write(&transaction, reading, *changed, now).await?;
                (applied, due, operators)
            }
        };
        record(&transaction, reading, snapshot, content.map(str::to_owned), now).await?;
        if rules.force {
            let act = force_act(reading, snapshot)
                .with("created", applied.created)
                .with("changed", applied.changed)
                .with("missing", applied.missing)
                .with("delisted", applied.delisted);
            self.record_done(&transaction, act, now).await?;
        }
        write::raise_catalogue_version(&transaction, &operators).await?;
        fail_point::before_write();
        transaction.commit().await?;
        // A receiver that asks back about an event gets an answer that knows of it.
        self.refresh_after_write().await;
        self.webhooks.wake_all(due, &self.databases.reader).await;
        Ok(applied)
    }

    /// Returns whether the newest reading of a register is of this snapshot and no licence is in
    /// its grace period. An unchanged register then changes nothing.
    pub(crate) async fn is_settled(
        &self,
        code: JurisdictionCode,
        snapshot_sha256: &str,
    ) -> Result<bool, StoreError> {
        let settled = settled_reading(&self.databases.reader, code, snapshot_sha256).await?;
        Ok(settled.is_some())
    }

    /// Records that the source of a snapshot was unchanged at an instant. Returns `None` when
    /// another reading was applied meanwhile, or a licence is in its grace period.
    pub(crate) async fn confirm_newest(
        &self,
        code: JurisdictionCode,
        snapshot_sha256: &str,
        read_at: Timestamp,
        lease: &Lease,
    ) -> Result<Option<ReadingSummary>, StoreError> {
        let comparison = SettledComparison { code, snapshot_sha256 };
        let (transaction, settled) = self.begin_write_compared(Some(lease), &comparison).await?;
        let Some(unchanged) = settled else { return Ok(None) };
        if read_at.epoch_millis() < unchanged.newest.read_at {
            let row = Row { table: "register_readings", id: code.as_str() };
            let newest = row.time(unchanged.newest.read_at)?;
            return Err(Refusal::Older { code, read_at, newest }.into());
        }
        let applied = unchanged.record_read(&transaction, code, read_at, snapshot_sha256).await?;
        let row = register_reading::ActiveModel {
            read_at: Set(read_at.epoch_millis()),
            applied_at: Set(read_at.epoch_millis()),
            id: NotSet,
            ..unchanged.newest.into_active_model().reset_all()
        };
        fail_point::before_write();
        register_reading::Entity::insert(row).exec_without_returning(&transaction).await?;
        write::raise_catalogue_version(&transaction, &BTreeSet::new()).await?;
        transaction.commit().await?;
        self.refresh_after_write().await;
        Ok(Some(applied))
    }

    /// Returns what applying a reading would change, and changes nothing (`--dry-run`).
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::transition::ApplyRules;
    /// use licence_store::sample_readings;
    ///
    /// # let later = "2026-11-02T06:00:00Z".parse()?;
    /// let rules = ApplyRules::default();
    /// let (reading, snapshot) = sample_readings(later)?.remove(0);
    /// let preview = store.preview_reading(&reading, &snapshot, &rules, later).await?;
    /// assert!(preview.changes.is_empty());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// As [`Store::apply_reading`].
    #[boxed]
    pub async fn preview_reading(
        &self,
        reading: &RegisterReading,
        snapshot: &Snapshot,
        rules: &ApplyRules,
        now: Timestamp,
    ) -> Result<ReadingPreview, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let newest = newest_reading(&transaction, reading.jurisdiction).await?;
        let (content, entropy) = (None, &self.entropy);
        let comparison = ReadingComparison { reading, snapshot, content, rules, now, entropy };
        let changes = comparison.changes(&transaction).await?;
        transaction.commit().await?;
        let summary = summary::summarize(reading, snapshot, &changes, newest.as_ref());
        Ok(ReadingPreview::new(summary, changes))
    }

    /// Returns the bytes that a history entry was read from, by its `snapshot_sha256`; `None` when
    /// no entry was read from such bytes. The bytes of several files follow one another in the
    /// order of their names.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// # let licences = store.operator_licences(&slug, false).await?.expect("it is in the sample");
    /// # let id = licences.licenses[0].licence.id;
    /// # let history = store.history(id).await?.expect("it is in the sample");
    /// let sha256 = history.history[0].snapshot_sha256.as_deref().expect("it was read");
    /// assert!(store.snapshot(sha256).await?.is_some());
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read, or holds other bytes than were read.
    #[boxed]
    pub async fn snapshot(&self, sha256: &str) -> Result<Option<Vec<u8>>, StoreError> {
        snapshots::load(&self.databases.reader, sha256).await
    }

    /// Writes the changes of a reading. Returns its summary, and the endpoints for which to wake the
    /// sender after the commit.
    async fn write(
        &self,
        connection: &impl ConnectionTrait,
        reading: &RegisterReading,
        changed: ChangedRegister,
        now: Timestamp,
    ) -> Result<(ReadingSummary, BTreeSet<WebhookId>), StoreError> {
        let ChangedRegister { mut changes, summary, snapshot } = changed;
        insert_new(connection, snapshot.into_iter()).await?;
        if !reading.complete {
            let licences = changes.unchanged_licences.iter().map(|id| id.0.to_string());
            let domains = changes.unchanged_domains.iter().map(|id| id.0.to_string());
            let (licences, domains): (Vec<_>, Vec<_>) = (licences.collect(), domains.collect());
            write::touch(connection, &licences, &domains, reading.read_at).await?;
        }
        let events = std::mem::take(&mut changes.events);
        let passed_on = std::mem::take(&mut changes.passed_on);
        operator_names::renew_hashes(connection).await?;
        write::changes(connection, changes).await?;
        write::watch_both(connection, passed_on).await?;
        Ok((summary, write::events(connection, events, &self.entropy, now).await?))
    }
}

fn force_act(reading: &RegisterReading, snapshot: &Snapshot) -> Act {
    Act::new(Action::ReadingForce, reading.jurisdiction)
        .with("read_at", reading.read_at.to_string())
        .with("snapshot_sha256", snapshot.sha256())
        .with("licences", reading.licences.len())
}
