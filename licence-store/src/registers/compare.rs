//! Compares a reading with what is held, before the write lock is taken: every other writer waits
//! for the lock, and a large register takes seconds.
//!
//! Under the lock, the state of the registers must be the one that was compared. The comparison is
//! made again if another reading was applied meanwhile, of any register: it may have added or
//! renamed an operator that this reading names too. Nothing but a reading changes what is compared.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use licence_core::time::Timestamp;
use licence_core::transition::{self, ApplyRules, Changes};
use sea_orm::{ConnectionTrait, DatabaseTransaction};

use super::newest::{UnchangedRegister, is_unchanged_reading, newest_reading, settled_reading};
use super::summary::{ReadingSummary, summarize};
use super::{load, operators, snapshots};
use crate::Store;
use crate::catalogue::CatalogueState;
use crate::entity::snapshot as snapshot_row;
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::register_runs::Lease;

/// How often a comparison is made without the lock before one is made under it, so that readings of
/// other registers cannot hold up a reading for ever.
const COMPARISONS_WITHOUT_LOCK: usize = 3;

/// What a reading changes.
pub(super) enum Comparison {
    /// The register is as it was read last.
    Unchanged(UnchangedRegister),
    /// The reading changes these rows.
    Changed(Box<ChangedRegister>),
}

/// The changes of a reading, ready to be written.
pub(super) struct ChangedRegister {
    pub(super) changes: Changes,
    pub(super) summary: ReadingSummary,
    /// The bytes that were read, if a history entry or an action comes from them.
    pub(super) snapshot: Option<snapshot_row::ActiveModel>,
}

/// What is compared with the state that a transaction sees.
pub(super) trait Compare: Sync {
    /// What comes of it.
    type Compared: Send;

    /// Compares with that state, and writes nothing.
    fn compare(
        &self,
        connection: &DatabaseTransaction,
    ) -> impl Future<Output = Result<Self::Compared, StoreError>> + Send;
}

impl Store {
    /// Begins a write transaction, and returns it with what a comparison with the state that it sees
    /// gives. Fails when another process took the lease.
    pub(super) async fn begin_write_compared<C: Compare>(
        &self,
        lease: Option<&Lease>,
        comparison: &C,
    ) -> Result<(DatabaseTransaction, C::Compared), StoreError> {
        for _ in 0..COMPARISONS_WITHOUT_LOCK {
            let transaction = self.databases.begin_read().await?;
            require(lease, &transaction).await?;
            let state = CatalogueState::load(&transaction).await?;
            let compared = comparison.compare(&transaction).await?;
            transaction.commit().await?;
            let transaction = self.databases.begin_patient_write().await?;
            require(lease, &transaction).await?;
            if CatalogueState::load(&transaction).await? == state {
                return Ok((transaction, compared));
            }
            transaction.rollback().await?;
        }
        let transaction = self.databases.begin_patient_write().await?;
        require(lease, &transaction).await?;
        let compared = comparison.compare(&transaction).await?;
        Ok((transaction, compared))
    }
}

async fn require(
    lease: Option<&Lease>,
    connection: &impl ConnectionTrait,
) -> Result<(), StoreError> {
    match lease {
        Some(lease) => lease.require(connection).await,
        None => Ok(()),
    }
}

/// A reading to be applied.
pub(super) struct ReadingComparison<'r> {
    pub(super) reading: &'r RegisterReading,
    pub(super) snapshot: &'r Snapshot,
    /// The hash of what the reading says.
    pub(super) content: Option<&'r str>,
    pub(super) rules: &'r ApplyRules,
    pub(super) now: Timestamp,
    pub(super) entropy: &'r Entropy,
}

impl Compare for ReadingComparison<'_> {
    type Compared = Comparison;

    async fn compare(&self, connection: &DatabaseTransaction) -> Result<Comparison, StoreError> {
        let code = self.reading.jurisdiction;
        let newest = newest_reading(connection, code).await?;
        if let Some(newest) = newest.clone()
            && is_unchanged_reading(connection, self.reading, self.content, &newest).await?
        {
            let unchanged = UnchangedRegister::load(connection, code, newest).await?;
            return Ok(Comparison::Unchanged(unchanged));
        }
        let changes = self.changes(connection).await?;
        let summary = summarize(self.reading, self.snapshot, &changes, newest.as_ref());
        let is_source = !changes.history.is_empty() || !changes.new_actions.is_empty();
        let row = || snapshots::row(self.reading, self.snapshot);
        let snapshot = is_source.then(row).transpose()?;
        Ok(Comparison::Changed(Box::new(ChangedRegister { changes, summary, snapshot })))
    }
}

impl ReadingComparison<'_> {
    /// Returns the rows that the reading changes.
    pub(super) async fn changes(
        &self,
        connection: &DatabaseTransaction,
    ) -> Result<Changes, StoreError> {
        let Self { reading, snapshot, rules, now, entropy, .. } = self;
        let held = load::load_register(connection, reading).await?;
        let mut operators = operators::load_operators(connection, reading, &held).await?;
        let mut new_id = entropy.neighbouring_uuids();
        let sha256 = snapshot.sha256();
        Ok(transition::apply(reading, sha256, held, &mut operators, rules, *now, &mut new_id)?)
    }
}

/// A register that may be as its newest reading left it.
pub(super) struct SettledComparison<'s> {
    pub(super) code: JurisdictionCode,
    pub(super) snapshot_sha256: &'s str,
}

impl Compare for SettledComparison<'_> {
    type Compared = Option<UnchangedRegister>;

    async fn compare(
        &self,
        connection: &DatabaseTransaction,
    ) -> Result<Self::Compared, StoreError> {
        match settled_reading(connection, self.code, self.snapshot_sha256).await? {
            Some(newest) => UnchangedRegister::load(connection, self.code, newest).await.map(Some),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests;
