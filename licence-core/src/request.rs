//! What a request asks with, read by the same rules in every front end, and why a request is
//! refused. [`RequestError::problem_kind`] gives a refusal its status, code and reason; the command
//! line its exit code.

mod error;
mod pasted;
mod refusal;
mod table;

use crate::UnknownWord;
use crate::check::CheckQuery;
use crate::export::{Dataset, ExportFilter, ExportFormat};
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::lookup::{ActionSort, Page, PageRules};
use crate::operator::Slug;
use crate::point_in_time::AsOf;
use crate::text::{self, hyphenated_uuid};
use crate::time::Timestamp;
use crate::webhook::WebhookId;

pub use crate::text::{is_dash, is_web_address};
pub use error::{RequestError, quoted};
pub use pasted::{host_in, without_marks};
pub use table::{
    UnclosedQuote, UnevenRows, columns_named, free_column_name, is_header, read_table,
    require_even_rows,
};

/// Returns the check of a domain.
///
/// # Errors
/// [`RequestError::Domain`]
pub fn domain(text: &str) -> Result<CheckQuery, RequestError> {
    CheckQuery::domain(text)
        .map_err(|error| RequestError::Domain { domain: text.to_owned(), error })
}

/// Returns the check of a licence number.
///
/// # Errors
/// [`RequestError::LicenceNumber`]
pub fn licence_number(text: &str) -> Result<CheckQuery, RequestError> {
    CheckQuery::licence_number(text)
        .map_err(|error| RequestError::LicenceNumber { number: text.to_owned(), error })
}

/// Returns the instant that a request asks about, if it names one.
///
/// # Errors
/// [`RequestError::AsOf`]
pub fn as_of(text: Option<&str>, now: Timestamp) -> Result<Option<AsOf>, RequestError> {
    Ok(text.map(|text| AsOf::parse(text, now)).transpose()?)
}

/// Returns the term of a search.
///
/// # Errors
/// [`RequestError::EmptySearch`]
pub fn search_term(q: Option<&str>) -> Result<&str, RequestError> {
    q.filter(|q| !q.is_empty()).ok_or(RequestError::EmptySearch)
}

/// Returns the order of regulatory actions.
///
/// # Errors
/// [`RequestError::Sort`]
pub fn action_sort(text: Option<&str>) -> Result<ActionSort, RequestError> {
    text.map_or_else(|| Ok(ActionSort::default()), |text| text.parse().map_err(RequestError::Sort))
}

/// Returns the page of a list that `limit` and `offset` name, by the rules of that list.
///
/// # Errors
/// [`RequestError::Page`]
pub fn page(
    rules: PageRules,
    limit: Option<&str>,
    offset: Option<&str>,
) -> Result<Page, RequestError> {
    Ok(rules.page(limit, offset)?)
}

/// Returns the code of a jurisdiction, in any case.
///
/// # Errors
/// [`RequestError::JurisdictionCode`], [`RequestError::UnknownJurisdiction`]
pub fn jurisdiction_code(text: &str) -> Result<JurisdictionCode, RequestError> {
    let is_code = (2..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    if !is_code {
        return Err(RequestError::JurisdictionCode(text::quoted(text)));
    }
    let unknown = || RequestError::UnknownJurisdiction(text::quoted(text));
    JurisdictionCode::from_any_case(text).ok_or_else(unknown)
}

/// Returns the id of a licence: a hyphenated UUID, in any case.
///
/// # Errors
/// [`RequestError::LicenceId`] for any other text, other forms of a UUID included.
pub fn licence_id(text: &str) -> Result<LicenceId, RequestError> {
    let invalid = || RequestError::LicenceId(text::quoted(text));
    hyphenated_uuid(text).map(LicenceId).ok_or_else(invalid)
}

/// Returns the slug of an operator, in any case.
///
/// # Errors
/// [`RequestError::Slug`]
pub fn slug(text: &str) -> Result<Slug, RequestError> {
    Ok(text.parse()?)
}

/// Returns the slug of an operator that is looked up, in any case. No operator has a reserved slug, and
/// its address answers another question.
///
/// # Errors
/// [`RequestError::Slug`], [`RequestError::UnknownOperator`] for a reserved slug
pub fn operator_slug(text: &str) -> Result<Slug, RequestError> {
    let slug = slug(text)?;
    match slug.is_reserved() {
        true => Err(RequestError::UnknownOperator(slug)),
        false => Ok(slug),
    }
}

/// Returns a slug that is sent in its own spelling.
///
/// # Errors
/// [`RequestError::Slug`], [`RequestError::SlugNotInLowerCase`]
pub fn slug_in_lower_case(text: &str) -> Result<Slug, RequestError> {
    let slug = slug(text)?;
    match slug.as_str() == text {
        true => Ok(slug),
        false => Err(RequestError::SlugNotInLowerCase(text.to_owned())),
    }
}

/// Returns the id of a webhook endpoint: a hyphenated UUID, in any case (decisions 3). Any other
/// text is the id of no endpoint.
///
/// # Errors
/// [`RequestError::UnknownWebhook`]
pub fn webhook_id(text: &str) -> Result<WebhookId, RequestError> {
    let unknown = || RequestError::UnknownWebhook(text.to_owned());
    hyphenated_uuid(text).map(WebhookId).ok_or_else(unknown)
}

/// Returns the dataset of an export: its word, or `licenses` for licences (specification 4.2).
///
/// # Errors
/// [`RequestError::UnknownDataset`]
pub fn dataset(text: &str) -> Result<Dataset, RequestError> {
    match text {
        "licenses" => Ok(Dataset::Licences),
        word => word.parse().map_err(|_| RequestError::UnknownDataset(word.to_owned())),
    }
}

/// Returns the format of an export: its word, or `ndjson` for json.
///
/// # Errors
/// [`RequestError::Export`]
pub fn export_format(text: Option<&str>) -> Result<ExportFormat, RequestError> {
    match text {
        None => Ok(ExportFormat::default()),
        Some("ndjson") => Ok(ExportFormat::Json),
        Some(word) => word.parse().map_err(in_export("format")),
    }
}

/// Returns which rows an export has.
///
/// # Errors
/// [`RequestError::Export`]
pub fn export_filter<'a>(
    jurisdictions: impl IntoIterator<Item = &'a str>,
    statuses: impl IntoIterator<Item = &'a str>,
) -> Result<ExportFilter, RequestError> {
    let filter = ExportFilter::default();
    let filter = jurisdictions.into_iter().try_fold(filter, ExportFilter::and_jurisdictions);
    let filter = filter.map_err(in_export("jurisdiction"))?;
    let filter = statuses.into_iter().try_fold(filter, ExportFilter::and_statuses);
    filter.map_err(in_export("status"))
}

fn in_export(parameter: &'static str) -> impl Fn(UnknownWord) -> RequestError {
    move |error| RequestError::Export { parameter, error }
}

#[cfg(test)]
mod tests;
