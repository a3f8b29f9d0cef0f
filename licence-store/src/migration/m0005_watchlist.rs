//! The operators that accounts watch.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_pk_auto, text};

use super::statements::{id_reference, index};

migration!("m0005_watchlist");

const TABLE: &str = "watchlist_entries";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(watchlist_entries()).await?;
        let mut once = index("watchlist_entries_once", TABLE, &["account_id", "operator_id"]);
        manager.create_index(once.unique().to_owned()).await?;
        let columns = ["account_id", "added_at", "id"];
        manager.create_index(index("watchlist_entries_of_account", TABLE, &columns)).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table(TABLE).to_owned()).await
    }
}

/// Returns the table. Its id counts up, so that two operators added at one instant keep their
/// order.
fn watchlist_entries() -> TableCreateStatement {
    Table::create()
        .table(TABLE)
        .col(big_pk_auto("id"))
        .col(text("account_id"))
        .col(text("operator_id"))
        .col(big_integer("added_at"))
        .foreign_key(&mut id_reference(TABLE, "account_id", "accounts"))
        .foreign_key(&mut id_reference(TABLE, "operator_id", "operators"))
        .to_owned()
}
