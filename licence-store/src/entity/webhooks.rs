//! The tables of events and of their deliveries.

entity! {
    /// Events. Their ids ascend in the order of recording.
    event = "events" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) name: String,
        pub(crate) operator_id: Option<String>,
        pub(crate) emitted_at: i64,
        pub(crate) body: String,
    }
}

entity! {
    /// Webhook endpoints of accounts, with what they keep of their deliveries.
    webhook_endpoint = "webhook_endpoints" {
        #[sea_orm(primary_key)]
        pub(crate) id: String,
        pub(crate) account_id: String,
        pub(crate) url: String,
        pub(crate) description: Option<String>,
        /// A JSON array of names.
        pub(crate) events: String,
        pub(crate) active: bool,
        pub(crate) watchlist_only: bool,
        pub(crate) created_at: i64,
        pub(crate) last_delivered_at: Option<i64>,
        pub(crate) last_delivery_status: Option<String>,
        pub(crate) failure_count: i64,
        pub(crate) missed_deliveries: i64,
    }
}

entity! {
    /// The signing secrets of endpoints, encrypted.
    webhook_secret = "webhook_secrets" {
        #[sea_orm(primary_key)]
        pub(crate) id: i64,
        pub(crate) endpoint_id: String,
        pub(crate) sealed: String,
        pub(crate) created_at: i64,
        pub(crate) expires_at: Option<i64>,
    }
}

entity! {
    /// Deliveries: one row for each event and endpoint, which is both record and queue.
    delivery = "deliveries" [serde::Deserialize] {
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
}

entity! {
    /// Failed and manual attempts of deliveries.
    delivery_attempt = "delivery_attempts" {
        #[sea_orm(primary_key)]
        pub(crate) id: i64,
        pub(crate) endpoint_id: String,
        pub(crate) event_id: String,
        pub(crate) number: i32,
        pub(crate) at: i64,
        pub(crate) millis: i32,
        pub(crate) status: Option<i32>,
        pub(crate) error: Option<String>,
        pub(crate) body_head: Option<String>,
        pub(crate) manual: bool,
    }
}
