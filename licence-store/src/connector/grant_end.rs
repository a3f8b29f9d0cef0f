//! Ends grants within a transaction, with their codes and tokens.

use licence_core::audit::{Act, Action, Actor};
use licence_core::member::MemberId;
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::time::Timestamp;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
};

use super::rows::decode_grant;
use crate::audit::entries;
use crate::bulk::delete;
use crate::entity::oauth_grant::{Column, Entity};
use crate::entity::{oauth_code, oauth_token};
use crate::error::StoreError;

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

/// Returns the grants of a member, also those past their end.
pub(crate) async fn grants_of_member(
    connection: &impl ConnectionTrait,
    member: MemberId,
) -> Result<Vec<Grant>, StoreError> {
    find_grants(connection, Condition::all().add(Column::MemberId.eq(member.0.to_string()))).await
}

/// Returns the grants that meet a condition.
pub(super) async fn find_grants(
    connection: &impl ConnectionTrait,
    condition: Condition,
) -> Result<Vec<Grant>, StoreError> {
    let rows = Entity::find().filter(condition).all(connection).await?;
    rows.into_iter().map(decode_grant).collect()
}

/// Deletes the grants of a member, with their codes and tokens.
pub(crate) async fn delete_grants_of_member(
    connection: &impl ConnectionTrait,
    member: MemberId,
) -> Result<(), StoreError> {
    let member = member.0.to_string();
    delete_grants(connection, Condition::all().add(Column::MemberId.eq(&member))).await?;
    // A code that was not exchanged has no grant yet.
    delete::<oauth_code::Entity>(connection, oauth_code::Column::MemberId.eq(member)).await?;
    Ok(())
}

/// Deletes the grants that meet a condition, with their codes and tokens. Returns how many.
pub(super) async fn delete_grants(
    connection: &impl ConnectionTrait,
    condition: Condition,
) -> Result<u64, StoreError> {
    let grants = Entity::find().select_only().column(Column::Id).filter(condition.clone());
    let grants = grants.into_query();
    let of_grants = oauth_token::Column::GrantId.in_subquery(grants.clone());
    delete::<oauth_token::Entity>(connection, of_grants).await?;
    let of_grants = oauth_code::Column::GrantId.in_subquery(grants);
    delete::<oauth_code::Entity>(connection, of_grants).await?;
    Ok(delete::<Entity>(connection, condition).await?)
}

/// Deletes a grant. Returns false when it ended already.
pub(super) async fn delete_grant(
    connection: &impl ConnectionTrait,
    id: GrantId,
) -> Result<bool, StoreError> {
    let of_id = Condition::all().add(Column::Id.eq(id.0.to_string()));
    Ok(delete_grants(connection, of_id).await? > 0)
}

pub(super) fn grant_act(action: Action, grant: &Grant) -> Act {
    Act::new(action, grant.id.0)
        .for_account(grant.account_id)
        .with("member", grant.member_id.0.to_string())
        .with("client", grant.client_id.0.as_str())
        .with("scopes", grant.scopes.to_string())
}
