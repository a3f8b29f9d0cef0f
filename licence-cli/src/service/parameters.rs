//! Parameters, read by the core's rules and refused in the words of the API.

use licence_core::export::{Dataset, ExportFilter, ExportFormat};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::lookup::{self, InvalidJurisdictionCode, Page, PageRules};
use licence_core::operator::Slug;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use super::not_found;
use crate::exit::{Exit, Failure, Refusal, quoted};

/// Input that is refused.
pub(crate) fn invalid(error: String) -> Failure {
    Failure::refused(Refusal::here(Exit::BadInput, error, None))
}

/// The instant asked about, if any.
pub(crate) fn as_of(text: Option<&str>, now: Timestamp) -> Result<Option<AsOf>, Failure> {
    let Some(text) = text else { return Ok(None) };
    AsOf::parse(text, now).map(Some).map_err(|error| invalid(format!("as_of: {error}.")))
}

/// A page of a list, by the rules of that list.
pub(crate) fn page(
    rules: PageRules,
    limit: Option<&str>,
    offset: Option<&str>,
) -> Result<Page, Failure> {
    rules.page(limit, offset).map_err(|error| invalid(format!("The {error}.")))
}

/// An operator's slug, in any case.
pub(crate) fn slug(text: &str) -> Result<Slug, Failure> {
    text.parse().map_err(|error| invalid(format!("{error}.")))
}

/// A slug in its own spelling only, where the API takes no other (decisions 3).
pub(crate) fn slug_in_lower_case(text: &str) -> Result<Slug, Failure> {
    let slug = slug(text)?;
    match slug.as_str() == text {
        true => Ok(slug),
        false => {
            let error = format!("{text:?} has upper case; a slug has lowercase letters here.");
            Err(invalid(error))
        }
    }
}

/// A licence's id.
pub(crate) fn licence_id(text: &str) -> Result<LicenceId, Failure> {
    lookup::licence_id(text).map_err(|error| invalid(format!("{error}.")))
}

/// A jurisdiction's code, in any case.
pub(crate) fn jurisdiction(text: &str) -> Result<JurisdictionCode, Failure> {
    lookup::jurisdiction_code(text).map_err(|error| match error {
        InvalidJurisdictionCode::Malformed(_) => invalid(format!("{error}.")),
        InvalidJurisdictionCode::Unknown(_) => {
            not_found(format!("There is {error}."), "licence jurisdictions list")
        }
    })
}

/// No operator has this slug.
pub(super) fn unknown_operator(slug: &Slug) -> Failure {
    let error = format!("No operator has the slug {slug}.");
    not_found(error, "licence operators search NAME, which prints slugs.")
}

/// No licence has this id.
pub(super) fn unknown_licence(id: LicenceId) -> Failure {
    let error = format!("No licence has the id {}.", id.0);
    not_found(error, "licence check --json or licence licences list SLUG, which print ids.")
}

/// A dataset.
pub(crate) fn dataset(text: &str) -> Result<Dataset, Failure> {
    Dataset::of_path(text).map_err(|_| {
        let error = format!("There is no dataset {}.", quoted(text));
        not_found(error, "licence export licences, operators or domains.")
    })
}

/// How an export is written.
pub(crate) fn format(text: Option<&str>) -> Result<ExportFormat, Failure> {
    let read = |text| {
        ExportFormat::of_parameter(text).map_err(|error| invalid(format!("format: {error}.")))
    };
    text.map_or_else(|| Ok(ExportFormat::default()), read)
}

/// Which rows an export has.
pub(crate) fn filter(
    jurisdictions: &[String],
    statuses: &[String],
) -> Result<ExportFilter, Failure> {
    let mut filter = ExportFilter::default();
    for value in jurisdictions {
        filter = filter
            .and_jurisdictions(value)
            .map_err(|error| invalid(format!("jurisdiction: {error}.")))?;
    }
    for value in statuses {
        filter =
            filter.and_statuses(value).map_err(|error| invalid(format!("status: {error}.")))?;
    }
    Ok(filter)
}
