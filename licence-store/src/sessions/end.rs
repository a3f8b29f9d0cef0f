//! Ends sessions at once, whatever else is written meanwhile.

use licence_core::account::AccountId;
use licence_core::invitation::InvitationId;
use licence_core::member::MemberId;
use licence_core::session::SessionId;
use licence_core::time::Timestamp;

use super::rows::{delete_session, end_act};
use crate::Store;
use crate::boxed;
use crate::error::StoreError;
use crate::invitations::{delete_link, withdraw_act};
use crate::keys::Ended;
use crate::urgent::UrgentWrite;

impl Store {
    /// Ends a session of a member. Returns whether the member of the account had it. Every process
    /// refuses the session from the moment this returns. The call never waits for a reading that
    /// is being applied.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
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
        self.end_all(account, member, vec![session], Vec::new(), now).await?;
        Ok(true)
    }

    /// Ends the sessions of a member, but for `kept`, as [`Store::end_session`] does, and the sign-in
    /// links of the member that were not used. Returns how many sessions. The call waits for a reading
    /// that is being applied only if the member has such a link.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
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
        let links = self.invitations(account, now).await?.into_iter();
        let links = links.filter(|it| it.member_id == Some(member)).map(|it| it.id).collect();
        self.end_all(account, member, others, links, now).await?;
        Ok(count)
    }

    async fn end_all(
        &self,
        account: AccountId,
        member: MemberId,
        sessions: Vec<SessionId>,
        links: Vec<InvitationId>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if sessions.is_empty() && links.is_empty() {
            return Ok(());
        }
        let urgent = match self.databases.begin_urgent_write().await? {
            Some(urgent) => urgent,
            None => {
                let ended = sessions.iter().copied().map(Ended::Session).collect();
                self.append_revocations(ended, now).await?;
                if links.is_empty() {
                    return Ok(());
                }
                UrgentWrite::patient(&self.databases).await?
            }
        };
        let transaction = &urgent.transaction;
        let ending = async {
            for id in sessions {
                if delete_session(transaction, id).await? {
                    self.record_done(transaction, end_act(account, member, id), now).await?;
                }
            }
            for id in links {
                if delete_link(transaction, account, id).await? {
                    self.record_done(transaction, withdraw_act(account, id), now).await?;
                }
            }
            Ok::<_, StoreError>(())
        };
        self.databases.run_urgent(transaction, ending).await?;
        urgent.commit().await
    }
}
