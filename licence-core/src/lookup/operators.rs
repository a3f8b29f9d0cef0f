//! The bodies of operators (specification 2.2 and 2.10).
//!
//! The `_meta` of an operator is that of its most recently verified licence.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::check::standing;
use crate::domain::Domain;
use crate::licence::Licence;
use crate::lookup::LicenceRow;
use crate::operator::Operator;
use crate::provenance::{ConfidenceHint, ListProvenance, Provenance};

/// An operator that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundOperator {
    /// The operator.
    #[serde(flatten)]
    pub operator: Operator,
    /// Where it was read.
    #[serde(rename = "_meta")]
    pub meta: Provenance,
}

/// A page of the operators that a search found (`GET /v1/operators/search`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OperatorSearch {
    /// The search term, unchanged.
    pub q: String,
    /// How many operators there are.
    pub total: u64,
    /// The most rows of this page: the effective limit.
    pub limit: u64,
    /// How many rows come before this page.
    pub offset: u64,
    /// The page, best first.
    pub operators: Vec<FoundOperator>,
    /// How fresh the page is.
    #[serde(rename = "_meta")]
    pub meta: ListProvenance,
}

/// Everything on record about an operator (`GET /v1/operators/{slug}`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OperatorDetail {
    /// The operator.
    pub operator: Operator,
    /// All its licences, by jurisdiction code, then licence number.
    pub licenses: Vec<LicenceRow>,
    /// All its domains, in the order of their licences, then by domain.
    pub domains: Vec<Domain>,
    /// Where it was read.
    #[serde(rename = "_meta")]
    pub meta: Provenance,
}

/// Returns the best of an operator's licences in each jurisdiction, by jurisdiction code.
pub fn best_licences<'l>(licences: impl IntoIterator<Item = &'l Licence>) -> Vec<&'l Licence> {
    let mut held: BTreeMap<&str, Vec<&Licence>> = BTreeMap::new();
    for licence in licences {
        held.entry(licence.jurisdiction_code.as_str()).or_default().push(licence);
    }
    held.into_values().filter_map(standing::best).collect()
}

/// Returns the provenance of an operator: that of the licence that was verified last, because what
/// is known of the operator is as recent. Of several, the first decides.
pub fn provenance_of_operator(licences: impl IntoIterator<Item = Provenance>) -> Provenance {
    let newest = licences
        .into_iter()
        .reduce(|newest, next| if next.scraped_at > newest.scraped_at { next } else { newest });
    newest.unwrap_or(Provenance {
        scraped_at: None,
        source_modified_at: None,
        source_url: None,
        confidence_hint: ConfidenceHint::Derived,
    })
}
