//! Failed and manual attempts of deliveries, and how long the successful ones took.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_pk_auto, boolean, integer, integer_null, text, text_null,
};

use super::statements::index;

migration!("m0014_delivery_attempts");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let millis = integer_null("millis");
        let deliveries = Table::alter().table("deliveries").add_column(millis).to_owned();
        manager.alter_table(deliveries).await?;
        manager.create_table(delivery_attempts()).await?;
        let key = ["endpoint_id", "event_id"];
        let of_delivery = index("delivery_attempts_of_delivery", "delivery_attempts", &key);
        manager.create_index(of_delivery).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("delivery_attempts").to_owned()).await?;
        let deliveries = Table::alter().table("deliveries").drop_column("millis").to_owned();
        manager.alter_table(deliveries).await
    }
}

/// The id counts up: a later attempt has a greater one.
fn delivery_attempts() -> TableCreateStatement {
    let mut delivery = ForeignKey::create();
    delivery
        .from("delivery_attempts", ("endpoint_id", "event_id"))
        .to("deliveries", ("endpoint_id", "event_id"))
        .on_delete(ForeignKeyAction::Cascade);
    Table::create()
        .table("delivery_attempts")
        .col(big_pk_auto("id"))
        .col(text("endpoint_id"))
        .col(text("event_id"))
        .col(integer("number"))
        .col(big_integer("at"))
        .col(integer("millis"))
        .col(integer_null("status"))
        .col(text_null("error"))
        .col(text_null("body_head"))
        .col(boolean("manual"))
        .foreign_key(&mut delivery)
        .to_owned()
}
