//! The members of an account, and what each role may do on the dashboard.
//!
//! A member belongs to one account. A person with two accounts has two members.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::AccountId;
use crate::account::label::Label;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// The id of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemberId(pub Uuid);

wire_enum! {
    /// The role of a member, which decides what the member may do.
    pub enum Role: "role" {
        /// May do everything, also invite members and change their roles.
        Owner = "owner",
        /// May use and change everything but members.
        Developer = "developer",
        /// May look and check, but change nothing.
        Viewer = "viewer",
    }
}

wire_enum! {
    /// What a page or a form of the dashboard needs.
    pub enum Permission: "permission" {
        /// See usage, operators, coverage, events and deliveries.
        ViewAccount = "view_account",
        /// Check domains and licence numbers, one or many; this uses the account's quota.
        Check = "check",
        /// Save records of checks, and end their links.
        SaveEvidence = "save_evidence",
        /// Export data; this uses the account's quota.
        Export = "export",
        /// Add operators to the watchlist, and remove them.
        ChangeWatchlist = "change_watchlist",
        /// See the labels, hints and last uses of keys.
        ViewKeys = "view_keys",
        /// Create, rename and revoke keys.
        ManageKeys = "manage_keys",
        /// See, change and test webhook endpoints, and their secrets.
        ManageWebhooks = "manage_webhooks",
        /// Let a client of the connector read for oneself.
        GrantReading = "grant_reading",
        /// Let a client of the connector change things for oneself.
        GrantWriting = "grant_writing",
        /// See and end one's own sessions, passkeys and grants, and see one's own acts.
        ManageSelf = "manage_self",
        /// See and change members and roles, end the sessions and grants of all, rename the
        /// account, and see the acts of all.
        ManageMembers = "manage_members",
    }
}

impl Role {
    /// Returns whether a member with this role has a permission.
    ///
    /// ```
    /// use licence_core::member::{Permission, Role};
    ///
    /// assert!(Role::Viewer.allows(Permission::Check));
    /// assert!(!Role::Viewer.allows(Permission::ViewKeys));
    /// ```
    pub const fn allows(self, permission: Permission) -> bool {
        match permission {
            Permission::ViewAccount
            | Permission::Check
            | Permission::GrantReading
            | Permission::ManageSelf => true,
            Permission::SaveEvidence
            | Permission::Export
            | Permission::ChangeWatchlist
            | Permission::ViewKeys
            | Permission::ManageKeys
            | Permission::ManageWebhooks
            | Permission::GrantWriting => matches!(self, Self::Owner | Self::Developer),
            Permission::ManageMembers => matches!(self, Self::Owner),
        }
    }
}

/// A member of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The id.
    pub id: MemberId,
    /// The account.
    pub account_id: AccountId,
    /// The name.
    pub name: Label,
    /// The role.
    pub role: Role,
    /// When the member used the invitation.
    pub created_at: Timestamp,
    /// When the member last loaded a page, to the minute.
    pub last_seen_at: Option<Timestamp>,
    /// When the member was disabled, and cannot sign in any more.
    pub disabled_at: Option<Timestamp>,
}

impl Member {
    /// Returns whether the member may make links for others, and whether those that the member made can
    /// still be used.
    pub fn may_invite(&self) -> bool {
        self.disabled_at.is_none() && self.role.allows(Permission::ManageMembers)
    }
}

/// Why a member is not disabled, or keeps the role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the member is the last owner of the account; make another member an owner first")]
pub struct LastOwner;

/// Returns whether an account still has an owner when one of its members is disabled, or gets
/// another role (`new_role`).
///
/// # Errors
/// [`LastOwner`] when the account would have none.
pub fn keep_an_owner(
    members: &[Member],
    changed: MemberId,
    new_role: Option<Role>,
) -> Result<(), LastOwner> {
    let is_owner = |member: &&Member| member.role == Role::Owner && member.disabled_at.is_none();
    let mut owners = members.iter().filter(is_owner).map(|member| member.id);
    let loses_owner = owners.clone().any(|id| id == changed) && new_role != Some(Role::Owner);
    match loses_owner && owners.all(|id| id == changed) {
        true => Err(LastOwner),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests;
