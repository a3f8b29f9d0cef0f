//! The audit acts of changed endpoints, without secrets and secret parts of URLs.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action, configuration_changes, redact_url};
use licence_core::event::EventId;
use licence_core::request::is_web_address;
use licence_core::webhook::WebhookId;
use licence_core::webhook::endpoint::{EndpointDraft, WebhookEndpoint};
use serde_json::{Map, Value, json};

pub(super) fn create(account: AccountId, id: WebhookId, draft: &EndpointDraft) -> Act {
    Act::new(Action::WebhookCreate, id.0)
        .for_account(account)
        .with("url", redact_url(draft.url.as_str()))
        .with("events", json!(draft.events))
        .with("watchlist_only", draft.watchlist_only)
}

/// Returns the act for a body whose URL the policy refuses. A text that is no web address is not kept,
/// because nobody knows which part of it is secret.
pub(super) fn refused_url(action: Action, account: AccountId, id: WebhookId, body: &[u8]) -> Act {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let url = body["url"].as_str().unwrap_or_default();
    let url = is_web_address(url).then(|| redact_url(url));
    Act::new(action, id.0).for_account(account).with("url", url)
}

/// Returns the act with the changed members. A change in the redacted part of the URL shows as
/// `url_changed`.
pub(super) fn update(account: AccountId, before: &WebhookEndpoint, after: &WebhookEndpoint) -> Act {
    Act::new(Action::WebhookUpdate, before.id.0)
        .for_account(account)
        .with("changes", configuration_changes(&members(before), &members(after)))
        .with("url_changed", before.url != after.url)
}

pub(super) fn delete(account: AccountId, id: WebhookId, url: &str) -> Act {
    Act::new(Action::WebhookDelete, id.0).for_account(account).with("url", redact_url(url))
}

pub(super) fn resend(account: AccountId, endpoint: WebhookId, event: EventId) -> Act {
    Act::new(Action::DeliveryResend, event)
        .for_account(account)
        .with("endpoint", endpoint.0.to_string())
}

fn members(endpoint: &WebhookEndpoint) -> Map<String, Value> {
    let members = json!({
        "url": redact_url(&endpoint.url),
        "description": endpoint.description,
        "events": endpoint.events,
        "active": endpoint.active,
        "watchlist_only": endpoint.watchlist_only,
    });
    members.as_object().cloned().unwrap_or_default()
}
