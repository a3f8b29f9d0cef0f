//! The passkeys of members, with their public keys.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "passkeys")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) id: String,
    pub(crate) member_id: String,
    /// The id that the authenticator gave, as base64url.
    pub(crate) credential_id: String,
    /// The public key and what is known of the authenticator, as JSON.
    pub(crate) credential: String,
    pub(crate) label: String,
    pub(crate) created_at: i64,
    pub(crate) last_used_at: Option<i64>,
}

belongs_to!(Member(member) by MemberId);
