//! Parameters, read by the core's rules and refused in the words of the API.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::lookup::{self, Page, PageRules};
use licence_core::operator::Slug;
use licence_core::request::RequestError;

/// Returns a page of a list, by the rules of that list.
pub(super) fn page(
    rules: PageRules,
    limit: Option<&str>,
    offset: Option<&str>,
) -> Result<Page, RequestError> {
    Ok(rules.page(limit, offset)?)
}

/// Returns an operator's slug, in any case.
pub(super) fn slug(text: &str) -> Result<Slug, RequestError> {
    Ok(text.parse()?)
}

/// Returns a licence's id.
pub(super) fn licence_id(text: &str) -> Result<LicenceId, RequestError> {
    Ok(lookup::licence_id(text)?)
}

/// Returns a jurisdiction's code, in any case.
pub(super) fn jurisdiction(text: &str) -> Result<JurisdictionCode, RequestError> {
    Ok(lookup::jurisdiction_code(text)?)
}
