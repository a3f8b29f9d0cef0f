//! The operators an account watches (specification 2.11 and 4.3, decisions 3).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::account::plan::Cap;
use crate::check::standing;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::Licence;
use crate::operator::{Operator, OperatorId, Slug};
use crate::status::LicenceStatus;
use crate::time::Timestamp;

/// The most operators in the summary, which shows those added last.
pub const SUMMARY_OPERATORS: u64 = 50;

/// A watched operator (specification 2.11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WatchlistEntry {
    /// The operator's id.
    pub id: OperatorId,
    /// Its slug.
    pub slug: Slug,
    /// The name to show.
    pub display_name: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: Option<String>,
    /// When it was added to the list.
    pub added_at: Timestamp,
    /// The status of its best licence; `None` without a licence.
    pub license_status: Option<LicenceStatus>,
    /// The jurisdiction of that licence.
    pub jurisdiction_code: Option<JurisdictionCode>,
}

impl WatchlistEntry {
    /// Returns the entry of an operator with these licences. The status is that of the best licence
    /// (decisions 3, "Watchlist POST").
    pub fn new<'a>(
        operator: Operator,
        added_at: Timestamp,
        licences: impl IntoIterator<Item = &'a Licence>,
    ) -> Self {
        let best = standing::best(licences);
        Self {
            id: operator.id,
            slug: operator.slug,
            display_name: operator.display_name,
            country: operator.country,
            added_at,
            license_status: best.map(|licence| licence.status),
            jurisdiction_code: best.map(|licence| licence.jurisdiction_code),
        }
    }
}

/// `GET /v1/watchlist`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WatchlistSummary {
    /// How many operators are watched.
    pub count: u64,
    /// How many the plan admits; null without a limit.
    pub limit: Option<u64>,
    /// The 50 added last, the last one first.
    pub operators: Vec<WatchlistEntry>,
}

/// `GET /v1/watchlist/operators`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WatchlistPage {
    /// How many operators are watched.
    pub total: u64,
    /// The most rows of a page.
    pub limit: u64,
    /// How many come before this page.
    pub offset: u64,
    /// The operators, the one added last first.
    pub operators: Vec<WatchlistEntry>,
}

/// The answer of `POST /v1/watchlist/operators`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WatchlistAddition {
    /// The operator that was added.
    pub operator: WatchlistEntry,
}

/// The watchlist is as long as the plan admits, or has no room for all that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("The watchlist holds {current_usage} of {limit} operators{}.", too_many(self))]
pub struct WatchlistQuotaExceeded {
    /// How many operators are watched.
    pub current_usage: u64,
    /// How many the plan admits.
    pub limit: u64,
    /// How many were asked for at once.
    pub requested: u64,
}

/// Returns the rest of the sentence where several operators were asked for.
fn too_many(full: &WatchlistQuotaExceeded) -> String {
    let left = full.limit.saturating_sub(full.current_usage);
    let places = if left == 1 { "place is" } else { "places are" };
    match full.requested {
        0 | 1 => String::new(),
        requested => format!("; {requested} were asked for, and {left} {places} left"),
    }
}

/// Returns whether an account that watches `current_usage` operators may watch one more.
///
/// # Errors
/// [`WatchlistQuotaExceeded`] at the plan's cap.
pub fn admit_operator(current_usage: u64, cap: Cap) -> Result<(), WatchlistQuotaExceeded> {
    match cap.at_most() {
        Some(limit) if current_usage >= limit => {
            Err(WatchlistQuotaExceeded { current_usage, limit, requested: 1 })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
