//! Reads and writes the rows of members.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action, Actor};
use licence_core::member::{Member, MemberId};
use licence_core::time::Timestamp;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use uuid::Uuid;

use crate::audit::entries;
use crate::bulk::delete;
use crate::connector::delete_grants_of_member;
use crate::entity::{invitation, member};
use crate::error::StoreError;
use crate::rows::Row;
use crate::sessions::delete_sessions_of_member;

pub(crate) fn decode_member(row: member::Model) -> Result<Member, StoreError> {
    let cell = Row { table: "members", id: &row.id };
    Ok(Member {
        id: MemberId(cell.parse::<Uuid>(&row.id)?),
        account_id: AccountId(cell.parse::<Uuid>(&row.account_id)?),
        name: cell.parse(&row.name)?,
        role: cell.parse(&row.role)?,
        created_at: cell.time(row.created_at)?,
        last_seen_at: cell.optional_time(row.last_seen_at)?,
        disabled_at: cell.optional_time(row.disabled_at)?,
    })
}

pub(crate) fn new_member_row(member: &Member) -> member::ActiveModel {
    member::ActiveModel {
        id: Set(member.id.0.to_string()),
        account_id: Set(member.account_id.0.to_string()),
        name: Set(member.name.to_string()),
        role: Set(member.role.to_string()),
        created_at: Set(member.created_at.epoch_millis()),
        last_seen_at: Set(None),
        disabled_at: Set(None),
    }
}

/// Returns the members of an account, the oldest first.
pub(crate) async fn find_members(
    connection: &impl ConnectionTrait,
    account: AccountId,
) -> Result<Vec<Member>, StoreError> {
    let rows = members_of_account(account).all(connection).await?;
    rows.into_iter().map(decode_member).collect()
}

/// Returns the members of an account. No other transaction changes them before this one ends.
pub(super) async fn locked_members(
    connection: &impl ConnectionTrait,
    account: AccountId,
) -> Result<Vec<Member>, StoreError> {
    let rows = members_of_account(account).lock(LockType::Update).all(connection).await?;
    rows.into_iter().map(decode_member).collect()
}

/// Locks a member until the transaction ends, so that two transactions count what the member has one after
/// the other.
pub(crate) async fn lock_member(
    connection: &impl ConnectionTrait,
    id: MemberId,
) -> Result<(), StoreError> {
    let row = member::Entity::find_by_id(id.0.to_string()).lock(LockType::Update);
    row.one(connection).await?;
    Ok(())
}

fn members_of_account(account: AccountId) -> Select<member::Entity> {
    member::Entity::find()
        .filter(member::Column::AccountId.eq(account.0.to_string()))
        .order_by_asc(member::Column::CreatedAt)
        .order_by_asc(member::Column::Id)
}

/// Returns a member of any account; `None` for an unknown member.
pub(crate) async fn find_member(
    connection: &impl ConnectionTrait,
    id: MemberId,
) -> Result<Option<Member>, StoreError> {
    let row = member::Entity::find_by_id(id.0.to_string()).one(connection).await?;
    row.map(decode_member).transpose()
}

/// Writes that a member is disabled, with an entry in the audit log, unless the database says so
/// already. For a revocation that only the log beside the database holds.
pub(crate) async fn fold_member(
    connection: &impl ConnectionTrait,
    id: MemberId,
    at: Timestamp,
    by: &Actor,
) -> Result<(), StoreError> {
    if mark_disabled(connection, id, at).await?
        && let Some(member) = find_member(connection, id).await?
    {
        entries::insert(connection, by, disable_act(&member), None, at).await?;
    }
    Ok(())
}

/// Disables a member, whose sessions and links end: those to sign in, and those that the member made
/// for others. Returns false when the member is disabled already, or unknown.
pub(super) async fn mark_disabled(
    connection: &impl ConnectionTrait,
    id: MemberId,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let marked = member::Entity::update_many()
        .col_expr(member::Column::DisabledAt, Expr::value(at.epoch_millis()))
        .filter(member::Column::Id.eq(id.0.to_string()))
        .filter(member::Column::DisabledAt.is_null())
        .exec(connection)
        .await?;
    delete_sessions_of_member(connection, id).await?;
    delete_grants_of_member(connection, id).await?;
    let links = invitation::Column::MemberId.eq(id.0.to_string());
    delete::<invitation::Entity>(connection, links).await?;
    delete_links_made_by(connection, id).await?;
    Ok(marked.rows_affected > 0)
}

/// Deletes the links that a member made for others.
pub(super) async fn delete_links_made_by(
    connection: &impl ConnectionTrait,
    id: MemberId,
) -> Result<(), StoreError> {
    let links = invitation::Column::MadeBy.eq(Actor::Member(id).to_string());
    delete::<invitation::Entity>(connection, links).await?;
    Ok(())
}

pub(super) fn disable_act(member: &Member) -> Act {
    Act::new(Action::MemberDisable, member.id.0)
        .for_account(member.account_id)
        .with("name", member.name.as_str())
        .with("role", member.role.as_str())
}
