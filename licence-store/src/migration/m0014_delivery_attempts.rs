//! Failed and manual attempts of deliveries, and how long the successful ones took.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_pk_auto, boolean, integer, integer_null, text, text_null,
};

use super::steps::{Step, column, index};

migration!(
    "m0014_delivery_attempts",
    vec![
        column("deliveries", integer_null("millis")),
        Step::Table(delivery_attempts()),
        index("delivery_attempts_of_delivery", "delivery_attempts", &["endpoint_id", "event_id"]),
    ]
);

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
