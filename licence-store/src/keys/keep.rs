//! Keeps the lease under which a server answers about keys from memory (PostgreSQL).

use std::convert::Infallible;

use licence_core::account::key_lease::RENEWED_EVERY;
use sea_orm::DatabaseTransaction;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::epoch::Epoch;
use super::lease::Lease;
use super::renewal::{await_acknowledgements, forget_ended, renew};
use super::rows::version;
use crate::Store;
use crate::boxed;
use crate::connect::listen;
use crate::error::StoreError;

/// The channel on which PostgreSQL announces changes of keys.
const CHANNEL: &str = "licence_keys";

impl Store {
    /// Keeps a lease on PostgreSQL, for ever: while it lasts, [`Store::key_status`] needs no query,
    /// and every change of a key waits until this process acknowledged it, at most a second. Does
    /// nothing on SQLite, where keys are in memory anyway. For servers alone: a process that stops
    /// without a word holds up the changes of the next two seconds.
    #[boxed]
    pub async fn keep_key_lease(&self) -> Infallible {
        let Epoch::Leased(lease) = &self.keys.epoch else { return std::future::pending().await };
        if let Err(error) = forget_ended(&self.databases).await {
            tracing::debug!(%error, "the rows of earlier servers stay");
        }
        let changed = Notify::new();
        // If an announcement is lost, the next renewal finds the change.
        let listening =
            listen(self.databases.url(), CHANNEL, "changes of keys", || changed.notify_one());
        tokio::select! {
            never = self.renew_regularly(lease, &changed) => never,
            never = listening => never,
        }
    }

    /// Renews the lease of [`Store::keep_key_lease`] once.
    ///
    /// # Errors
    /// [`StoreError`] when the database does not answer; then the lease ends at its time.
    #[boxed]
    pub async fn renew_key_lease(&self) -> Result<(), StoreError> {
        match &self.keys.epoch {
            Epoch::Leased(lease) => renew(lease, &self.databases).await,
            Epoch::Process(_) | Epoch::Log(_) => Ok(()),
        }
    }

    /// Returns whether this process may answer about keys without a query now: always on SQLite, and
    /// under a lease on PostgreSQL.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// assert!(store.has_key_lease());
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn has_key_lease(&self) -> bool {
        match &self.keys.epoch {
            Epoch::Leased(lease) => lease.version().is_some(),
            Epoch::Process(_) | Epoch::Log(_) => true,
        }
    }

    async fn renew_regularly(&self, lease: &Lease, changed: &Notify) -> Infallible {
        let mut is_failing = false;
        loop {
            let outcome = renew(lease, &self.databases).await;
            match &outcome {
                Err(error) if !is_failing => {
                    tracing::warn!(%error, "the lease of the keys is not renewed: each is a query");
                }
                Ok(()) if is_failing => tracing::warn!("the lease of the keys is renewed again"),
                Ok(()) | Err(_) => {}
            }
            is_failing = outcome.is_err();
            // Announced changes are renewals at once.
            let _ = timeout(RENEWED_EVERY, changed.notified()).await;
        }
    }

    /// Commits a change of a key or a plan, and returns once it holds on every server: at once, or
    /// after a second on PostgreSQL if a server does not answer.
    pub(crate) async fn commit_key_change(
        &self,
        transaction: DatabaseTransaction,
    ) -> Result<(), StoreError> {
        let change = self.keys.announce_change(&transaction).await?;
        let changed = version(&transaction).await?;
        transaction.commit().await?;
        change.seen().await;
        if let Epoch::Leased(_) = &self.keys.epoch {
            await_acknowledgements(&self.databases, changed).await;
        }
        Ok(())
    }
}
