//! An index of the audit log by account. The pages of an account ask for its entries alone, and would
//! otherwise read those of all accounts.

use sea_orm_migration::prelude::*;

use super::statements::index;

migration!("m0023_audit_by_account");

const NAME: &str = "audit_entries_by_account";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_index(index(NAME, "audit_entries", &["account_id", "at", "id"])).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name(NAME).table("audit_entries").to_owned()).await
    }
}
