//! One-time links: invitations of new members, and sign-in links of members on record.
//!
//! A link can be shown any number of times and is used once: its row is deleted in the transaction
//! that begins the session. So an unknown, a used and an expired link are the same.

mod link_use;

use licence_core::account::AccountId;
use licence_core::account::label::Label;
use licence_core::audit::{Act, Action};
use licence_core::invitation::{Invitation, InvitationId, LinkKind, LinkToken};
use licence_core::member::{MemberId, Role};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use crate::Store;
use crate::accounts::{UNKNOWN_ACCOUNT, find_account};
use crate::boxed;
use crate::entity::invitation;
use crate::error::StoreError;
use crate::members::UNKNOWN_MEMBER;
use crate::rows::Row;

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
        let found = self.members(account).await?.into_iter().find(|member| member.id == id);
        let Some(member) = found.as_ref().filter(|member| member.disabled_at.is_none()) else {
            let act = Act::new(Action::MemberLink, id.0).for_account(account);
            let reason = if found.is_some() { DISABLED } else { UNKNOWN_MEMBER };
            self.record_refused(act, reason, now).await;
            return Ok(None);
        };
        let link =
            self.new_link(LinkKind::SignIn, account, Some(id), (&member.name, member.role), now);
        let act = link_act(Action::MemberLink, &link.invitation);
        let transaction = self.databases.begin_short_write().await?;
        self.write_link(transaction, link, act, now).await.map(Some)
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
