//! Lists and ends grants.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action};
use licence_core::member::MemberId;
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QueryTrait};

use super::grant_end::{delete_grant, grant_act};
use super::rows::decode_grant;
use crate::Store;
use crate::boxed;
use crate::entity::oauth_grant::{Column, Entity};
use crate::error::StoreError;
use crate::keys::Ended;

/// The reason in the audit log for an act on an unknown grant.
const UNKNOWN_GRANT: &str = "the account has no such grant";

impl Store {
    /// Returns the grants of an account that are in force, the newest first; those of one member if
    /// `member` is given.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn grants(
        &self,
        account: AccountId,
        member: Option<MemberId>,
        now: Timestamp,
    ) -> Result<Vec<Grant>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let rows = Entity::find()
            .filter(Column::AccountId.eq(account.0.to_string()))
            .filter(Column::EndsAt.gt(now.epoch_millis()))
            .apply_if(member, |rows, id| rows.filter(Column::MemberId.eq(id.0.to_string())))
            .order_by_desc(Column::CreatedAt)
            .order_by_asc(Column::Id)
            .all(&self.databases.reader)
            .await?;
        let grants = rows.into_iter().map(decode_grant).collect::<Result<Vec<_>, _>>()?;
        Ok(grants.into_iter().filter(|grant| !revoked.has_ended(grant)).collect())
    }

    /// Ends a grant of an account; only one of this member if `member` is given. Returns whether
    /// there was one. Every process refuses its tokens from the moment this returns. The call never
    /// waits for a reading that is being applied.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
    pub async fn revoke_grant(
        &self,
        account: AccountId,
        member: Option<MemberId>,
        id: GrantId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let grants = self.grants(account, member, now).await?;
        let Some(grant) = grants.into_iter().find(|grant| grant.id == id) else {
            let act = Act::new(Action::GrantRevoke, id.0).for_account(account);
            self.record_refused_urgently(act, UNKNOWN_GRANT, now).await;
            return Ok(false);
        };
        self.end_grant(&grant, Action::GrantRevoke, now).await?;
        Ok(true)
    }

    /// Ends a grant at once, with an entry of this action.
    pub(super) async fn end_grant(
        &self,
        grant: &Grant,
        action: Action,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(urgent) = self.databases.begin_urgent_write().await? else {
            return self.append_revocations(vec![Ended::Grant(grant.id)], now).await;
        };
        let transaction = &urgent.transaction;
        let ending = async {
            if !delete_grant(transaction, grant.id).await? {
                return Ok::<_, StoreError>(None);
            }
            self.record_done(transaction, grant_act(action, grant), now).await?;
            Ok(Some(self.keys.announce_change(transaction).await?))
        };
        let change = self.databases.run_urgent(transaction, ending).await?;
        urgent.commit().await?;
        if let Some(change) = change {
            change.seen().await;
        }
        Ok(())
    }
}
