//! Invitations and sign-in links that can still be used: only the hashes of their secrets.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invitations")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    /// The member who signs in; null for an invitation.
    pub(crate) member_id: Option<String>,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) role: String,
    pub(crate) token_sha256: String,
    pub(crate) made_by: String,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
}

belongs_to!(Account(account) by AccountId, Member(member) by MemberId);
