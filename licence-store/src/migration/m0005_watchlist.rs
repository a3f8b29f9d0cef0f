//! The operators that accounts watch.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_pk_auto, text};

migration!("m0005_watchlist");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(watchlist_entries()).await?;
        let once = index("watchlist_entries_once", &["account_id", "operator_id"]);
        manager.create_index(once.clone().unique().to_owned()).await?;
        let columns = ["account_id", "added_at", "id"];
        manager.create_index(index("watchlist_entries_of_account", &columns)).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("watchlist_entries").to_owned()).await
    }
}

/// Returns the table. Its id counts up, so that two operators added at one instant keep their
/// order.
fn watchlist_entries() -> TableCreateStatement {
    let reference = |column: &'static str, table: &'static str| {
        ForeignKey::create().from("watchlist_entries", column).to(table, "id").to_owned()
    };
    Table::create()
        .table("watchlist_entries")
        .col(big_pk_auto("id"))
        .col(text("account_id"))
        .col(text("operator_id"))
        .col(big_integer("added_at"))
        .foreign_key(&mut reference("account_id", "accounts"))
        .foreign_key(&mut reference("operator_id", "operators"))
        .to_owned()
}

fn index(name: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = Index::create().name(name).table("watchlist_entries").to_owned();
    for column in columns {
        index.col(*column);
    }
    index
}
