//! Webhooks: endpoints, their secrets and signatures, the URLs they may have, and the retries of a
//! delivery (specification 2.12, 2.13, 3.2 to 3.4, 4.4 and 6.3 to 6.5).
//!
//! A receiver needs [`signature`] alone: [`signature::verify`] verifies what a delivery carries.

pub mod attempt;
pub mod bodies;
pub mod curl;
pub mod delivery;
pub mod delivery_day;
pub mod delivery_query;
pub mod endpoint;
pub mod retry;
pub mod secret;
pub mod signature;
pub mod url_policy;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The id of a webhook endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct WebhookId(pub Uuid);

/// The id of a delivery: one event to one endpoint, however many attempts it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct DeliveryId(pub Uuid);
