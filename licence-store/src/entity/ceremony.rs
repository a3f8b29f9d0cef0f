//! The challenges that browsers were given and have not answered yet.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ceremonies")]
pub(crate) struct Model {
    #[sea_orm(primary_key)]
    pub(crate) token_sha256: String,
    /// The member who adds a passkey; null for a sign-in, whose answer names the member.
    pub(crate) member_id: Option<String>,
    /// The state of the ceremony as JSON. It never goes to the browser.
    pub(crate) state: String,
    pub(crate) expires_at: i64,
}

no_relations!();
