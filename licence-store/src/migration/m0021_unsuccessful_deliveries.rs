//! An index of the deliveries that failed, and of those that a paused endpoint holds back. Among
//! many successes a page would look for them long. A delivery that goes well is never in it, so
//! sending writes no index more.

use sea_orm_migration::prelude::*;

use super::statements::index;

migration!("m0021_unsuccessful_deliveries");

const NAME: &str = "deliveries_unsuccessful";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut index = index(NAME, "deliveries", &["endpoint_id", "status", "event_id"]);
        let is_unsuccessful =
            Expr::col("due_at").is_null().and(Expr::col("delivered_at").is_null());
        index.cond_where(is_unsuccessful);
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name(NAME).table("deliveries").to_owned()).await
    }
}
