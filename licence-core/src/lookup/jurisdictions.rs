//! The jurisdictions, and the operators of one (specification 2.1).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::jurisdiction::{Jurisdiction, JurisdictionCode};
use crate::lookup::Page;
use crate::operator::Operator;
use crate::text::quoted;

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

impl JurisdictionOperators {
    /// Returns a page of the list.
    pub fn new(code: JurisdictionCode, total: u64, page: Page, operators: Vec<Operator>) -> Self {
        let Page { limit, offset } = page;
        Self { jurisdiction_code: code, total, limit, offset, operators }
    }
}

/// Why a text is not the code of a jurisdiction (specification 7).
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidJurisdictionCode {
    /// It does not have the form of a code.
    #[error("{0} is not a jurisdiction code: 2 to 16 letters or digits")]
    Malformed(String),
    /// No jurisdiction has this code.
    #[error("no jurisdiction with the code {0}; the codes are {known}", known = known_codes())]
    Unknown(String),
}

fn known_codes() -> String {
    let codes = JurisdictionCode::ALL.iter().map(|code| code.as_str());
    codes.collect::<Vec<_>>().join(", ")
}

/// Parses the code of a path, in any case.
///
/// # Errors
/// [`InvalidJurisdictionCode`]: not 2 to 16 ASCII letters or digits, or none of the seven.
pub fn jurisdiction_code(text: &str) -> Result<JurisdictionCode, InvalidJurisdictionCode> {
    let is_code = (2..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    if !is_code {
        return Err(InvalidJurisdictionCode::Malformed(quoted(text)));
    }
    let unknown = || InvalidJurisdictionCode::Unknown(quoted(text));
    JurisdictionCode::from_any_case(text).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_unknown_or_none() {
        use InvalidJurisdictionCode::{Malformed, Unknown};
        for known in ["UKGC", "ukgc", "cW", "Iom"] {
            assert!(jurisdiction_code(known).is_ok(), "{known}");
        }
        for unknown in ["XX", "00", "ABCDEFGHIJKLMNOP"] {
            assert_eq!(jurisdiction_code(unknown), Err(Unknown(format!("{unknown:?}"))));
        }
        for none in ["", "a", "ABCDEFGHIJKLMNOPQ", "UK-GC", "UK GC", " CW", "ÜK"] {
            assert_eq!(jurisdiction_code(none), Err(Malformed(format!("{none:?}"))));
        }
    }
}
