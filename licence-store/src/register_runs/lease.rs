//! The claim on a register: whoever reads it says so in the database.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::Known;
use crate::Store;
use crate::bulk::overwrite;
use crate::entity::register_run;
use crate::error::StoreError;

/// How long a claim holds: the longest polite read (a certificate a second, a seal every five)
/// takes half an hour.
const LEASE_MILLIS: i64 = 2 * 3_600_000;

/// A claim on a register; the token fences off a process that comes back after its claim ended.
pub(super) struct Lease {
    code: JurisdictionCode,
    token: String,
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
        now: Timestamp,
    ) -> Result<Claim, StoreError> {
        let transaction = self.databases.begin_write().await?;
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
            leased_until: Set(Some(now.epoch_millis().saturating_add(LEASE_MILLIS))),
            started_at: Set(Some(now.epoch_millis())),
            finished_at: Set(None),
            error: Set(None),
            validators: Set(validators.unwrap_or_else(|| "{}".to_owned())),
        };
        overwrite(&transaction, std::iter::once(claimed), "jurisdiction_code").await?;
        transaction.commit().await?;
        Ok(Claim::Ours(Lease { code, token }, known.unwrap_or_default()))
    }

    /// Gives the claim back with the outcome, if it is still ours.
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
