//! The regulatory actions of an operator (specification 2.8).
//!
//! `sources_read` lists the registers in whose readings actions were found. An empty list of
//! actions therefore says nothing about a register that publishes none.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use crate::jurisdiction::JurisdictionCode;
use crate::lookup::Page;
use crate::operator::Slug;
use crate::regulatory_action::RegulatoryAction;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// The order of a list of actions (`sort`).
    pub enum ActionSort: "sort order" {
        /// The newest decision first.
        DateDesc = "date_desc",
        /// The oldest decision first.
        DateAsc = "date_asc",
        /// The largest amount first, actions without one last.
        AmountDesc = "amount_desc",
        /// By type, in the order of its letters.
        TypeAsc = "type_asc",
    }
}

impl Default for ActionSort {
    /// Returns the newest first.
    fn default() -> Self {
        Self::DateDesc
    }
}

impl ActionSort {
    /// Returns which of two actions comes first. Actions that the sort leaves equal are sorted by the
    /// newer decision, then by id. The order is total, so that pages never overlap.
    ///
    /// Amounts are compared as numbers of minor units, whatever their currency.
    pub fn compare(self, one: &RegulatoryAction, other: &RegulatoryAction) -> Ordering {
        let newest_first = || other.decision_date.cmp(&one.decision_date);
        let order = match self {
            Self::DateDesc => newest_first(),
            Self::DateAsc => newest_first().reverse(),
            // An action without an amount comes after one with a negative amount.
            Self::AmountDesc => Reverse(one.fine_amount_cents)
                .cmp(&Reverse(other.fine_amount_cents))
                .then_with(newest_first),
            Self::TypeAsc => one.action_type.cmp(&other.action_type).then_with(newest_first),
        };
        order.then_with(|| one.id.cmp(&other.id))
    }
}

/// A page of an operator's actions (`GET /v1/operators/{slug}/regulatory-actions`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegulatoryActionsPage {
    /// The operator.
    pub operator_slug: Slug,
    /// How many actions are linked to the operator.
    pub total: u64,
    /// The most rows of this page.
    pub limit: u64,
    /// How many rows come before this page.
    pub offset: u64,
    /// The order.
    pub sort: ActionSort,
    /// The page.
    pub regulatory_actions: Vec<RegulatoryAction>,
    /// What the list means, and which registers it rests on.
    #[serde(rename = "_meta")]
    pub meta: ActionsMeta,
}

impl RegulatoryActionsPage {
    /// Returns a page of the actions linked to an operator.
    pub fn new(
        operator_slug: Slug,
        mut actions: Vec<RegulatoryAction>,
        page: Page,
        sort: ActionSort,
        sources_read: Vec<SourceRead>,
    ) -> Self {
        actions.sort_by(|one, other| sort.compare(one, other));
        Self {
            operator_slug,
            total: actions.len() as u64,
            limit: page.limit,
            offset: page.offset,
            sort,
            regulatory_actions: page.slice(actions),
            meta: ActionsMeta { note: ACTIONS_NOTE.to_owned(), sources_read },
        }
    }
}

/// The note of every list of actions.
pub const ACTIONS_NOTE: &str = "Enforcement actions published by the regulators under \
    sources_read, linked to this operator only where matching succeeded. An empty list means that \
    no action is linked; it is not a clean record. Actions of other regulators are not read.";

/// What a list of actions means (specification 2.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ActionsMeta {
    /// What the list does and does not mean.
    pub note: String,
    /// The registers in whose readings enforcement actions were found, by code.
    pub sources_read: Vec<SourceRead>,
}

/// A publication that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SourceRead {
    /// The register.
    pub jurisdiction_code: JurisdictionCode,
    /// Where it is.
    pub source_url: String,
    /// When it was last read.
    pub read_at: Timestamp,
}

#[cfg(test)]
mod tests;
