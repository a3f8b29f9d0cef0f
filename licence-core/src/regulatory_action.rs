//! Enforcement actions (specification 2.8).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::jurisdiction::JurisdictionCode;
use crate::time::{Date, Timestamp};

/// An enforcement action against a company. Linked to an operator only where matching was
/// certain: an empty list is no clean record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegulatoryAction {
    /// The service's own id.
    pub id: Uuid,
    /// Whose action it is.
    pub jurisdiction_code: JurisdictionCode,
    /// `fine`, `warning`, `suspension`, `revocation`, `settlement` and similar.
    pub action_type: String,
    /// The outcomes in the regulator's words.
    pub outcomes: Vec<String>,
    /// The amount in minor currency units.
    pub fine_amount_cents: Option<i64>,
    /// ISO 4217 code.
    pub fine_currency: Option<String>,
    /// The day of the decision.
    pub decision_date: Date,
    /// The regulator's description.
    pub description: Option<String>,
    /// The page that published it.
    pub source_url: String,
    /// The company it concerns.
    pub subject_name: String,
    /// When the service first saw it.
    pub first_seen_at: Timestamp,
    /// The latest read that showed it.
    pub last_verified_at: Timestamp,
}
