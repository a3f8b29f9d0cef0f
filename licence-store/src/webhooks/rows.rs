//! Endpoints, secrets and deliveries as rows.

use licence_core::account::AccountId;
use licence_core::event::{EventId, EventName};
use licence_core::time::Timestamp;
use licence_core::webhook::attempt::DeliveryAttempt;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus, EndpointCounters};
use licence_core::webhook::endpoint::WebhookEndpoint;
use licence_core::webhook::secret::{EndpointSecret, WebhookSecret};
use licence_core::webhook::{DeliveryId, WebhookId};
use sea_orm::{NotSet, Set};
use uuid::Uuid;

use crate::entity::{delivery, delivery_attempt, webhook_endpoint, webhook_secret};
use crate::error::StoreError;
use crate::rows::{Row, count};

pub(super) fn new_endpoint(
    account: AccountId,
    endpoint: &WebhookEndpoint,
) -> webhook_endpoint::ActiveModel {
    webhook_endpoint::ActiveModel {
        account_id: Set(account.0.to_string()),
        created_at: Set(endpoint.created_at.epoch_millis()),
        last_delivered_at: Set(None),
        last_delivery_status: Set(None),
        failure_count: Set(0),
        missed_deliveries: Set(0),
        ..updated_endpoint(endpoint)
    }
}

/// Returns the columns that the endpoint's owner decides. Only senders write the counters.
pub(super) fn updated_endpoint(endpoint: &WebhookEndpoint) -> webhook_endpoint::ActiveModel {
    let events: Vec<&str> = endpoint.events.iter().map(|name| name.as_str()).collect();
    webhook_endpoint::ActiveModel {
        id: Set(endpoint.id.0.to_string()),
        url: Set(endpoint.url.clone()),
        description: Set(endpoint.description.clone()),
        events: Set(serde_json::Value::from(events).to_string()),
        active: Set(endpoint.active),
        watchlist_only: Set(endpoint.watchlist_only),
        ..Default::default()
    }
}

pub(crate) fn endpoint(row: webhook_endpoint::Model) -> Result<WebhookEndpoint, StoreError> {
    let counters = counters(&row)?;
    let cell = Row { table: "webhook_endpoints", id: &row.id };
    Ok(WebhookEndpoint {
        id: endpoint_id(&row)?,
        events: cell.json::<Vec<EventName>>(&row.events)?,
        active: row.active,
        watchlist_only: row.watchlist_only,
        created_at: cell.time(row.created_at)?,
        last_delivered_at: counters.last_delivered_at,
        last_delivery_status: counters.last_delivery_status,
        failure_count: counters.failure_count,
        secret: None,
        url: row.url,
        description: row.description,
    })
}

pub(crate) fn counters(row: &webhook_endpoint::Model) -> Result<EndpointCounters, StoreError> {
    let cell = Row { table: "webhook_endpoints", id: &row.id };
    Ok(EndpointCounters {
        last_delivered_at: cell.optional_time(row.last_delivered_at)?,
        last_delivery_status: cell.parse_optional(row.last_delivery_status.as_deref())?,
        failure_count: count(row.failure_count),
        missed_deliveries: count(row.missed_deliveries),
    })
}

pub(crate) fn endpoint_id(row: &webhook_endpoint::Model) -> Result<WebhookId, StoreError> {
    let cell = Row { table: "webhook_endpoints", id: &row.id };
    Ok(WebhookId(cell.parse::<Uuid>(&row.id)?))
}

pub(super) fn secret(
    endpoint: WebhookId,
    secret: &EndpointSecret,
    sealed: String,
) -> webhook_secret::ActiveModel {
    webhook_secret::ActiveModel {
        id: NotSet,
        endpoint_id: Set(endpoint.0.to_string()),
        sealed: Set(sealed),
        created_at: Set(secret.created_at.epoch_millis()),
        expires_at: Set(secret.expires_at.map(Timestamp::epoch_millis)),
    }
}

pub(crate) fn decode_secret(
    row: &webhook_secret::Model,
    secret: WebhookSecret,
) -> Result<EndpointSecret, StoreError> {
    let id = row.id.to_string();
    let cell = Row { table: "webhook_secrets", id: &id };
    Ok(EndpointSecret {
        secret,
        created_at: cell.time(row.created_at)?,
        expires_at: cell.optional_time(row.expires_at)?,
    })
}

/// Returns a new delivery, for a sender to take at once.
pub(crate) fn new_delivery(endpoint: WebhookId, delivery: &Delivery) -> delivery::ActiveModel {
    delivery::ActiveModel {
        id: Set(delivery.id.0.to_string()),
        endpoint_id: Set(endpoint.0.to_string()),
        event_id: Set(delivery.event_id.to_string()),
        event_type: Set(delivery.event_type.to_string()),
        status: Set(delivery.status.to_string()),
        attempt_count: Set(0),
        next_retry_at: Set(delivery.next_retry_at.epoch_millis()),
        due_at: Set(Some(delivery.next_retry_at.epoch_millis())),
        lease: Set(None),
        leased_until: Set(None),
        last_attempt_at: Set(None),
        last_response_status: Set(None),
        last_error: Set(None),
        created_at: Set(delivery.created_at.epoch_millis()),
        delivered_at: Set(None),
        millis: Set(None),
    }
}

pub(crate) fn new_attempt(
    endpoint: WebhookId,
    event: EventId,
    attempt: DeliveryAttempt,
) -> delivery_attempt::ActiveModel {
    delivery_attempt::ActiveModel {
        id: NotSet,
        endpoint_id: Set(endpoint.0.to_string()),
        event_id: Set(event.to_string()),
        number: Set(integer(attempt.number)),
        at: Set(attempt.at.epoch_millis()),
        millis: Set(integer(attempt.millis)),
        status: Set(attempt.status.map(i32::from)),
        error: Set(attempt.error),
        body_head: Set(attempt.body_head),
        manual: Set(attempt.manual),
    }
}

pub(super) fn attempt(row: delivery_attempt::Model) -> Result<DeliveryAttempt, StoreError> {
    let id = row.id.to_string();
    let cell = Row { table: "delivery_attempts", id: &id };
    Ok(DeliveryAttempt {
        number: u32::try_from(row.number).unwrap_or(0),
        at: cell.time(row.at)?,
        millis: u32::try_from(row.millis).unwrap_or(0),
        status: row.status.and_then(|status| u16::try_from(status).ok()),
        error: row.error,
        body_head: row.body_head,
        manual: row.manual,
    })
}

/// Returns a number as a column holds it.
pub(crate) fn integer(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

pub(crate) fn delivery(row: &delivery::Model) -> Result<Delivery, StoreError> {
    let cell = Row { table: "deliveries", id: &row.id };
    Ok(Delivery {
        id: DeliveryId(cell.parse::<Uuid>(&row.id)?),
        event_id: cell.parse(&row.event_id)?,
        event_type: cell.parse(&row.event_type)?,
        attempt_count: u32::try_from(row.attempt_count).unwrap_or(0),
        last_attempt_at: cell.optional_time(row.last_attempt_at)?,
        next_retry_at: cell.time(row.next_retry_at)?,
        status: cell.parse::<DeliveryStatus>(&row.status)?,
        last_response_status: row.last_response_status.and_then(|it| u16::try_from(it).ok()),
        created_at: cell.time(row.created_at)?,
        delivered_at: cell.optional_time(row.delivered_at)?,
    })
}
