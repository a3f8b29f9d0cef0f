//! The webhooks of an account (specification 4.4 and 6).

use std::iter;

use licence_core::lookup::PageRules;
use licence_core::webhook::bodies::{DeliveryPage, SecretRotated, TestResult, WebhookList};
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft, WebhookEndpoint};
use serde_json::json;
use warp::http::StatusCode;

use crate::endpoint::Endpoint;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{limit, one_of, query};
use crate::problem::ProblemKind::{self, *};

/// The problem kinds of the address and the events that a webhook is given.
const URL_REFUSALS: &[ProblemKind] = &[
    InvalidEventType,
    InvalidUrl,
    InvalidScheme,
    EmptyHost,
    BlockedHostname,
    UnresolvableHost,
    PrivateIpBlocked,
];

pub(super) fn create_webhook(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Create a webhook endpoint",
        "Every event it is subscribed to is posted to it, signed, until it answers 2xx: up to \
         seven attempts within about 31 hours. The secret is in this answer alone.",
    )
    .takes_body::<EndpointDraft>(json!({
        "url": "https://hooks.example.com/licence",
        "events": ["license.status_changed", "license.expired"],
        "description": "production"
    }))
    .answers_with::<WebhookEndpoint>(StatusCode::CREATED, "The endpoint, with its secret.")
    .refuses_input("events", "events has at least one event name.")
    .refuses(URL_REFUSALS)
    .refuses(&[WebhookQuotaExceeded])
}

pub(super) fn list_webhooks(endpoint: Endpoint) -> Operation {
    Operation::new(endpoint, "List the webhook endpoints", "The oldest first, without secrets.")
        .answers::<WebhookList>("All of them.")
}

pub(super) fn update_webhook(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Change a webhook endpoint",
        "A changed URL is judged anew. An inactive endpoint gets no new deliveries; its \
         pending ones go on when it is active again.",
    )
    .takes_body::<EndpointChange>(json!({ "active": false }))
    .answers::<WebhookEndpoint>("The endpoint as changed.")
    .refuses_input("active", "active is true or false.")
    .refuses(URL_REFUSALS)
}

pub(super) fn delete_webhook(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Remove a webhook endpoint",
        "Its secrets and its deliveries go with it, pending ones included.",
    )
    .answers_nothing("It is gone.")
}

pub(super) fn rotate_webhook_secret(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Rotate the secret of a webhook endpoint",
        "The new secret signs from now on; the previous one signs beside it for seven days, so \
         that a receiver may accept either.",
    )
    .answers::<SecretRotated>("The new secret, in this answer alone.")
}

pub(super) fn list_webhook_deliveries(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "List the deliveries of a webhook endpoint",
        "The newest first. Deliveries are kept for 30 days.",
    )
    .takes(query(
        "status",
        "Which of them.",
        one_of(
            iter::once(DeliveryQuery::ALL).chain(DeliveryStatus::ALL.iter().map(|it| it.as_str())),
        ),
    ))
    .takes(limit(PageRules::DELIVERIES))
    .answers::<DeliveryPage>("The deliveries.")
    .refuses_input("limit", "limit is 201; it is a whole number from 1 to 200.")
}

pub(super) fn test_webhook(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Test a webhook endpoint",
        "Posts a signed `test.ping`, with `livemode` false, and tells what the receiver \
         answered. Neither an event nor a delivery is recorded.",
    )
    .answers::<TestResult>("What became of it, whatever the receiver answered.")
    .refuses(&[NoActiveSecret])
}
