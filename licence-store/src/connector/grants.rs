//! Lists and ends grants.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action, Actor};
use licence_core::member::MemberId;
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::time::Timestamp;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait,
};

use super::rows::decode_grant;
use crate::Store;
use crate::audit::entries;
use crate::entity::oauth_grant::{Column, Entity};
use crate::entity::{oauth_code, oauth_token};
use crate::error::StoreError;
use crate::keys::Revocation;

/// The reason in the audit log for an act on an unknown grant.
const UNKNOWN_GRANT: &str = "the account has no such grant";

impl Store {
    /// Returns the grants of an account that are in force, the newest first; those of one member if
    /// `member` is given.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
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
        let is_live = |grant: &Grant| {
            !revoked.grants.contains_key(&grant.id)
                && !revoked.members.contains_key(&grant.member_id)
        };
        Ok(grants.into_iter().filter(is_live).collect())
    }

    /// Ends a grant of an account; only one of this member if `member` is given. Returns whether
    /// there was one. Every process refuses its tokens from the moment this returns. The call never
    /// waits for a reading that is being applied.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
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
            let line = Revocation::Grant { id: grant.id, at: now, by: self.actor.to_string() };
            return self.append_revocations(vec![line]).await;
        };
        let transaction = &urgent.transaction;
        let ending = async {
            if delete_grant(transaction, grant.id).await? {
                self.record_done(transaction, grant_act(action, grant), now).await?;
            }
            Ok::<_, StoreError>(())
        };
        self.databases.over_others(transaction, ending).await?;
        urgent.commit().await
    }

    /// Returns a grant of any account; `None` for an unknown one.
    pub(super) async fn find_grant(&self, id: &str) -> Result<Option<Grant>, StoreError> {
        let row = Entity::find_by_id(id).one(&self.databases.reader).await?;
        row.map(decode_grant).transpose()
    }
}

/// Deletes a grant, with an entry in the audit log, unless it ended already. For an end that only the
/// log beside the database holds.
pub(crate) async fn fold_grant(
    connection: &impl ConnectionTrait,
    id: GrantId,
    at: Timestamp,
    by: &Actor,
) -> Result<(), StoreError> {
    let row = Entity::find_by_id(id.0.to_string()).one(connection).await?;
    if let Some(grant) = row.map(decode_grant).transpose()?
        && delete_grant(connection, id).await?
    {
        entries::insert(connection, by, grant_act(Action::GrantRevoke, &grant), None, at).await?;
    }
    Ok(())
}

/// Deletes the grants of a member, with their codes and tokens.
pub(crate) async fn delete_grants_of_member(
    connection: &impl ConnectionTrait,
    member: MemberId,
) -> Result<(), StoreError> {
    let member = member.0.to_string();
    delete_grants(connection, Condition::all().add(Column::MemberId.eq(&member))).await?;
    // A code that was not exchanged has no grant yet.
    oauth_code::Entity::delete_many()
        .filter(oauth_code::Column::MemberId.eq(member))
        .exec(connection)
        .await?;
    Ok(())
}

/// Deletes the grants that meet a condition, with their codes and tokens. Returns how many.
pub(super) async fn delete_grants(
    connection: &impl ConnectionTrait,
    condition: Condition,
) -> Result<u64, StoreError> {
    let grants = Entity::find().select_only().column(Column::Id).filter(condition.clone());
    let grants = grants.into_query();
    oauth_token::Entity::delete_many()
        .filter(oauth_token::Column::GrantId.in_subquery(grants.clone()))
        .exec(connection)
        .await?;
    oauth_code::Entity::delete_many()
        .filter(oauth_code::Column::GrantId.in_subquery(grants))
        .exec(connection)
        .await?;
    Ok(Entity::delete_many().filter(condition).exec(connection).await?.rows_affected)
}

/// Deletes a grant. Returns false when it ended already.
pub(super) async fn delete_grant(
    connection: &impl ConnectionTrait,
    id: GrantId,
) -> Result<bool, StoreError> {
    let of_id = Condition::all().add(Column::Id.eq(id.0.to_string()));
    Ok(delete_grants(connection, of_id).await? > 0)
}

/// Returns the audit act on a grant.
pub(super) fn grant_act(action: Action, grant: &Grant) -> Act {
    Act::new(action, grant.id.0)
        .for_account(grant.account_id)
        .with("member", grant.member_id.0.to_string())
        .with("client", grant.client_id.0.as_str())
        .with("scopes", grant.scopes.to_string())
}
