//! The watchlist of an account and its events (specification 4.3).

use licence_core::event::feed::FeedPage;
use licence_core::event::{EventId, EventName};
use licence_core::lookup::PageRules;
use licence_core::time::Timestamp;
use licence_core::watchlist::{WatchlistAddition, WatchlistPage, WatchlistSummary};
use serde_json::json;
use utoipa::ToSchema;
use warp::http::StatusCode;

use crate::endpoint::Endpoint;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{cursor, limit, offset, since};
use crate::problem::ProblemKind::*;
use crate::request_body::WatchlistAdditionRequest;

pub(super) fn get_watchlist(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get the watchlist in short",
        "How many operators the account watches, how many its plan has room for (null for as \
         many as one likes), and the 50 added last.",
    )
    .answers::<WatchlistSummary>("The summary.")
}

pub(super) fn list_watchlist_operators(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "List the watched operators",
        "The one added last first. Status and jurisdiction are those of the operator's best \
         licence.",
    )
    .takes(limit(PageRules::WATCHLIST_OPERATORS))
    .takes(offset())
    .answers::<WatchlistPage>("A page of them.")
    .refuses(&[InvalidPagination])
}

pub(super) fn add_watchlist_operator(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Watch an operator",
        "Its events are in the feed, and go to the webhooks that follow the watchlist.",
    )
    .takes_body::<WatchlistAdditionRequest>(
        json!({ "operator_slug": "harbour-lantern-gaming-limited" }),
    )
    .answers_with::<WatchlistAddition>(StatusCode::CREATED, "The operator, watched from now on.")
    .refuses_as(InvalidInput, "The body is not an object.", None)
    .refuses_as(InvalidSlug, "\"\" is not a slug.", Some("operator_slug"))
    .refuses(&[WatchlistQuotaExceeded, OperatorNotFound, WatchlistDuplicate])
}

pub(super) fn remove_watchlist_operator(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Watch an operator no more",
        "Answers the same whether or not it was on the list.",
    )
    .answers_nothing("It is not on the list.")
}

pub(super) fn list_watchlist_events(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
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
    .refuses(&[InvalidCursor, SinceExceedsRetentionWindow])
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
