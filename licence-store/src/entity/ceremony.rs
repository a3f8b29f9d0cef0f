//! The challenges that browsers were given and have not answered yet.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ceremonies")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
    pub(crate) token_sha256: String,
    /// The member who adds a passkey; null for a sign-in, whose answer names the member.
    #[sea_orm(column_type = "Text", nullable)]
    pub(crate) member_id: Option<String>,
    /// The state of the ceremony as JSON. It never goes to the browser.
    #[sea_orm(column_type = "Text")]
    pub(crate) state: String,
    pub(crate) expires_at: i64,
}

#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
