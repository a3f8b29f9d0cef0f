//! One-time links: invitations of new members, and sign-in links of members on record.
//!
//! A link can be shown any number of times and is used once: its row is deleted in the transaction
//! that begins the session. So an unknown, a used and an expired link are the same.

use licence_core::account::AccountId;
use licence_core::account::label::Label;
use licence_core::audit::{Act, Action, Actor};
use licence_core::invitation::{Invitation, InvitationId, LinkKind, LinkToken, LinkView};
use licence_core::member::{Member, MemberId, Role};
use licence_core::session::IdentityProof;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use crate::Store;
use crate::accounts::{UNKNOWN_ACCOUNT, find_account};
use crate::boxed;
use crate::entity::{account, invitation, member};
use crate::error::StoreError;
use crate::members::{UNKNOWN_MEMBER, find_member, new_member_row};
use crate::rows::Row;
use crate::sessions::{NewSession, SignInOrigin};

/// A new link. Only this value holds its token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    /// The link without its token.
    pub invitation: Invitation,
    /// The token.
    pub token: LinkToken,
}

impl Store {
    /// Invites a person to become a member of an account; `None` for an unknown account. Only this
    /// result holds the token of the link.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::member::Role;
    /// use licence_store::service::SignInOrigin;
    ///
    /// let link = store.invite_member(account, &"Ada".parse()?, Role::Owner, now).await?;
    /// let token = link.expect("the account exists").token;
    /// let shown = store.show_link(&token, now).await?.expect("it can be used");
    /// assert_eq!((shown.account_name.as_str(), shown.role), ("Example Ltd", Role::Owner));
    ///
    /// let from = SignInOrigin { user_agent: "", address: "203.0.113.7".parse()?, replaces: None };
    /// let session = store.use_link(&token, from, now).await?.expect("it can be used");
    /// let signed_in = store.session(&session.token, now).await?.expect("the session is new");
    /// assert_eq!(signed_in.member.name.as_str(), "Ada");
    /// assert_eq!(store.use_link(&token, from, now).await?, None);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no link.
    #[boxed]
    pub async fn invite_member(
        &self,
        account: AccountId,
        name: &Label,
        role: Role,
        now: Timestamp,
    ) -> Result<Option<NewLink>, StoreError> {
        let link = self.new_link(LinkKind::Enrol, account, None, (name, role), now);
        let act = link_act(Action::MemberInvite, &link.invitation);
        let transaction = self.databases.begin_short_write().await?;
        if find_account(&transaction, account).await?.is_none() {
            transaction.rollback().await?;
            self.record_refused(act, UNKNOWN_ACCOUNT, now).await;
            return Ok(None);
        }
        self.write_link(transaction, link, act, now).await.map(Some)
    }

    /// Makes a sign-in link for a member; `None` when the account has no such member, or the member
    /// is disabled. Only this result holds the token of the link.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no link.
    #[boxed]
    pub async fn link_member(
        &self,
        account: AccountId,
        id: MemberId,
        now: Timestamp,
    ) -> Result<Option<NewLink>, StoreError> {
        let member = self.members(account).await?.into_iter().find(|member| member.id == id);
        let reason = match &member {
            None => Some(UNKNOWN_MEMBER),
            Some(member) if member.disabled_at.is_some() => Some(DISABLED),
            Some(_) => None,
        };
        let (Some(member), None) = (member, reason) else {
            let act = Act::new(Action::MemberLink, id.0).for_account(account);
            self.record_refused(act, reason.unwrap_or(UNKNOWN_MEMBER), now).await;
            return Ok(None);
        };
        let link =
            self.new_link(LinkKind::SignIn, account, Some(id), (&member.name, member.role), now);
        let act = link_act(Action::MemberLink, &link.invitation);
        let transaction = self.databases.begin_short_write().await?;
        self.write_link(transaction, link, act, now).await.map(Some)
    }

    /// Returns what a link gives, and changes nothing; `None` for a link that is unknown, used or
    /// expired.
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
    /// is unknown, used or expired. Of any number of parallel calls, one gets the session.
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

    /// Returns the links of an account that can still be used, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn invitations(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<Invitation>, StoreError> {
        let rows = invitation::Entity::find()
            .filter(invitation::Column::AccountId.eq(account.0.to_string()))
            .filter(invitation::Column::ExpiresAt.gt(now.epoch_millis()))
            .order_by_desc(invitation::Column::CreatedAt)
            .order_by_desc(invitation::Column::Id)
            .all(&self.databases.reader)
            .await?;
        rows.into_iter().map(decode_invitation).collect()
    }

    /// Withdraws a link before its use. Returns whether the account had it.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the link can still be used.
    #[boxed]
    pub async fn withdraw_invitation(
        &self,
        account: AccountId,
        id: InvitationId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let act = withdraw_act(account, id);
        let transaction = self.databases.begin_short_write().await?;
        if !delete_link(&transaction, account, id).await? {
            transaction.rollback().await?;
            self.record_refused(act, "the account has no such link", now).await;
            return Ok(false);
        }
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        Ok(true)
    }

    fn new_link(
        &self,
        kind: LinkKind,
        account_id: AccountId,
        member_id: Option<MemberId>,
        (name, role): (&Label, Role),
        now: Timestamp,
    ) -> NewLink {
        let invitation = Invitation {
            id: InvitationId(self.new_id()),
            kind,
            account_id,
            member_id,
            name: name.clone(),
            role,
            made_by: (*self.actor).clone(),
            created_at: now,
            expires_at: now.later_by(kind.lifetime()),
        };
        NewLink { invitation, token: LinkToken::new(self.entropy.token()) }
    }

    async fn write_link(
        &self,
        transaction: DatabaseTransaction,
        link: NewLink,
        act: Act,
        now: Timestamp,
    ) -> Result<NewLink, StoreError> {
        let row = new_row(&link);
        let inserted = invitation::Entity::insert(row).exec_without_returning(&transaction).await;
        inserted.map_err(|error| self.insert_error(error))?;
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        Ok(link)
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

/// The reason in the audit log for a sign-in link of a disabled member.
const DISABLED: &str = "the member is disabled";

fn link_act(action: Action, link: &Invitation) -> Act {
    let subject = link.member_id.map_or(link.id.0, |member| member.0);
    Act::new(action, subject)
        .for_account(link.account_id)
        .with("name", link.name.as_str())
        .with("role", link.role.as_str())
        .with("expires_at", link.expires_at.to_string())
}

/// Returns the audit act of withdrawing a link before its use.
pub(crate) fn withdraw_act(account: AccountId, id: InvitationId) -> Act {
    Act::new(Action::MemberWithdraw, id.0).for_account(account)
}

/// Deletes a link of an account. Returns false when the account has no such link.
pub(crate) async fn delete_link(
    transaction: &DatabaseTransaction,
    account: AccountId,
    id: InvitationId,
) -> Result<bool, StoreError> {
    let deleted = invitation::Entity::delete_many()
        .filter(invitation::Column::AccountId.eq(account.0.to_string()))
        .filter(invitation::Column::Id.eq(id.0.to_string()))
        .exec(transaction)
        .await?;
    Ok(deleted.rows_affected > 0)
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

fn new_row(link: &NewLink) -> invitation::ActiveModel {
    let invitation = &link.invitation;
    invitation::ActiveModel {
        id: Set(invitation.id.0.to_string()),
        account_id: Set(invitation.account_id.0.to_string()),
        member_id: Set(invitation.member_id.map(|member| member.0.to_string())),
        kind: Set(invitation.kind.to_string()),
        name: Set(invitation.name.to_string()),
        role: Set(invitation.role.to_string()),
        token_sha256: Set(link.token.hash().to_string()),
        made_by: Set(invitation.made_by.to_string()),
        created_at: Set(invitation.created_at.epoch_millis()),
        expires_at: Set(invitation.expires_at.epoch_millis()),
    }
}

fn decode_invitation(row: invitation::Model) -> Result<Invitation, StoreError> {
    let cell = Row { table: "invitations", id: &row.id };
    Ok(Invitation {
        id: InvitationId(cell.parse::<Uuid>(&row.id)?),
        kind: cell.parse(&row.kind)?,
        account_id: AccountId(cell.parse::<Uuid>(&row.account_id)?),
        member_id: cell.parse_optional::<Uuid>(row.member_id.as_deref())?.map(MemberId),
        name: cell.parse(&row.name)?,
        role: cell.parse(&row.role)?,
        made_by: cell.parse(&row.made_by)?,
        created_at: cell.time(row.created_at)?,
        expires_at: cell.time(row.expires_at)?,
    })
}
