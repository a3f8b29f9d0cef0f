//! The lease of a register: whoever reads it says so in the database, and says so again while the
//! read goes on.

use std::time::Duration;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use super::Known;
use crate::Store;
use crate::bulk::overwrite;
use crate::entity::register_run;
use crate::error::StoreError;

/// How long a lease holds that is not renewed, because its process was killed or stopped.
const LEASE: Duration = Duration::from_secs(120);
/// How often a lease is renewed while the read goes on.
pub(super) const RENEW_EVERY: Duration = Duration::from_secs(30);

/// The lease of a register; the token fences off a process that comes back after its lease ended.
pub(crate) struct Lease {
    code: JurisdictionCode,
    token: String,
}

impl Lease {
    /// Requires that the lease is still held. Under the write lock it then stays so: whoever takes
    /// over needs that lock too.
    pub(crate) async fn require(
        &self,
        connection: &impl ConnectionTrait,
    ) -> Result<(), StoreError> {
        let row = register_run::Entity::find_by_id(self.code.to_string()).one(connection).await?;
        match row.and_then(|row| row.lease) {
            Some(token) if token == self.token => Ok(()),
            _ => Err(StoreError::LeaseLost { code: self.code }),
        }
    }
}

/// What came of claiming a register.
pub(super) enum Claim {
    /// It is ours, with what its last applied read was made of.
    Ours(Lease, Known),
    /// It is another process's.
    Busy {
        /// Until then, if that process does not come back.
        until: Timestamp,
    },
}

impl Store {
    pub(super) async fn claim(
        &self,
        code: JurisdictionCode,
        clock: &(dyn Fn() -> Timestamp + Sync),
    ) -> Result<Claim, StoreError> {
        let transaction = self.databases.begin_write().await?;
        // The wait for the writer before may be longer than a lease.
        let now = clock();
        let row = register_run::Entity::find_by_id(code.to_string()).one(&transaction).await?;
        let leased_until = row.as_ref().filter(|row| row.lease.is_some());
        let leased_until = leased_until.and_then(|row| row.leased_until);
        if let Some(until) = leased_until.filter(|until| *until > now.epoch_millis()) {
            let until = Timestamp::from_epoch_millis(until).unwrap_or(now);
            return Ok(Claim::Busy { until });
        }
        let token = self.entropy.uuid().to_string();
        let validators = row.map(|row| row.validators);
        let known = validators.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let claimed = register_run::ActiveModel {
            jurisdiction_code: Set(code.to_string()),
            lease: Set(Some(token.clone())),
            leased_until: Set(Some(now.later_by(LEASE).epoch_millis())),
            started_at: Set(Some(now.epoch_millis())),
            finished_at: Set(None),
            error: Set(None),
            validators: Set(validators.unwrap_or_else(|| "{}".to_owned())),
        };
        overwrite(&transaction, std::iter::once(claimed), "jurisdiction_code").await?;
        transaction.commit().await?;
        Ok(Claim::Ours(Lease { code, token }, known.unwrap_or_default()))
    }

    /// Renews a lease again and again; returns when it is lost.
    pub(super) async fn hold(
        &self,
        lease: &Lease,
        clock: &(dyn Fn() -> Timestamp + Sync),
        every: Duration,
    ) -> StoreError {
        loop {
            tokio::time::sleep(every).await;
            match self.renew(lease, clock()).await {
                Ok(()) => {}
                Err(lost @ StoreError::LeaseLost { .. }) => return lost,
                Err(error) => tracing::warn!(%error, code = %lease.code, "a lease was not renewed"),
            }
        }
    }

    /// Renews a lease. One that ended is renewed too, as long as nobody took it: its process may
    /// have waited for another writer.
    async fn renew(&self, lease: &Lease, now: Timestamp) -> Result<(), StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let until = now.later_by(LEASE).epoch_millis();
        let renewed = register_run::Entity::update_many()
            .col_expr(register_run::Column::LeasedUntil, Expr::value(until))
            .filter(register_run::Column::JurisdictionCode.eq(lease.code.as_str()))
            .filter(register_run::Column::Lease.eq(lease.token.as_str()))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        match renewed.rows_affected {
            0 => Err(StoreError::LeaseLost { code: lease.code }),
            _ => Ok(()),
        }
    }

    /// Gives the lease back with the outcome, if it is still ours.
    pub(super) async fn finish(
        &self,
        lease: &Lease,
        now: Timestamp,
        outcome: Result<&Known, &str>,
    ) -> Result<(), StoreError> {
        let transaction = self.databases.begin_write().await?;
        let mut update = register_run::Entity::update_many()
            .col_expr(register_run::Column::Lease, Expr::value(Option::<String>::None))
            .col_expr(register_run::Column::FinishedAt, Expr::value(now.epoch_millis()))
            .col_expr(register_run::Column::Error, Expr::value(outcome.err().map(str::to_owned)))
            .filter(register_run::Column::JurisdictionCode.eq(lease.code.as_str()))
            .filter(register_run::Column::Lease.eq(lease.token.as_str()));
        if let Ok(known) = outcome {
            // What cannot be written is fetched whole the next time.
            let text = serde_json::to_string(known).unwrap_or_else(|_| "{}".to_owned());
            update = update.col_expr(register_run::Column::Validators, Expr::value(text));
        }
        update.exec(&transaction).await?;
        transaction.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::task::{Context, Waker};

    use licence_core::register::Snapshot;
    use licence_core::register::reading::RegisterReading;
    use licence_core::transition::ApplyRules;

    use super::*;
    use crate::StoreOptions;

    const CODE: JurisdictionCode = JurisdictionCode::An;

    fn at(minute: u64) -> Timestamp {
        let start: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
        start.later_by(Duration::from_secs(60 * minute))
    }

    async fn claimed(store: &Store, minute: u64) -> Option<Lease> {
        match store.claim(CODE, &|| at(minute)).await.unwrap() {
            Claim::Ours(lease, _) => Some(lease),
            Claim::Busy { .. } => None,
        }
    }

    #[tokio::test]
    async fn a_lease_ends_two_minutes_after_it_was_renewed_last() {
        let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
        let first = claimed(&store, 0).await.unwrap();
        assert!(claimed(&store, 1).await.is_none());
        store.renew(&first, at(1)).await.unwrap();
        assert!(claimed(&store, 2).await.is_none());
        // It ended, and nobody took it.
        store.renew(&first, at(10)).await.unwrap();
        assert!(claimed(&store, 11).await.is_none());
        let second = claimed(&store, 12).await.unwrap();
        let lost = store.renew(&first, at(12)).await.unwrap_err();
        assert!(matches!(lost, StoreError::LeaseLost { code: CODE }), "{lost}");
        assert!(first.require(&store.databases.reader).await.is_err());
        second.require(&store.databases.reader).await.unwrap();
        let reading = br#"{"jurisdiction":"AN","read_at":"2026-11-01T06:00:00Z","complete":true,
            "source_url":"https://register.example/","source_kind":"dump","licences":[
            {"operator":{"name":"Alpha N.V."},"license_number":"ALSI-1-FI1","status_text":"valid"}]}"#;
        let reading = RegisterReading::from_json(reading, "reading.json").unwrap();
        let (snapshot, rules) = (Snapshot::new(Vec::new()), ApplyRules::default());
        let late = store.apply_leased(&reading, &snapshot, &rules, at(12), Some(&first)).await;
        assert!(matches!(late, Err(StoreError::LeaseLost { code: CODE })), "{late:?}");
        assert!(store.is_empty().await.unwrap(), "nothing of it was applied");
        store.apply_leased(&reading, &snapshot, &rules, at(12), Some(&second)).await.unwrap();
        store.finish(&first, at(13), Err("late")).await.unwrap();
        assert!(claimed(&store, 13).await.is_none(), "only its holder gives a lease back");
        let lost = store.hold(&first, &|| at(13), Duration::ZERO).await;
        assert!(matches!(lost, StoreError::LeaseLost { code: CODE }), "{lost}");
    }

    #[tokio::test]
    async fn a_lease_begins_after_the_wait_for_another_writer() {
        let store = Store::open(&StoreOptions::new("sqlite::memory:")).await.unwrap();
        let minute = AtomicU64::new(0);
        let clock = || at(minute.load(Ordering::SeqCst));
        let writing = store.databases.begin_write().await.unwrap();
        let mut claiming = pin!(store.claim(CODE, &clock));
        assert!(claiming.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        minute.store(10, Ordering::SeqCst);
        writing.rollback().await.unwrap();
        assert!(matches!(claiming.await.unwrap(), Claim::Ours(..)));
        assert!(claimed(&store, 11).await.is_none(), "it ends at minute 12");
        assert!(claimed(&store, 12).await.is_some());
    }
}
