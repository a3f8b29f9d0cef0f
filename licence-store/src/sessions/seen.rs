//! When sessions were last used, gathered here and written to the database with the usage.

use std::collections::HashMap;
use std::sync::Mutex;

use licence_core::member::MemberId;
use licence_core::session::SessionId;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::connect::Databases;
use crate::entity::{member, session};
use crate::error::StoreError;
use crate::mutex::lock;

/// The last uses that are not in the database yet.
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
        let written = write(databases, &uses).await;
        if written.is_err() {
            let mut unwritten = lock(&self.0);
            uses.into_iter().for_each(|(session, used)| {
                unwritten.entry(session).or_insert(used);
            });
        }
        written
    }
}

async fn write(databases: &Databases, uses: &Uses) -> Result<(), StoreError> {
    let transaction = databases.begin_short_write().await?;
    for (session, (member, at)) in uses {
        let at = at.epoch_millis();
        session::Entity::update_many()
            .col_expr(session::Column::SeenAt, at.into())
            .filter(session::Column::Id.eq(session.0.to_string()))
            .filter(session::Column::SeenAt.lt(at))
            .exec(&transaction)
            .await?;
        member::Entity::update_many()
            .col_expr(member::Column::LastSeenAt, at.into())
            .filter(member::Column::Id.eq(member.0.to_string()))
            .exec(&transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}
