//! An index of the deliveries that failed, and of those that a paused endpoint holds back. Without it, a
//! page would search for them among many successes. A successful delivery is never in the index, so
//! sending writes no additional index.

use sea_orm_migration::prelude::*;

use super::steps::partial_index;

migration!(
    "m0021_unsuccessful_deliveries",
    vec![partial_index(
        "deliveries_unsuccessful",
        "deliveries",
        &["endpoint_id", "status", "event_id"],
        Expr::col("due_at").is_null().and(Expr::col("delivered_at").is_null()),
    )]
);
