//! Marks members as disabled.

use licence_core::audit::{Act, Action, Actor};
use licence_core::member::{Member, MemberId};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter};

use super::rows::find_member;
use crate::audit::entries;
use crate::connector::delete_grants_of_member;
use crate::entity::{invitation, member};
use crate::error::StoreError;
use crate::sessions::delete_sessions_of_member;

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
    invitation::Entity::delete_many()
        .filter(
            Condition::any()
                .add(invitation::Column::MemberId.eq(id.0.to_string()))
                .add(invitation::Column::MadeBy.eq(Actor::Member(id).to_string())),
        )
        .exec(connection)
        .await?;
    Ok(marked.rows_affected > 0)
}

pub(super) fn disable_act(member: &Member) -> Act {
    Act::new(Action::MemberDisable, member.id.0)
        .for_account(member.account_id)
        .with("name", member.name.as_str())
        .with("role", member.role.as_str())
}
