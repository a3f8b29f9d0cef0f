//! Disables members and changes their roles, whatever else is written meanwhile.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action};
use licence_core::member::{LastOwner, Member, MemberId, Role, keep_an_owner};
use licence_core::oauth::grant::Grant;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::UNKNOWN_MEMBER;
use super::rows::{delete_links_made_by, disable_act, locked_members, mark_disabled};
use crate::Store;
use crate::boxed;
use crate::connector::grants_of_member;
use crate::entity::member;
use crate::error::StoreError;
use crate::keys::Ended;
use crate::sessions::{delete_sessions_of_member, sessions_of_member};
use crate::urgent::UrgentWrite;

/// The result of a change of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberChange {
    /// The member as changed, or as it was already.
    Changed(Member),
    /// The member is the last owner of the account; nothing was changed.
    LastOwner(LastOwner),
    /// The account has no such member.
    Unknown,
}

/// What becomes of a member.
#[derive(Clone, Copy)]
enum Change {
    Disable,
    SetRole(Role),
}

impl Store {
    /// Disables a member. Sessions and sign-in links of the member end at once, in every process, and
    /// so do the invitations that the member made.
    /// Disabling a disabled member keeps the first time. The call waits for a reading that is being
    /// applied only if the member is an owner, whose sessions and grants end before.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
    pub async fn disable_member(
        &self,
        account: AccountId,
        id: MemberId,
        now: Timestamp,
    ) -> Result<MemberChange, StoreError> {
        self.change_member(account, id, Change::Disable, now).await
    }

    /// Gives a member another role. Sessions of the member end at once, in every process, also
    /// while a reading is being applied; the new role then follows after the reading. Until then a
    /// grant could do what the new role forbids, so that such a grant ends. Links that the member made
    /// for others end with the role.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
    pub async fn set_member_role(
        &self,
        account: AccountId,
        id: MemberId,
        role: Role,
        now: Timestamp,
    ) -> Result<MemberChange, StoreError> {
        self.change_member(account, id, Change::SetRole(role), now).await
    }

    async fn change_member(
        &self,
        account: AccountId,
        id: MemberId,
        change: Change,
        now: Timestamp,
    ) -> Result<MemberChange, StoreError> {
        let members = self.members(account).await?;
        let Some(before) = members.iter().find(|member| member.id == id) else {
            let act = change.act_on(id).for_account(account);
            self.record_refused_urgently(act, UNKNOWN_MEMBER, now).await;
            return Ok(MemberChange::Unknown);
        };
        let after = change.applied_to(before, now);
        if after == *before {
            return Ok(MemberChange::Changed(after));
        }
        if let Err(last) = keep_an_owner(&members, id, change.new_role()) {
            return Ok(self.refuse_change(&change.act(before), last, now).await);
        }
        let urgent = match self.databases.begin_urgent_write().await? {
            Some(urgent) => urgent,
            None => {
                self.change_in_log(before, change, now).await?;
                if change.is_done_in_log(before) {
                    return Ok(MemberChange::Changed(after));
                }
                UrgentWrite::patient(&self.databases).await?
            }
        };
        self.write_change(urgent, before, change, now).await
    }

    /// Ends what the member may do by the log beside the SQLite file, which another process writes:
    /// the whole change, or else the sessions, and the grants that the change leaves less than they have.
    async fn change_in_log(
        &self,
        member: &Member,
        change: Change,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let ended = match change.is_done_in_log(member) {
            true => vec![Ended::Member(member.id)],
            false => {
                let sessions = sessions_of_member(&self.databases.reader, member.id).await?;
                let sessions = sessions.iter().map(|session| Ended::Session(session.id));
                let grants = grants_of_member(&self.databases.reader, member.id).await?;
                let grants = grants.iter().filter(|grant| change.narrows(grant));
                sessions.chain(grants.map(|grant| Ended::Grant(grant.id))).collect()
            }
        };
        self.append_revocations(ended, now).await
    }

    async fn write_change(
        &self,
        urgent: UrgentWrite,
        before: &Member,
        change: Change,
        now: Timestamp,
    ) -> Result<MemberChange, StoreError> {
        let transaction = &urgent.transaction;
        let act = change.act(before);
        let writing = async {
            // Asked again under the lock, because another owner may have gone meanwhile.
            let members = locked_members(transaction, before.account_id).await?;
            if let Err(last) = keep_an_owner(&members, before.id, change.new_role()) {
                return Ok::<_, StoreError>(Err(last));
            }
            match change {
                Change::Disable => drop(mark_disabled(transaction, before.id, now).await?),
                Change::SetRole(role) => set_role(transaction, before.id, role).await?,
            }
            self.record_done(transaction, act.clone(), now).await?;
            // Callers of the connector are in memory with their role.
            Ok(Ok(self.keys.announce_change(transaction).await?))
        };
        let announced = match self.databases.run_urgent(transaction, writing).await? {
            Ok(announced) => announced,
            Err(last) => {
                urgent.rollback().await?;
                return Ok(self.refuse_change(&act, last, now).await);
            }
        };
        urgent.commit().await?;
        announced.seen().await;
        Ok(MemberChange::Changed(change.applied_to(before, now)))
    }

    async fn refuse_change(&self, act: &Act, last: LastOwner, now: Timestamp) -> MemberChange {
        self.record_refused_urgently(act.clone(), &last.to_string(), now).await;
        MemberChange::LastOwner(last)
    }
}

impl Change {
    /// Returns whether the log beside the SQLite file can hold the change. Only the database knows
    /// whether an owner is the last one.
    fn is_done_in_log(self, member: &Member) -> bool {
        matches!(self, Self::Disable) && member.role != Role::Owner
    }

    /// Returns whether a grant of the member gives less after the change.
    fn narrows(self, grant: &Grant) -> bool {
        self.new_role().is_none_or(|role| grant.scopes.within_role(role) != grant.scopes)
    }

    fn new_role(self) -> Option<Role> {
        match self {
            Self::Disable => None,
            Self::SetRole(role) => Some(role),
        }
    }

    fn applied_to(self, member: &Member, now: Timestamp) -> Member {
        match self {
            Self::Disable => {
                Member { disabled_at: member.disabled_at.or(Some(now)), ..member.clone() }
            }
            Self::SetRole(role) => Member { role, ..member.clone() },
        }
    }

    /// Returns the act on a member whose name and role are unknown.
    fn act_on(self, id: MemberId) -> Act {
        match self {
            Self::Disable => Act::new(Action::MemberDisable, id.0),
            Self::SetRole(role) => Act::new(Action::MemberSetRole, id.0).with("to", role.as_str()),
        }
    }

    fn act(self, member: &Member) -> Act {
        match self {
            Self::Disable => disable_act(member),
            Self::SetRole(_) => self
                .act_on(member.id)
                .for_account(member.account_id)
                .with("name", member.name.as_str())
                .with("from", member.role.as_str()),
        }
    }
}

/// Gives a member a role, and ends the member's sessions and the links that the member made.
async fn set_role(
    connection: &impl ConnectionTrait,
    id: MemberId,
    role: Role,
) -> Result<(), StoreError> {
    member::Entity::update_many()
        .col_expr(member::Column::Role, Expr::value(role.as_str()))
        .filter(member::Column::Id.eq(id.0.to_string()))
        .exec(connection)
        .await?;
    delete_links_made_by(connection, id).await?;
    delete_sessions_of_member(connection, id).await
}
