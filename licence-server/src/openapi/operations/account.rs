//! The watchlist, its events and the webhooks of an account (specification 4.3, 4.4 and 6).

use std::iter;

use licence_core::event::feed::FeedPage;
use licence_core::event::{EventId, EventName};
use licence_core::lookup::PageRules;
use licence_core::time::Timestamp;
use licence_core::watchlist::{WatchlistAddition, WatchlistPage, WatchlistSummary};
use licence_core::webhook::bodies::{DeliveryPage, SecretRotated, TestResult, WebhookList};
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft, WebhookEndpoint};
use serde_json::json;
use utoipa::ToSchema;
use warp::http::StatusCode;

use crate::endpoint::Endpoint;
use crate::openapi::about::{WATCHLIST, WEBHOOKS};
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{cursor, limit, offset, one_of, query, since};
use crate::problem::ProblemKind::{self, *};
use crate::request_body::WatchlistAdditionRequest;

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

pub(super) fn describe(endpoint: Endpoint) -> Option<Operation> {
    let operation = |tag, summary, about| Operation::new(endpoint, tag, summary, about);
    Some(match endpoint {
        Endpoint::GetWatchlist => operation(
            WATCHLIST,
            "Get the watchlist in short",
            "How many operators the account watches, how many its plan has room for (null for as \
             many as one likes), and the 50 added last.",
        )
        .answers::<WatchlistSummary>("The summary."),
        Endpoint::ListWatchlistOperators => operation(
            WATCHLIST,
            "List the watched operators",
            "The one added last first. Status and jurisdiction are those of the operator's best \
             licence.",
        )
        .takes(limit(PageRules::WATCHLIST_OPERATORS))
        .takes(offset())
        .answers::<WatchlistPage>("A page of them.")
        .refuses(&[InvalidPagination]),
        Endpoint::AddWatchlistOperator => operation(
            WATCHLIST,
            "Watch an operator",
            "Its events are in the feed, and go to the webhooks that follow the watchlist.",
        )
        .takes_body::<WatchlistAdditionRequest>(
            json!({ "operator_slug": "harbour-lantern-gaming-limited" }),
        )
        .answers_with::<WatchlistAddition>(
            StatusCode::CREATED,
            "The operator, watched from now on.",
        )
        .refuses_as(InvalidInput, "The body is not an object.", None)
        .refuses_as(InvalidSlug, "\"\" is not a slug.", Some("operator_slug"))
        .refuses(&[WatchlistQuotaExceeded, OperatorNotFound, WatchlistDuplicate]),
        Endpoint::RemoveWatchlistOperator => operation(
            WATCHLIST,
            "Watch an operator no more",
            "Answers the same whether or not it was on the list.",
        )
        .answers_nothing("It is not on the list."),
        Endpoint::ListWatchlistEvents => operation(
            WATCHLIST,
            "Poll the events of the watched operators",
            "The `license.*` and `regulatory_action.*` events, in the order of recording. Begin \
             with `since`, then pass `next_cursor` on: it is given with an empty page too, and \
             whoever follows it misses nothing and gets nothing twice.",
        )
        .takes(since())
        .takes(cursor())
        .takes(limit(PageRules::WATCHLIST_EVENTS))
        .answers::<FeedPage<RecordedEvent>>("A page of them.")
        .describes::<RecordedEvent>()
        .refuses_input("limit", "limit is \"501\"; it goes from 1 to 500.")
        .refuses_as(
            ConflictingParameters,
            "since and cursor exclude each other: a cursor says where to go on.",
            Some("cursor"),
        )
        .refuses(&[InvalidCursor, SinceExceedsRetentionWindow]),
        Endpoint::CreateWebhook => operation(
            WEBHOOKS,
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
        .refuses(&[WebhookQuotaExceeded]),
        Endpoint::ListWebhooks => {
            operation(WEBHOOKS, "List the webhook endpoints", "The oldest first, without secrets.")
                .answers::<WebhookList>("All of them.")
        }
        Endpoint::UpdateWebhook => operation(
            WEBHOOKS,
            "Change a webhook endpoint",
            "A changed URL is judged anew. An inactive endpoint gets no new deliveries; its \
             pending ones go on when it is active again.",
        )
        .takes_body::<EndpointChange>(json!({ "active": false }))
        .answers::<WebhookEndpoint>("The endpoint as changed.")
        .refuses_input("active", "active is true or false.")
        .refuses(URL_REFUSALS),
        Endpoint::DeleteWebhook => operation(
            WEBHOOKS,
            "Remove a webhook endpoint",
            "Its secrets and its deliveries go with it, pending ones included.",
        )
        .answers_nothing("It is gone."),
        Endpoint::RotateWebhookSecret => operation(
            WEBHOOKS,
            "Rotate the secret of a webhook endpoint",
            "The new secret signs from now on; the previous one signs beside it for seven days, so \
             that a receiver may accept either.",
        )
        .answers::<SecretRotated>("The new secret, in this answer alone."),
        Endpoint::ListWebhookDeliveries => operation(
            WEBHOOKS,
            "List the deliveries of a webhook endpoint",
            "The newest first. Deliveries are kept for 30 days.",
        )
        .takes(query(
            "status",
            "Which of them.",
            one_of(
                iter::once(DeliveryQuery::ALL)
                    .chain(DeliveryStatus::ALL.iter().map(|it| it.as_str())),
            ),
        ))
        .takes(limit(PageRules::DELIVERIES))
        .answers::<DeliveryPage>("The deliveries.")
        .refuses_input("limit", "limit is 201; it is a whole number from 1 to 200."),
        Endpoint::TestWebhook => operation(
            WEBHOOKS,
            "Test a webhook endpoint",
            "Posts a signed `test.ping`, with `livemode` false, and tells what the receiver \
             answered. Neither an event nor a delivery is recorded.",
        )
        .answers::<TestResult>("What became of it, whatever the receiver answered.")
        .refuses(&[NoActiveSecret]),
        _ => return None,
    })
}

/// An event, as a webhook gets it too, without a signature. Dedupe on `event_id`.
#[derive(ToSchema)]
#[schema(as = Event)]
#[expect(dead_code, reason = "Events are answered as they were written; this describes them.")]
struct RecordedEvent {
    /// What happened.
    event: EventName,
    /// Sorts in the order of recording.
    #[schema(value_type = String, examples("evt_01KC5V5J5D1D9R4KQ9ZB8M3N2E"))]
    event_id: EventId,
    /// The version of the payload.
    #[schema(examples("2026-04-20"))]
    api_version: String,
    /// When it was emitted, not when the change happened.
    timestamp: Timestamp,
    /// False only for the `test.ping` of a webhook.
    livemode: bool,
    /// The particulars, by `event`. Members may be added.
    #[schema(value_type = Object)]
    data: serde_json::Value,
}
