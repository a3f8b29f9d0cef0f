//! The lease of a register: one process at a time reads it, and renews its lease while the read
//! goes on.

use std::collections::HashMap;
use std::time::Duration;

use licence_core::coverage::ReadFailure;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::Accepted;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use serde::{Deserialize, Serialize};

use crate::bulk::overwrite;
use crate::connect::Databases;
use crate::entity::register_run;
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::outbound::Validators;

/// How long a lease lasts without renewal, after its process was killed or stopped.
const LEASE: Duration = Duration::from_secs(120);
/// How often a lease is renewed while the read runs.
pub(super) const RENEW_EVERY: Duration = Duration::from_secs(30);
/// Kept with the last read, because another release may read the same files differently.
const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The lease of a register. The token stops a process that continues after its lease ended.
pub(crate) struct Lease {
    code: JurisdictionCode,
    token: String,
}

impl Lease {
    /// Requires that this process still holds the lease. Under the write lock it keeps the lease
    /// until the commit, because a takeover needs that lock too.
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

/// The last applied read of a register by its addresses. A row of an earlier release that lacks a
/// member counts as none.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct LastRead {
    pub(super) snapshot_sha256: String,
    pub(super) files: HashMap<String, Validators>,
    accepted: Accepted,
    release: String,
}

impl LastRead {
    /// Returns the read that this program made with these accepted names.
    pub(super) fn new(
        snapshot_sha256: String,
        files: HashMap<String, Validators>,
        accepted: Accepted,
    ) -> Self {
        Self { snapshot_sha256, files, accepted, release: RELEASE.to_owned() }
    }

    /// Returns whether unchanged files give the same reading with these accepted names.
    pub(super) fn holds_with(&self, accepted: &Accepted) -> bool {
        self.accepted == *accepted && self.release == RELEASE
    }
}

/// The outcome of claiming a register.
pub(super) enum Claim {
    /// The register is ours.
    Ours(Lease, LastRead),
    /// Another process reads the register.
    Busy {
        /// When the lease of that process ends, unless it is renewed.
        until: Timestamp,
    },
}

/// How long after its begin an attempt is repeated whose process was killed: the next one may be killed too.
const REPEAT_AFTER: Duration = Duration::from_secs(900);

/// Returns whether the process of an attempt was killed or stopped some time ago, before the attempt ended.
pub(super) fn was_abandoned(row: &register_run::Model, now: Timestamp) -> bool {
    let is_over = row.leased_until.is_some_and(|until| until <= now.epoch_millis());
    let is_old = row.started_at.is_some_and(|at| at <= now.earlier_by(REPEAT_AFTER).epoch_millis());
    row.lease.is_some() && row.finished_at.is_none() && is_over && is_old
}

impl Lease {
    /// Claims a register, unless another process holds its lease.
    pub(super) async fn claim(
        databases: &Databases,
        entropy: &Entropy,
        code: JurisdictionCode,
        clock: &(dyn Fn() -> Timestamp + Sync),
    ) -> Result<Claim, StoreError> {
        let transaction = databases.begin_patient_write().await?;
        // The wait for the earlier writer may be longer than a lease.
        let now = clock();
        let row = register_run::Entity::find_by_id(code.to_string()).one(&transaction).await?;
        let leased_until = row.as_ref().filter(|row| row.lease.is_some());
        let leased_until = leased_until.and_then(|row| row.leased_until);
        if let Some(until) = leased_until.filter(|until| *until > now.epoch_millis()) {
            let until = Timestamp::from_epoch_millis(until).unwrap_or(now);
            return Ok(Claim::Busy { until });
        }
        let token = entropy.uuid().to_string();
        let validators = row.map(|row| row.validators);
        let last_read = validators.as_deref().and_then(|text| serde_json::from_str(text).ok());
        let claimed = register_run::ActiveModel {
            jurisdiction_code: Set(code.to_string()),
            lease: Set(Some(token.clone())),
            leased_until: Set(Some(now.later_by(LEASE).epoch_millis())),
            started_at: Set(Some(now.epoch_millis())),
            finished_at: Set(None),
            error: Set(None),
            failure: Set(None),
            validators: Set(validators.unwrap_or_else(|| "{}".to_owned())),
        };
        overwrite(&transaction, std::iter::once(claimed), &["jurisdiction_code"]).await?;
        transaction.commit().await?;
        Ok(Claim::Ours(Self { code, token }, last_read.unwrap_or_default()))
    }

    /// Renews the lease again and again; returns the error when it is lost.
    pub(super) async fn hold(
        &self,
        databases: &Databases,
        clock: &(dyn Fn() -> Timestamp + Sync),
        every: Duration,
    ) -> StoreError {
        loop {
            tokio::time::sleep(every).await;
            match self.renew(databases, clock()).await {
                Ok(()) => {}
                Err(lost @ StoreError::LeaseLost { .. }) => return lost,
                Err(error) => tracing::warn!(%error, code = %self.code, "a lease was not renewed"),
            }
        }
    }

    /// Renews the lease. A lease that ended is renewed too, as long as nobody took it: this process
    /// may have waited for another writer.
    async fn renew(&self, databases: &Databases, now: Timestamp) -> Result<(), StoreError> {
        let transaction = databases.begin_short_write().await?;
        let until = now.later_by(LEASE).epoch_millis();
        let renewed = register_run::Entity::update_many()
            .col_expr(register_run::Column::LeasedUntil, Expr::value(until))
            .filter(register_run::Column::JurisdictionCode.eq(self.code.as_str()))
            .filter(register_run::Column::Lease.eq(self.token.as_str()))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        match renewed.rows_affected {
            0 => Err(StoreError::LeaseLost { code: self.code }),
            _ => Ok(()),
        }
    }

    /// Ends the lease and records the outcome, if this process still holds the lease.
    pub(super) async fn finish(
        &self,
        databases: &Databases,
        now: Timestamp,
        outcome: Result<&LastRead, (&str, ReadFailure)>,
    ) -> Result<(), StoreError> {
        let (error, failure) = outcome.err().unzip();
        let transaction = databases.begin_patient_write().await?;
        let mut update = register_run::Entity::update_many()
            .col_expr(register_run::Column::Lease, Expr::value(Option::<String>::None))
            .col_expr(register_run::Column::FinishedAt, Expr::value(now.epoch_millis()))
            .col_expr(register_run::Column::Error, Expr::value(error.map(str::to_owned)))
            .col_expr(register_run::Column::Failure, Expr::value(failure.map(ReadFailure::as_str)))
            .filter(register_run::Column::JurisdictionCode.eq(self.code.as_str()))
            .filter(register_run::Column::Lease.eq(self.token.as_str()));
        if let Ok(last_read) = outcome {
            // Without validators, the next read downloads everything.
            let text = serde_json::to_string(last_read).unwrap_or_else(|_| "{}".to_owned());
            update = update.col_expr(register_run::Column::Validators, Expr::value(text));
        }
        update.exec(&transaction).await?;
        transaction.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
