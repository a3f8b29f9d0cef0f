//! Sessions of the dashboard. Only the hash of a session's token is stored, and nothing is cached:
//! a session is read with its member and account at every request, so that ending it, disabling the
//! member or changing the role holds for the next request of every process.

mod end;
mod rows;
mod sign_in;

use licence_core::account::AccountId;
use licence_core::member::MemberId;
use licence_core::session::{SEEN_PRECISION, Session, SessionToken, SignedIn};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter};

use crate::Store;
use crate::accounts::decode_account;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::{account, ceremony, invitation, member, session};
use crate::error::StoreError;
use crate::members::decode_member;
use rows::decode_session;
pub(crate) use rows::{SeenSessions, delete_sessions_of_member, fold_session, sessions_of_member};
pub use sign_in::{NewSession, SignInOrigin};

impl Store {
    /// Returns who is signed in with a token; `None` for a session that is unknown, ended, idle for
    /// too long or too old, and for a disabled member.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn session(
        &self,
        token: &SessionToken,
        now: Timestamp,
    ) -> Result<Option<SignedIn>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let row = session::Entity::find()
            .filter(session::Column::TokenSha256.eq(token.hash().to_string()))
            .find_also_related(member::Entity)
            .and_also_related(account::Entity)
            .one(&self.databases.reader)
            .await;
        let row = self.databases.explained(row).await?;
        let Some((row, Some(member), Some(account))) = row else { return Ok(None) };
        let (session, member) = (decode_session(&row)?, decode_member(member)?);
        let is_ended = revoked.ends_session(session.id) || revoked.disabled_at(&member).is_some();
        let (times, lifetimes) = (session.times, &self.session_lifetimes);
        if is_ended || !times.is_live(lifetimes, now) {
            return Ok(None);
        }
        if now >= times.seen_at.later_by(SEEN_PRECISION) {
            self.seen_sessions.note(session.id, member.id, now);
        }
        let is_fresh = times.is_fresh(lifetimes, now);
        Ok(Some(SignedIn {
            session_id: session.id,
            times,
            is_fresh,
            proven_by: session.proven_by,
            member,
            account: decode_account(account)?,
        }))
    }

    /// Returns the sessions of a member of an account that can still be used, the one that was used
    /// last first. Empty for a member of another account.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn sessions(
        &self,
        account: AccountId,
        member: MemberId,
        now: Timestamp,
    ) -> Result<Vec<Session>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let found = self.members(account).await?.into_iter().find(|it| it.id == member);
        if found.is_none_or(|member| member.disabled_at.is_some()) {
            return Ok(Vec::new());
        }
        let mut sessions = sessions_of_member(&self.databases.reader, member).await?;
        sessions.retain(|session| {
            session.times.is_live(&self.session_lifetimes, now) && !revoked.ends_session(session.id)
        });
        sessions.sort_by_key(|session| (std::cmp::Reverse(session.times.seen_at), session.id));
        Ok(sessions)
    }

    /// Deletes links, ceremonies and sessions that cannot be used any more.
    pub(crate) async fn prune_sign_ins(&self, now: Timestamp) -> Result<(), StoreError> {
        let (at, lifetimes) = (now.epoch_millis(), &self.session_lifetimes);
        let transaction = self.databases.begin_short_write().await?;
        delete::<invitation::Entity>(&transaction, invitation::Column::ExpiresAt.lte(at)).await?;
        delete::<ceremony::Entity>(&transaction, ceremony::Column::ExpiresAt.lte(at)).await?;
        let idle = now.earlier_by(lifetimes.idle).epoch_millis();
        let old = now.earlier_by(lifetimes.absolute).epoch_millis();
        let is_over = Condition::any()
            .add(session::Column::SeenAt.lte(idle))
            .add(session::Column::ProvenAt.lte(old));
        delete::<session::Entity>(&transaction, is_over).await?;
        Ok(transaction.commit().await?)
    }
}
