//! Begins sessions.

use std::net::IpAddr;

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action, Actor};
use licence_core::member::{Member, MemberId};
use licence_core::session::{
    IdentityProof, MAX_SESSIONS, Session, SessionId, SessionToken, SignedIn, describe_browser,
};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, Set};

use super::rows::{delete_session, end_act, note_member_seen, sessions_of_member};
use crate::Store;
use crate::entity::session;
use crate::error::StoreError;
use crate::members::lock_member;

/// A new session. Only this value holds its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The token, for the cookie.
    pub token: SessionToken,
    /// The id of the session.
    pub id: SessionId,
    /// Who signed in.
    pub member: Member,
}

/// Where a member signs in from.
#[derive(Clone, Copy, Debug)]
pub struct SignInOrigin<'a> {
    /// The `User-Agent` header of the request; empty without one.
    pub user_agent: &'a str,
    /// The address of the caller.
    pub address: IpAddr,
    /// The session that the browser holds already. It ends with the sign-in, because its cookie is
    /// replaced.
    pub replaces: Option<&'a SignedIn>,
}

impl Store {
    /// Begins a session in the transaction that proved the identity of its member, and ends the one
    /// that it replaces. If the member has too many sessions, those end that were used longest ago.
    pub(crate) async fn begin_session(
        &self,
        transaction: &DatabaseTransaction,
        member: Member,
        by: IdentityProof,
        from: SignInOrigin<'_>,
        now: Timestamp,
    ) -> Result<NewSession, StoreError> {
        lock_member(transaction, member.id).await?;
        if let Some(replaced) = from.replaces {
            self.end_replaced_session(transaction, replaced, now).await?;
        }
        let ended = self.end_surplus_sessions(transaction, member.id, now).await?;
        let (id, token) = (SessionId(self.entropy.uuid()), SessionToken::new(self.entropy.token()));
        let row = session::ActiveModel {
            id: Set(id.0.to_string()),
            member_id: Set(member.id.0.to_string()),
            token_sha256: Set(token.hash().to_string()),
            created_at: Set(now.epoch_millis()),
            seen_at: Set(now.epoch_millis()),
            proven_at: Set(now.epoch_millis()),
            browser: Set(describe_browser(from.user_agent)),
            address: Set(from.address.to_string()),
            proven_by: Set(by.to_string()),
        };
        session::Entity::insert(row).exec_without_returning(transaction).await?;
        note_member_seen(transaction, member.id, now.epoch_millis()).await?;
        let act = sign_in_act(member.account_id, member.id, id)
            .with("by", by.as_str())
            .with("address", from.address.to_string())
            .with("ended", ended);
        self.acting_as(Actor::Member(member.id)).record_done(transaction, act, now).await?;
        Ok(NewSession { token, id, member: Member { last_seen_at: Some(now), ..member } })
    }

    /// Gives a session a new token in the transaction that proved the identity of its member again.
    /// The former token is of no use from the commit on. `None` when the session has ended or the member
    /// is disabled, also if only the log beside the database says so; roll back then.
    pub(crate) async fn renew_session(
        &self,
        transaction: &DatabaseTransaction,
        signed_in: &SignedIn,
        by: IdentityProof,
        now: Timestamp,
    ) -> Result<Option<SessionToken>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        if revoked.ends_session(signed_in.session_id)
            || revoked.disabled_at(&signed_in.member).is_some()
        {
            return Ok(None);
        }
        lock_member(transaction, signed_in.member.id).await?;
        let token = SessionToken::new(self.entropy.token());
        let renewed = session::Entity::update_many()
            .col_expr(session::Column::TokenSha256, Expr::value(token.hash().to_string()))
            .col_expr(session::Column::ProvenAt, Expr::value(now.epoch_millis()))
            .col_expr(session::Column::SeenAt, Expr::value(now.epoch_millis()))
            .col_expr(session::Column::ProvenBy, Expr::value(by.as_str()))
            .filter(session::Column::Id.eq(signed_in.session_id.0.to_string()))
            .exec(transaction)
            .await?;
        if renewed.rows_affected == 0 {
            return Ok(None);
        }
        let Member { id, account_id, .. } = signed_in.member;
        note_member_seen(transaction, id, now.epoch_millis()).await?;
        let act = sign_in_act(account_id, id, signed_in.session_id)
            .with("by", by.as_str())
            .with("again", true);
        self.acting_as(Actor::Member(id)).record_done(transaction, act, now).await?;
        Ok(Some(token))
    }

    async fn end_replaced_session(
        &self,
        transaction: &DatabaseTransaction,
        replaced: &SignedIn,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (session, member) = (replaced.session_id, &replaced.member);
        if delete_session(transaction, session).await? {
            let act = end_act(member.account_id, member.id, session);
            self.acting_as(Actor::Member(member.id)).record_done(transaction, act, now).await?;
        }
        Ok(())
    }

    /// Ends the oldest sessions of a member, and those that ended by themselves, so that one more
    /// is within the limit. Returns the ids of those that could still be used.
    async fn end_surplus_sessions(
        &self,
        transaction: &DatabaseTransaction,
        member: MemberId,
        now: Timestamp,
    ) -> Result<Vec<String>, StoreError> {
        let mut sessions = sessions_of_member(transaction, member).await?;
        sessions.sort_by_key(|session| std::cmp::Reverse(session.times.seen_at));
        let is_live = |session: &Session| session.times.is_live(&self.session_lifetimes, now);
        let (live, dead): (Vec<_>, Vec<_>) = sessions.into_iter().partition(is_live);
        let surplus = live.get(MAX_SESSIONS - 1..).unwrap_or_default();
        for session in dead.iter().chain(surplus) {
            delete_session(transaction, session.id).await?;
        }
        Ok(surplus.iter().map(|session| session.id.0.to_string()).collect())
    }
}

fn sign_in_act(account: AccountId, member: MemberId, id: SessionId) -> Act {
    Act::new(Action::SessionSignIn, id.0).for_account(account).with("member", member.0.to_string())
}
