//! Shows a link, and uses it once.

use licence_core::audit::{Act, Action, Actor};
use licence_core::invitation::{Invitation, LinkToken, LinkView};
use licence_core::member::{Member, MemberId};
use licence_core::session::IdentityProof;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use super::decode_invitation;
use crate::Store;
use crate::boxed;
use crate::entity::{account, invitation, member};
use crate::error::StoreError;
use crate::keys::Tail;
use crate::members::{find_member, new_member_row};
use crate::sessions::{NewSession, SignInOrigin};

impl Store {
    /// Returns what a link gives, and changes nothing; `None` for a link that is unknown, used or
    /// expired, and for one of a maker who may invite nobody any more.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn show_link(
        &self,
        token: &LinkToken,
        now: Timestamp,
    ) -> Result<Option<LinkView>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let row = invitation::Entity::find()
            .filter(invitation::Column::TokenSha256.eq(token.hash().to_string()))
            .filter(invitation::Column::ExpiresAt.gt(now.epoch_millis()))
            .find_also_related(account::Entity)
            .one(&self.databases.reader)
            .await?;
        let Some((row, Some(account))) = row else { return Ok(None) };
        let link = decode_invitation(row)?;
        if !is_maker_allowed(&self.databases.reader, &link.made_by, &revoked).await? {
            return Ok(None);
        }
        let member = match link.member_id {
            Some(id) => find_member(&self.databases.reader, id).await?,
            None => None,
        };
        if member.as_ref().is_some_and(|member| revoked.disabled_at(member).is_some()) {
            return Ok(None);
        }
        Ok(Some(LinkView {
            kind: link.kind,
            member_id: link.member_id,
            account_name: account.name,
            // The role may have changed since the link was made.
            role: member.map_or(link.role, |member| member.role),
            member_name: link.name,
            expires_at: link.expires_at,
        }))
    }

    /// Uses a link: makes the member of an invitation, and begins a session. `None` for a link that
    /// [`show_link`](Self::show_link) does not show. Of any number of parallel calls, one gets the session.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the link can still be used.
    pub async fn use_link(
        &self,
        token: &LinkToken,
        from: SignInOrigin<'_>,
        now: Timestamp,
    ) -> Result<Option<NewSession>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let transaction = self.databases.begin_short_write().await?;
        let member = match consume_link(&transaction, token, now).await? {
            None => None,
            Some(link) if !is_maker_allowed(&transaction, &link.made_by, &revoked).await? => None,
            Some(link) => match link.member_id {
                None => Some(self.enrol(&transaction, &link, now).await?),
                Some(id) => find_member(&transaction, id).await?,
            },
        };
        let member = member.filter(|member| revoked.disabled_at(member).is_none());
        let Some(member) = member else {
            transaction.rollback().await?;
            let act = Act::new(Action::SessionSignIn, "link")
                .with("by", IdentityProof::Link.as_str())
                .with("address", from.address.to_string());
            self.record_refused(act, "the link is unknown, used or expired", now).await;
            return Ok(None);
        };
        let session =
            self.begin_session(&transaction, member, IdentityProof::Link, from, now).await?;
        transaction.commit().await?;
        Ok(Some(session))
    }

    /// Makes the member of an invitation.
    async fn enrol(
        &self,
        transaction: &DatabaseTransaction,
        link: &Invitation,
        now: Timestamp,
    ) -> Result<Member, StoreError> {
        let member = Member {
            id: MemberId(self.entropy.uuid()),
            account_id: link.account_id,
            name: link.name.clone(),
            role: link.role,
            created_at: now,
            last_seen_at: None,
            disabled_at: None,
        };
        let row = new_member_row(&member);
        member::Entity::insert(row).exec_without_returning(transaction).await?;
        let act = Act::new(Action::MemberEnrol, member.id.0)
            .for_account(member.account_id)
            .with("invitation", link.id.0.to_string())
            .with("name", member.name.as_str())
            .with("role", member.role.as_str());
        self.acting_as(Actor::Member(member.id)).record_done(transaction, act, now).await?;
        Ok(member)
    }
}

/// Deletes a link that can be used, and returns it; `None` for any other, and when a parallel
/// transaction deleted it first.
async fn consume_link(
    transaction: &DatabaseTransaction,
    token: &LinkToken,
    now: Timestamp,
) -> Result<Option<Invitation>, StoreError> {
    let mut deleted = invitation::Entity::delete_many()
        .filter(invitation::Column::TokenSha256.eq(token.hash().to_string()))
        .filter(invitation::Column::ExpiresAt.gt(now.epoch_millis()))
        .exec_with_returning(transaction)
        .await?;
    deleted.pop().map(decode_invitation).transpose()
}

/// Returns whether the maker of a link may still make one; false for a member who was disabled, or whose
/// role was lowered, since.
async fn is_maker_allowed(
    connection: &impl ConnectionTrait,
    maker: &Actor,
    revoked: &Tail,
) -> Result<bool, StoreError> {
    let Actor::Member(id) = maker else { return Ok(true) };
    let maker = find_member(connection, *id).await?;
    Ok(maker.is_some_and(|it| it.may_invite() && revoked.disabled_at(&it).is_none()))
}
