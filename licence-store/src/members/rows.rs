//! Reads and writes the rows of members.

use licence_core::account::AccountId;
use licence_core::member::{Member, MemberId};
use sea_orm::sea_query::LockType;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use uuid::Uuid;

use crate::entity::member;
use crate::error::StoreError;
use crate::rows::Row;

pub(crate) fn decode_member(row: member::Model) -> Result<Member, StoreError> {
    let cell = Row { table: "members", id: &row.id };
    Ok(Member {
        id: MemberId(cell.parse::<Uuid>(&row.id)?),
        account_id: AccountId(cell.parse::<Uuid>(&row.account_id)?),
        name: cell.parse(&row.name)?,
        role: cell.parse(&row.role)?,
        created_at: cell.time(row.created_at)?,
        last_seen_at: cell.time_some(row.last_seen_at)?,
        disabled_at: cell.time_some(row.disabled_at)?,
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
