//! Deliveries: one row for each event and endpoint, which is both record and queue.

use sea_orm::entity::prelude::*;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "deliveries")]
pub(crate) struct Model {
    /// The id that receivers see. It has no index.
    pub(crate) id: String,
    #[sea_orm(primary_key)]
    pub(crate) endpoint_id: String,
    #[sea_orm(primary_key)]
    pub(crate) event_id: String,
    pub(crate) event_type: String,
    pub(crate) status: String,
    pub(crate) attempt_count: i32,
    pub(crate) next_retry_at: i64,
    /// When the next attempt is due; null once the delivery is settled, and while its endpoint is
    /// inactive.
    pub(crate) due_at: Option<i64>,
    /// The claim that holds the delivery.
    pub(crate) lease: Option<String>,
    /// When the lease ends, and another claim may take the delivery.
    pub(crate) leased_until: Option<i64>,
    pub(crate) last_attempt_at: Option<i64>,
    pub(crate) last_response_status: Option<i32>,
    pub(crate) last_error: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) delivered_at: Option<i64>,
    /// How long the successful attempt took.
    pub(crate) millis: Option<i32>,
}

no_relations!();
