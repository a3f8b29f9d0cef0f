//! The JSON bodies that requests have; those of webhooks are in the core.

use serde::Deserialize;
use utoipa::ToSchema;

/// The domains to check. Nothing else is taken: a batch has no `as_of`, and ignoring it would
/// answer another question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with domains")]
pub(crate) struct BatchRequest {
    /// Answered in this order; one that is no hostname does not fail the others.
    #[schema(min_items = 1, max_items = 100)]
    pub(crate) domains: Vec<String>,
}

/// The operator to watch.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with operator_slug")]
pub(crate) struct WatchlistAdditionRequest {
    /// The operator's slug, in any case.
    #[schema(min_length = 1, max_length = 100, pattern = "^[A-Za-z0-9-]+$")]
    pub(crate) operator_slug: String,
}
