//! Webhooks for a person.

use comfy_table::Color;
use licence_core::webhook::bodies::{
    DeliveryPage, OldSecretsEnded, SecretRotated, TestResult, WebhookList,
};
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::endpoint::WebhookEndpoint;

use super::cell::Cell;
use super::layout::{card, card_rows, column, table_of, wrapped};
use super::style::{coloured, minute, or_dash, plain};

/// Returns one endpoint; a new one with its secret.
pub(crate) fn endpoint(endpoint: &WebhookEndpoint) -> String {
    let names: Vec<&str> = endpoint.events.iter().map(|event| event.as_str()).collect();
    let scope = if endpoint.watchlist_only { "the watchlist" } else { "every operator" };
    let mut rows = card_rows! {
        "endpoint" => endpoint.id.0,
        "url" => plain(&endpoint.url),
        "events" => names.join("\n"),
        "of" => scope,
        "active" => endpoint.active,
        "description" => or_dash(endpoint.description.as_ref()),
    };
    if let Some(secret) = &endpoint.secret {
        rows.push(("secret", coloured(secret.reveal(), Color::Green)));
        rows.push(("note", Cell::new("shown only now; licence webhooks rotate makes another")));
    }
    card(rows)
}

pub(crate) fn endpoints(answer: &WebhookList) -> String {
    table_of!(&answer.endpoints, |endpoint| {
        column("") => match endpoint.active {
            true => coloured("active", Color::Green),
            false => coloured("inactive", Color::Yellow),
        },
        column("id") => endpoint.id.0,
        column("url").optional(1) => plain(&endpoint.url),
        wrapped("events") => endpoint.events.len(),
        column("last attempt").optional(3) => or_dash(endpoint.last_delivery_status),
        column("last delivered").optional(2) => or_dash(endpoint.last_delivered_at),
        column("failures") => endpoint.failure_count,
    })
}

pub(crate) fn deliveries(answer: &DeliveryPage) -> String {
    table_of!(&answer.deliveries, |delivery| {
        column("status") => coloured(delivery.status, colour(delivery.status)),
        column("event") => delivery.event_type,
        column("event id") => delivery.event_id,
        column("attempts").optional(2) => delivery.attempt_count,
        column("answer").optional(3) => or_dash(delivery.last_response_status),
        column("last attempt").optional(1) => or_dash(delivery.last_attempt_at.map(minute)),
        column("next") => minute(delivery.next_retry_at),
    })
}

pub(crate) fn rotated(answer: &SecretRotated) -> String {
    card(card_rows! {
        "new secret" => coloured(answer.new_secret.reveal(), Color::Green),
        "note" => "shown only now",
        "the old one signs until" => or_dash(answer.previous_expires_at),
    })
}

pub(crate) fn old_secrets_ended(answer: &OldSecretsEnded) -> String {
    card(vec![("old secrets ended", Cell::new(answer.ended))])
}

pub(crate) fn tested(answer: &TestResult) -> String {
    let outcome = match answer.delivered {
        true => coloured("delivered", Color::Green),
        false => coloured("not delivered", Color::Red),
    };
    card(card_rows! {
        "test.ping" => outcome,
        "status" => or_dash(answer.http_status),
        "took (ms)" => answer.latency_ms,
        "answer" => or_dash(answer.response_body.as_ref()),
        "error" => or_dash(answer.error.as_ref()),
    })
}

const fn colour(status: DeliveryStatus) -> Color {
    match status {
        DeliveryStatus::Delivered => Color::Green,
        DeliveryStatus::Pending => Color::Yellow,
        DeliveryStatus::Failed | DeliveryStatus::Abandoned => Color::Red,
    }
}
