//! The audit log: who changed what in the service, when, and how it ended.
//!
//! An [`Act`] is an action or an attempt; an [`AuditEntry`] is the act on record. No entry
//! is ever changed or removed, and none holds a key, a secret or a password.

mod actor;
mod configuration;

pub use actor::{Actor, InvalidActor};
pub use configuration::{configuration_changes, redact_address, redact_url};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::account::AccountId;
use crate::member::{Member, Permission};
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What was done or attempted.
    pub enum Action: "audited action" {
        /// An account is created.
        AccountCreate = "account.create",
        /// An account moves to another plan.
        AccountSetPlan = "account.set_plan",
        /// An account gets another name.
        AccountRename = "account.rename",
        /// An API key is created.
        KeyCreate = "key.create",
        /// An API key is revoked.
        KeyRevoke = "key.revoke",
        /// An API key gets another label.
        KeyRename = "key.rename",
        /// A person is invited to become a member of an account.
        MemberInvite = "member.invite",
        /// An invitation or a sign-in link is withdrawn before its use.
        MemberWithdraw = "member.withdraw",
        /// A person becomes a member by an invitation.
        MemberEnrol = "member.enrol",
        /// A sign-in link is made for a member.
        MemberLink = "member.link",
        /// A member is disabled.
        MemberDisable = "member.disable",
        /// A member gets another role.
        MemberSetRole = "member.set_role",
        /// A member signs in, or proves the identity again.
        SessionSignIn = "session.sign_in",
        /// A session is ended before its time.
        SessionEnd = "session.end",
        /// A member adds a passkey.
        PasskeyAdd = "passkey.add",
        /// A passkey of a member is removed.
        PasskeyRemove = "passkey.remove",
        /// A member asks for a page, or sends a form, that the role does not allow.
        RoleRefuse = "role.refuse",
        /// A member lets a client of the connector ask for the account.
        GrantCreate = "grant.create",
        /// A grant is ended before its time.
        GrantRevoke = "grant.revoke",
        /// A code or refresh token was used by two, and its grant is ended.
        GrantReuse = "grant.reuse",
        /// A client of the connector is added.
        ClientAdd = "client.add",
        /// A client of the connector is removed, with its grants.
        ClientRemove = "client.remove",
        /// A webhook endpoint is created.
        WebhookCreate = "webhook.create",
        /// A webhook endpoint is changed.
        WebhookUpdate = "webhook.update",
        /// A webhook endpoint is removed, with its deliveries.
        WebhookDelete = "webhook.delete",
        /// A webhook endpoint gets a new secret.
        WebhookRotateSecret = "webhook.rotate_secret",
        /// The previous secrets of a webhook endpoint stop signing before their time.
        WebhookEndOldSecret = "webhook.end_old_secret",
        /// A delivery is attempted once more.
        DeliveryResend = "delivery.resend",
        /// The record of a check is saved.
        EvidenceSave = "evidence.save",
        /// The saved record of a check is withdrawn.
        EvidenceRevoke = "evidence.revoke",
        /// A history entry is withdrawn, or the reason of its withdrawal is reworded.
        HistoryCorrect = "history.correct",
        /// A register reading is applied although it drops an implausible share (`--force`).
        ReadingForce = "reading.force",
        /// A server starts with options other than the last start's.
        ConfigurationChange = "configuration.change",
    }
}

wire_enum! {
    /// How an act ended.
    pub enum Outcome: "audit outcome" {
        /// It took effect.
        Done = "done",
        /// A rule refused it; nothing was changed.
        Refused = "refused",
    }
}

/// An action or an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// What was done or attempted.
    pub action: Action,
    /// To what: an id, the code of a register, or the address of a server.
    pub subject: String,
    /// The account concerned.
    pub account_id: Option<AccountId>,
    /// What else an auditor needs; no secrets.
    pub details: Map<String, Value>,
}

impl Act {
    /// Returns an act on a subject that belongs to no account.
    pub fn new(action: Action, subject: impl ToString) -> Self {
        Self { action, subject: subject.to_string(), account_id: None, details: Map::new() }
    }

    /// Returns the act with the account that it concerns.
    pub fn for_account(self, account_id: AccountId) -> Self {
        Self { account_id: Some(account_id), ..self }
    }

    /// Returns the act with one more detail.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }
}

/// An act on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// The number of the entry. Numbers rise in the order of recording and may have gaps.
    pub id: i64,
    /// When the act happened.
    pub at: Timestamp,
    /// Who acted.
    pub actor: Actor,
    /// What was done or attempted.
    pub action: Action,
    /// To what: an id, the code of a register, or the address of a server.
    pub subject: String,
    /// The account concerned; null for an act that concerns none.
    pub account_id: Option<AccountId>,
    /// How the act ended.
    pub outcome: Outcome,
    /// Why the act was refused; null for one that took effect.
    pub reason: Option<String>,
    /// What else is known of the act.
    pub details: Map<String, Value>,
}

/// Which entries to return. The default returns all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditQuery {
    /// Acts at or after this instant.
    pub since: Option<Timestamp>,
    /// Acts before this instant.
    pub until: Option<Timestamp>,
    /// Acts that concern this account.
    pub account_id: Option<AccountId>,
    /// Acts of this kind.
    pub action: Option<Action>,
    /// Acts of this actor.
    pub actor: Option<Actor>,
    /// The most entries to return; all of them when `None`.
    pub limit: Option<u64>,
}

impl AuditQuery {
    /// Returns the part of what is asked for that a member may see: the acts that concern the
    /// account, and without [`Permission::ManageMembers`] only the member's own.
    pub fn visible_to(self, member: &Member) -> Self {
        let actor = match member.role.allows(Permission::ManageMembers) {
            true => self.actor,
            false => Some(Actor::Member(member.id)),
        };
        Self { account_id: Some(member.account_id), actor, ..self }
    }
}

/// A part of the audit log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditPage {
    /// How many entries match, returned or not.
    pub total: u64,
    /// The entries, the newest act first.
    pub entries: Vec<AuditEntry>,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::member::{MemberId, Role};

    #[test]
    fn a_member_sees_the_acts_of_all_or_only_its_own() {
        let id = |number| MemberId(Uuid::from_u128(number));
        let actor = |number| Some(Actor::Member(id(number)));
        for (role, asked, seen) in [
            (Role::Owner, None, None),
            (Role::Owner, actor(2), actor(2)),
            (Role::Developer, None, actor(1)),
            (Role::Developer, actor(2), actor(1)),
            (Role::Viewer, None, actor(1)),
            (Role::Viewer, actor(2), actor(1)),
        ] {
            let member = Member {
                id: id(1),
                account_id: AccountId(Uuid::from_u128(7)),
                name: "Ada".parse().unwrap(),
                role,
                created_at: Timestamp::EPOCH,
                last_seen_at: None,
                disabled_at: None,
            };
            let others = Some(AccountId(Uuid::from_u128(8)));
            let query = AuditQuery { account_id: others, actor: asked, ..AuditQuery::default() };
            let visible = query.visible_to(&member);
            assert_eq!((visible.account_id, visible.actor), (Some(member.account_id), seen));
        }
    }
}
