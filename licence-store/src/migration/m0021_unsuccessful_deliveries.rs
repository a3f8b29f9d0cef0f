//! An index of the deliveries that failed, and of those that a paused endpoint holds back. Among
//! many successes a page would look for them long. A delivery that goes well is never in it, so
//! sending writes no index more.

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
