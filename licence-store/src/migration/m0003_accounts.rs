//! Accounts and their keys.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, text};

migration!("m0003_accounts");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(accounts()).await?;
        manager.create_table(api_keys()).await?;
        let of_account = Index::create()
            .name("api_keys_of_account")
            .table("api_keys")
            .col("account_id")
            .to_owned();
        manager.create_index(of_account).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["api_keys", "accounts"] {
            manager.drop_table(Table::drop().table(table).to_owned()).await?;
        }
        Ok(())
    }
}

fn accounts() -> TableCreateStatement {
    Table::create()
        .table("accounts")
        .col(text("id").primary_key())
        .col(text("name"))
        .col(text("plan"))
        .col(big_integer("created_at"))
        .to_owned()
}

fn api_keys() -> TableCreateStatement {
    let to_accounts =
        ForeignKey::create().from("api_keys", "account_id").to("accounts", "id").to_owned();
    Table::create()
        .table("api_keys")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("label"))
        .col(text("hash").unique_key())
        .col(text("hint"))
        .col(big_integer("created_at"))
        .col(big_integer_null("last_used_at"))
        .col(big_integer_null("revoked_at"))
        .foreign_key(&mut to_accounts.to_owned())
        .to_owned()
}
