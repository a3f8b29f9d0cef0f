//! The jurisdictions, and the operators of one (specification 2.1).

use serde::{Deserialize, Serialize};

use crate::jurisdiction::{Jurisdiction, JurisdictionCode};
use crate::operator::Operator;

/// A jurisdiction (`GET /v1/jurisdictions/{code}`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JurisdictionRow {
    /// The service's code.
    pub code: JurisdictionCode,
    /// The regulator's name.
    pub name: String,
    /// ISO 3166-1 alpha-2 code of the country the regulator sits in.
    pub country_code: String,
    /// The regulator's web site.
    pub website: String,
    /// ISO 4217 code of the currency of its fines.
    pub currency: String,
    /// The regulator's own licence type vocabulary; new strings may appear.
    pub license_types: Vec<String>,
}

impl From<&Jurisdiction> for JurisdictionRow {
    fn from(jurisdiction: &Jurisdiction) -> Self {
        Self {
            code: jurisdiction.code,
            name: jurisdiction.name.to_owned(),
            country_code: jurisdiction.country_code.to_owned(),
            website: jurisdiction.website.to_owned(),
            currency: jurisdiction.currency.to_owned(),
            license_types: jurisdiction.license_types.iter().map(|t| (*t).to_owned()).collect(),
        }
    }
}

/// All jurisdictions (`GET /v1/jurisdictions`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JurisdictionList {
    /// The seven jurisdictions, always in the same order.
    pub jurisdictions: Vec<JurisdictionRow>,
}

impl JurisdictionList {
    /// Returns the list of the seven jurisdictions.
    pub fn all() -> Self {
        let rows = JurisdictionCode::ALL.iter().map(|code| code.jurisdiction().into());
        Self { jurisdictions: rows.collect() }
    }
}

/// The operators that hold at least one licence of any status in a jurisdiction
/// (`GET /v1/jurisdictions/{code}/operators`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JurisdictionOperators {
    /// The jurisdiction.
    pub jurisdiction_code: JurisdictionCode,
    /// How many operators match, on this page or not.
    pub total: u64,
    /// The most rows of this page.
    pub limit: u64,
    /// How many rows come before this page.
    pub offset: u64,
    /// The page, in the order of the operators' ids.
    pub operators: Vec<Operator>,
}
