//! Webhook endpoints and the events that each gets (specification 2.12, 3.4 and 4.4).

mod input;
#[cfg(test)]
mod tests;

pub use input::{
    DEFAULT_WATCHLIST_ONLY, EndpointChange, EndpointDraft, EndpointInputError,
    MAX_DESCRIPTION_CHARS,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

use super::WebhookId;
use super::delivery::LastDelivery;
use super::secret::{WebhookSecret, revealed};
use crate::account::plan::Cap;
use crate::event::{EventName, EventScope};
use crate::member::{Permission, Role};
use crate::operator::OperatorId;
use crate::time::Timestamp;

/// An endpoint of an account (specification 2.12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WebhookEndpoint {
    /// Its id.
    pub id: WebhookId,
    /// Where deliveries go.
    #[cfg_attr(feature = "openapi", schema(format = "uri", max_length = 2048))]
    pub url: String,
    /// Its owner's description.
    #[cfg_attr(feature = "openapi", schema(max_length = 500))]
    pub description: Option<String>,
    /// The events it is subscribed to, each once, in the order of the request.
    #[cfg_attr(feature = "openapi", schema(min_items = 1))]
    pub events: Vec<EventName>,
    /// Whether it gets new deliveries. While it does not, pending ones wait.
    pub active: bool,
    /// Whether events of an operator come only when the operator is on the watchlist.
    pub watchlist_only: bool,
    /// When it was created.
    pub created_at: Timestamp,
    /// When a delivery last succeeded.
    pub last_delivered_at: Option<Timestamp>,
    /// How the latest attempt ended.
    pub last_delivery_status: Option<LastDelivery>,
    /// Failed attempts since the last success.
    pub failure_count: u64,
    /// The signing secret, with its prefix `whsec_`: only on creation.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "revealed")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, nullable = false))]
    pub secret: Option<WebhookSecret>,
}

impl WebhookEndpoint {
    /// Returns the endpoint that a draft becomes.
    pub fn created(
        draft: EndpointDraft,
        id: WebhookId,
        secret: WebhookSecret,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            url: draft.url.as_str().to_owned(),
            description: draft.description,
            events: draft.events,
            active: true,
            watchlist_only: draft.watchlist_only,
            created_at: now,
            last_delivered_at: None,
            last_delivery_status: None,
            failure_count: 0,
            secret: Some(secret),
        }
    }

    /// Returns the endpoint as a member with this role sees it. Path and query often hold a token, so that
    /// only who manages webhooks sees more of the address than scheme and host.
    pub fn visible_to(mut self, role: Role) -> Self {
        if !role.allows(Permission::ManageWebhooks) {
            let origin = Url::parse(&self.url).map(|url| url.origin().ascii_serialization());
            self.url = origin.unwrap_or_default();
        }
        self
    }

    /// Returns whether a new event goes to this endpoint: the endpoint is active and subscribed,
    /// and with `watchlist_only` the operator of the event is on the watchlist. An event without an
    /// operator has none on the watchlist.
    pub fn wants(
        &self,
        event: EventName,
        operator: Option<OperatorId>,
        is_watched: impl FnOnce(OperatorId) -> bool,
    ) -> bool {
        let is_in_reach = || match event.scope() {
            EventScope::Global => true,
            EventScope::Tenant => !self.watchlist_only || operator.is_some_and(is_watched),
        };
        self.active && self.events.contains(&event) && is_in_reach()
    }
}

/// The account has as many webhook endpoints as the plan admits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("The account has {current_usage} of {limit} webhook endpoints.")]
pub struct EndpointQuotaExceeded {
    /// How many endpoints the account has.
    pub current_usage: u64,
    /// How many the plan admits.
    pub limit: u64,
}

/// Returns whether an account with `current_usage` endpoints may have one more.
///
/// # Errors
/// [`EndpointQuotaExceeded`] at the plan's cap.
pub fn admit_endpoint(current_usage: u64, cap: Cap) -> Result<(), EndpointQuotaExceeded> {
    match cap.at_most() {
        Some(limit) if current_usage >= limit => {
            Err(EndpointQuotaExceeded { current_usage, limit })
        }
        _ => Ok(()),
    }
}
