//! Ends sessions at once, whatever else is written meanwhile.

use licence_core::account::AccountId;
use licence_core::member::MemberId;
use licence_core::session::SessionId;
use licence_core::time::Timestamp;

use super::rows::{delete_session, end_act};
use crate::Store;
use crate::error::StoreError;
use crate::keys::Revocation;

impl Store {
    /// Ends a session of a member. Returns whether the member of the account had it. Every process
    /// refuses the session from the moment this returns. The call never waits for a reading that
    /// is being applied.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    pub async fn end_session(
        &self,
        account: AccountId,
        member: MemberId,
        session: SessionId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let sessions = self.sessions(account, member, now).await?;
        if !sessions.iter().any(|it| it.id == session) {
            let act = end_act(account, member, session);
            self.record_refused_urgently(act, "the member has no such session", now).await;
            return Ok(false);
        }
        self.end_all(account, member, vec![session], now).await?;
        Ok(true)
    }

    /// Ends the sessions of a member, but for `kept`, as [`Store::end_session`] does. Returns how
    /// many.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    pub async fn end_sessions(
        &self,
        account: AccountId,
        member: MemberId,
        kept: Option<SessionId>,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let sessions = self.sessions(account, member, now).await?;
        let others: Vec<_> =
            sessions.iter().map(|it| it.id).filter(|id| Some(*id) != kept).collect();
        let count = others.len();
        self.end_all(account, member, others, now).await?;
        Ok(count)
    }

    async fn end_all(
        &self,
        account: AccountId,
        member: MemberId,
        sessions: Vec<SessionId>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if sessions.is_empty() {
            return Ok(());
        }
        let Some(urgent) = self.databases.begin_urgent_write().await? else {
            let line = |id| Revocation::Session { id, at: now, by: self.actor.to_string() };
            return self.append_revocations(sessions.into_iter().map(line).collect()).await;
        };
        let transaction = &urgent.transaction;
        let ending = async {
            for id in sessions {
                if delete_session(transaction, id).await? {
                    self.record_done(transaction, end_act(account, member, id), now).await?;
                }
            }
            Ok::<_, StoreError>(())
        };
        self.databases.over_others(transaction, ending).await?;
        urgent.commit().await
    }
}
