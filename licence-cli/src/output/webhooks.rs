//! Webhooks for a person.

use comfy_table::Color;
use licence_core::webhook::bodies::{
    DeliveryPage, OldSecretsEnded, SecretRotated, TestResult, WebhookList,
};
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::endpoint::WebhookEndpoint;

use super::cell::Cell;
use super::layout::{card, column, table, wrapped};
use super::style::{coloured, minute, or_dash, plain};

/// One endpoint; a new one with its secret.
pub(crate) fn endpoint(endpoint: &WebhookEndpoint) -> String {
    let names: Vec<&str> = endpoint.events.iter().map(|event| event.as_str()).collect();
    let scope = if endpoint.watchlist_only { "the watchlist" } else { "every operator" };
    let mut rows = vec![
        ("endpoint", Cell::new(endpoint.id.0)),
        ("url", Cell::new(plain(&endpoint.url))),
        ("events", Cell::new(names.join("\n"))),
        ("of", Cell::new(scope)),
        ("active", Cell::new(endpoint.active)),
        ("description", Cell::new(or_dash(endpoint.description.as_ref()))),
    ];
    if let Some(secret) = &endpoint.secret {
        rows.push(("secret", coloured(secret.reveal(), Color::Green)));
        rows.push(("note", Cell::new("shown only now; licence webhooks rotate makes another")));
    }
    card(rows)
}

/// One line an endpoint.
pub(crate) fn endpoints(answer: &WebhookList) -> String {
    let rows = answer.endpoints.iter().map(|endpoint| {
        let active = match endpoint.active {
            true => coloured("active", Color::Green),
            false => coloured("inactive", Color::Yellow),
        };
        vec![
            active,
            Cell::new(endpoint.id.0),
            Cell::new(plain(&endpoint.url)),
            Cell::new(endpoint.events.len()),
            Cell::new(or_dash(endpoint.last_delivery_status)),
            Cell::new(or_dash(endpoint.last_delivered_at)),
            Cell::new(endpoint.failure_count),
        ]
    });
    table(
        &[
            column(""),
            column("id"),
            column("url").optional(1),
            wrapped("events"),
            column("last attempt").optional(3),
            column("last delivered").optional(2),
            column("failures"),
        ],
        rows,
    )
}

/// One line a delivery.
pub(crate) fn deliveries(answer: &DeliveryPage) -> String {
    let rows = answer.deliveries.iter().map(|delivery| {
        vec![
            coloured(delivery.status, colour(delivery.status)),
            Cell::new(delivery.event_type),
            Cell::new(delivery.event_id),
            Cell::new(delivery.attempt_count),
            Cell::new(or_dash(delivery.last_response_status)),
            Cell::new(or_dash(delivery.last_attempt_at.map(minute))),
            Cell::new(minute(delivery.next_retry_at)),
        ]
    });
    table(
        &[
            column("status"),
            column("event"),
            column("event id"),
            column("attempts").optional(2),
            column("answer").optional(3),
            column("last attempt").optional(1),
            column("next"),
        ],
        rows,
    )
}

/// A new secret.
pub(crate) fn rotated(answer: &SecretRotated) -> String {
    card(vec![
        ("new secret", coloured(answer.new_secret.reveal(), Color::Green)),
        ("note", Cell::new("shown only now")),
        ("the old one signs until", Cell::new(or_dash(answer.previous_expires_at))),
    ])
}

/// How many old secrets ended.
pub(crate) fn old_secrets_ended(answer: &OldSecretsEnded) -> String {
    card(vec![("old secrets ended", Cell::new(answer.ended))])
}

/// How a test went.
pub(crate) fn tested(answer: &TestResult) -> String {
    let outcome = match answer.delivered {
        true => coloured("delivered", Color::Green),
        false => coloured("not delivered", Color::Red),
    };
    card(vec![
        ("test.ping", outcome),
        ("status", Cell::new(or_dash(answer.http_status))),
        ("took (ms)", Cell::new(answer.latency_ms)),
        ("answer", Cell::new(or_dash(answer.response_body.as_ref()))),
        ("error", Cell::new(or_dash(answer.error.as_ref()))),
    ])
}

const fn colour(status: DeliveryStatus) -> Color {
    match status {
        DeliveryStatus::Delivered => Color::Green,
        DeliveryStatus::Pending => Color::Yellow,
        DeliveryStatus::Failed | DeliveryStatus::Abandoned => Color::Red,
    }
}
