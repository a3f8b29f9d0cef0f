//! The answer to a batch of domains (specification 4.1): one row a domain.

use serde::{Deserialize, Serialize};

use crate::check::check_result::{CheckMatch, Confidence, MatchAbsenceReason, Verdict};
use crate::check::query::QueryEcho;
use crate::jurisdiction::JurisdictionCode;
use crate::request;
use crate::wire_enum::wire_enum;

/// One row of a batch (specification 4.1): the check of one domain without its lists, or why it
/// could not be asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BatchRow {
    /// The input as it came.
    pub query: QueryEcho,
    /// What was found.
    #[serde(rename = "match")]
    pub matched: Option<CheckMatch>,
    /// How sure it is.
    pub confidence: Confidence,
    /// Absent in a row with an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub verdict: Option<Verdict>,
    /// Absent in a row with an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub verdict_detail: Option<String>,
    /// Only without a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub match_absence_reason: Option<MatchAbsenceReason>,
    /// Only where the input is no bare hostname.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub error: Option<RowError>,
}

/// The answer to a batch of domains (specification 4.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BatchResult {
    /// How many rows.
    pub count: usize,
    /// The registers that were read, by code.
    pub checked_jurisdictions: Vec<JurisdictionCode>,
    /// One row a domain, in the order asked.
    pub results: Vec<BatchRow>,
    /// Freshness, once for all rows.
    #[serde(rename = "_meta")]
    pub meta: BatchMeta,
}

/// Freshness of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BatchMeta {
    /// Registers past their freshness target, those never read included, by code.
    pub stale_jurisdictions: Vec<JurisdictionCode>,
}

wire_enum! {
    /// Why a row of a batch has no verdict.
    pub enum RowError: "row error" {
        /// The input is no bare hostname.
        InvalidHostname = "invalid_hostname",
    }
}

impl BatchRow {
    /// Returns the row of an input that is no bare hostname; it does not fail the others.
    pub fn invalid_hostname(raw: &str) -> Self {
        Self {
            query: QueryEcho::of_domain(raw),
            matched: None,
            confidence: Confidence::None,
            verdict: None,
            verdict_detail: None,
            match_absence_reason: None,
            error: Some(RowError::InvalidHostname),
        }
    }

    /// Returns the verdict, else why there is none.
    pub fn verdict_or_error(&self) -> &'static str {
        self.verdict.map_or(RowError::InvalidHostname.as_str(), Verdict::as_str)
    }

    /// Returns why the domain was not checked, in the sentence that a check of it alone answers; `None`
    /// for a row with a verdict.
    ///
    /// ```
    /// use licence_core::check::BatchRow;
    ///
    /// let refusal = BatchRow::invalid_hostname("https://a.example").refusal();
    /// assert!(refusal.is_some_and(|it| it.contains("not a bare hostname")));
    /// ```
    pub fn refusal(&self) -> Option<String> {
        self.error?;
        let refused = request::domain(self.query.domain.as_deref().unwrap_or_default()).err();
        refused.map(|error| error.to_string())
    }
}
