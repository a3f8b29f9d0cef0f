//! Webhook endpoints, their secrets, and the deliveries that are both record and queue.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, big_pk_auto, boolean, integer, integer_null, text, text_null,
};
use sea_orm_migration::sea_orm::DbBackend;

use super::steps::{Step, apply, id_reference, index, partial_index, revert, unique_index};

migration!("m0006_webhooks");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        apply(manager, steps()).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            // Room in every page: a claim changes no index, so the row is written beside its
            // former version and no index has to be.
            let room = "alter table deliveries set (fillfactor = 50)";
            manager.get_connection().execute_unprepared(room).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        revert(manager, steps()).await
    }
}

fn steps() -> Vec<Step> {
    let mut steps = vec![
        Step::Table(webhook_endpoints()),
        Step::Table(webhook_secrets()),
        Step::Table(deliveries(&["id"])),
        index("webhook_endpoints_of_account", "webhook_endpoints", &["account_id", "created_at"]),
        index("webhook_secrets_of_endpoint", "webhook_secrets", &["endpoint_id", "id"]),
    ];
    steps.extend(delivery_keys());
    steps.push(due_deliveries());
    steps
}

fn webhook_endpoints() -> TableCreateStatement {
    Table::create()
        .table("webhook_endpoints")
        .col(text("id").primary_key())
        .col(text("account_id"))
        .col(text("url"))
        .col(text_null("description"))
        .col(text("events"))
        .col(boolean("active"))
        .col(boolean("watchlist_only"))
        .col(big_integer("created_at"))
        .col(big_integer_null("last_delivered_at"))
        .col(text_null("last_delivery_status"))
        .col(big_integer("failure_count"))
        .col(big_integer("missed_deliveries"))
        .foreign_key(&mut id_reference("webhook_endpoints", "account_id", "accounts"))
        .to_owned()
}

/// The secret is encrypted. The id counts up: the newest secret has the greatest.
fn webhook_secrets() -> TableCreateStatement {
    Table::create()
        .table("webhook_secrets")
        .col(big_pk_auto("id"))
        .col(text("endpoint_id"))
        .col(text("sealed"))
        .col(big_integer("created_at"))
        .col(big_integer_null("expires_at"))
        .foreign_key(&mut of_endpoint("webhook_secrets"))
        .to_owned()
}

/// The indexes by which deliveries were found besides their ids.
pub(super) fn delivery_keys() -> Vec<Step> {
    vec![
        index("deliveries_of_endpoint", "deliveries", &["endpoint_id", "event_id"]),
        unique_index("deliveries_once", "deliveries", &["event_id", "endpoint_id"]),
    ]
}

/// The index of due deliveries, without settled ones and those of inactive endpoints.
pub(super) fn due_deliveries() -> Step {
    let is_due = Expr::col("due_at").is_not_null();
    partial_index("deliveries_due", "deliveries", &["endpoint_id", "due_at"], is_due)
}

/// `due_at` is when the next attempt is due; null once the row is settled, and while its endpoint
/// is inactive. What a claim writes, `lease` and `leased_until`, is in no index: a claim is cheap.
pub(super) fn deliveries(key: &[&'static str]) -> TableCreateStatement {
    let mut primary = Index::create();
    for column in key {
        primary.col(*column);
    }
    Table::create()
        .table("deliveries")
        .primary_key(&mut primary)
        .col(text("id"))
        .col(text("endpoint_id"))
        .col(text("event_id"))
        .col(text("event_type"))
        .col(text("status"))
        .col(integer("attempt_count"))
        .col(big_integer("next_retry_at"))
        .col(big_integer_null("due_at"))
        .col(text_null("lease"))
        .col(big_integer_null("leased_until"))
        .col(big_integer_null("last_attempt_at"))
        .col(integer_null("last_response_status"))
        .col(text_null("last_error"))
        .col(big_integer("created_at"))
        .col(big_integer_null("delivered_at"))
        .foreign_key(&mut of_endpoint("deliveries"))
        .to_owned()
}

fn of_endpoint(table: &'static str) -> ForeignKeyCreateStatement {
    let mut key = id_reference(table, "endpoint_id", "webhook_endpoints");
    key.on_delete(ForeignKeyAction::Cascade).to_owned()
}
