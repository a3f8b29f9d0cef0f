//! Reads and writes the rows of sessions.

use std::collections::HashMap;
use std::sync::Mutex;

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action, Actor};
use licence_core::member::MemberId;
use licence_core::session::{Session, SessionId, SessionTimes};
use licence_core::time::Timestamp;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::audit::entries;
use crate::bulk::delete;
use crate::connect::Databases;
use crate::entity::{member, session};
use crate::error::StoreError;
use crate::mutex::lock;
use crate::rows::Row;

pub(super) fn decode_session(row: &session::Model) -> Result<Session, StoreError> {
    let cell = Row { table: "sessions", id: &row.id };
    Ok(Session {
        id: SessionId(cell.parse::<Uuid>(&row.id)?),
        member_id: MemberId(cell.parse::<Uuid>(&row.member_id)?),
        browser: row.browser.clone(),
        address: row.address.clone(),
        proven_by: cell.parse(&row.proven_by)?,
        times: SessionTimes {
            created_at: cell.time(row.created_at)?,
            seen_at: cell.time(row.seen_at)?,
            proven_at: cell.time(row.proven_at)?,
        },
    })
}

/// Returns the sessions of a member, also those that are too old.
pub(crate) async fn sessions_of_member(
    connection: &impl ConnectionTrait,
    member: MemberId,
) -> Result<Vec<Session>, StoreError> {
    let rows = session::Entity::find()
        .filter(session::Column::MemberId.eq(member.0.to_string()))
        .all(connection)
        .await?;
    rows.iter().map(decode_session).collect()
}

pub(crate) async fn delete_sessions_of_member(
    connection: &impl ConnectionTrait,
    member: MemberId,
) -> Result<(), StoreError> {
    let of_member = session::Column::MemberId.eq(member.0.to_string());
    delete::<session::Entity>(connection, of_member).await?;
    Ok(())
}

/// Deletes a session. Returns false when it ended already.
pub(super) async fn delete_session(
    connection: &impl ConnectionTrait,
    id: SessionId,
) -> Result<bool, StoreError> {
    let deleted = session::Entity::delete_by_id(id.0.to_string()).exec(connection).await?;
    Ok(deleted.rows_affected > 0)
}

/// Deletes a session, with an entry in the audit log, unless it ended already. For an end that only
/// the log beside the database holds.
pub(crate) async fn fold_session(
    connection: &impl ConnectionTrait,
    id: SessionId,
    at: Timestamp,
    by: &Actor,
) -> Result<(), StoreError> {
    let row = session::Entity::find_by_id(id.0.to_string())
        .find_also_related(member::Entity)
        .one(connection)
        .await?;
    if let Some((row, Some(member))) = row
        && delete_session(connection, id).await?
    {
        let cell = Row { table: "members", id: &member.id };
        let account = AccountId(cell.parse::<Uuid>(&member.account_id)?);
        let act = end_act(account, decode_session(&row)?.member_id, id);
        entries::insert(connection, by, act, None, at).await?;
    }
    Ok(())
}

pub(super) fn end_act(account: AccountId, member: MemberId, id: SessionId) -> Act {
    Act::new(Action::SessionEnd, id.0).for_account(account).with("member", member.0.to_string())
}

/// When sessions were last used, gathered here and written to the database with the usage.
#[derive(Default)]
pub(crate) struct SeenSessions(Mutex<Uses>);

type Uses = HashMap<SessionId, (MemberId, Timestamp)>;

impl SeenSessions {
    pub(super) fn note(&self, session: SessionId, member: MemberId, at: Timestamp) {
        lock(&self.0).insert(session, (member, at));
    }

    /// Writes the uses since the last flush. If the write fails, they stay here.
    pub(crate) async fn flush(&self, databases: &Databases) -> Result<(), StoreError> {
        let uses = std::mem::take(&mut *lock(&self.0));
        if uses.is_empty() {
            return Ok(());
        }
        let written = write_uses(databases, &uses).await;
        if written.is_err() {
            let mut unwritten = lock(&self.0);
            uses.into_iter().for_each(|(session, used)| {
                unwritten.entry(session).or_insert(used);
            });
        }
        written
    }
}

async fn write_uses(databases: &Databases, uses: &Uses) -> Result<(), StoreError> {
    let transaction = databases.begin_short_write().await?;
    for (session, (member, at)) in uses {
        let at = at.epoch_millis();
        // The member first, as where sessions begin and end, so that none waits for the other.
        note_member_seen(&transaction, *member, at).await?;
        session::Entity::update_many()
            .col_expr(session::Column::SeenAt, at.into())
            .filter(session::Column::Id.eq(session.0.to_string()))
            .filter(session::Column::SeenAt.lt(at))
            .exec(&transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}

/// Notes when a member was seen, unless a later time is noted.
pub(super) async fn note_member_seen(
    connection: &impl ConnectionTrait,
    member: MemberId,
    at: i64,
) -> Result<(), StoreError> {
    let last = member::Column::LastSeenAt;
    member::Entity::update_many()
        .col_expr(last, at.into())
        .filter(member::Column::Id.eq(member.0.to_string()))
        .filter(last.is_null().or(last.lt(at)))
        .exec(connection)
        .await?;
    Ok(())
}
