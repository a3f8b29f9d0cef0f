//! The rows of the datasets, and their columns in the order of the exported files.

use std::borrow::Cow;

use crate::export::{Cell, Dataset};
use crate::jurisdiction::JurisdictionCode;
use crate::licence::ReadTimes;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

/// Gives a row its columns, each with its name and its value.
macro_rules! columns {
    ($columns:ident, $row:ident: $type:ty, { $($before:tt)* } $($name:literal => $cell:expr,)+) => {
        pub(super) const $columns: &[&str] = &[$($name),+];

        impl $type {
            /// Returns its values in the order of the columns.
            pub fn cells(&self) -> [Cell<'_>; $columns.len()] {
                let $row = self;
                $($before)*
                [$($cell),+]
            }
        }
    };
}

mod operator;
#[cfg(test)]
mod tests;

use operator::OPERATORS;
pub use operator::{OperatorLicence, OperatorRow};

/// Returns the columns of a dataset, in their order: the CSV header, and the keys of JSON.
pub const fn columns(dataset: Dataset) -> &'static [&'static str] {
    match dataset {
        Dataset::Licences => LICENCES,
        Dataset::Operators => OPERATORS,
        Dataset::Domains => DOMAINS,
    }
}

wire_enum! {
    /// Who gave a licence its number (`license_number_kind`, decisions 3).
    pub enum LicenceNumberKind: "licence number kind" {
        /// The service's own reference, because the regulator publishes no number.
        IgregulatorReference = "igregulator_reference",
        /// The regulator's number.
        RegulatorLicenceNumber = "regulator_licence_number",
    }
}

impl LicenceNumberKind {
    /// Returns the kind of the numbers of a jurisdiction.
    pub const fn for_jurisdiction(code: JurisdictionCode) -> Self {
        match code.license_reference_is_ours() {
            true => Self::IgregulatorReference,
            false => Self::RegulatorLicenceNumber,
        }
    }
}

/// A row of the dataset `licences`.
#[derive(Clone, Debug, PartialEq)]
pub struct LicenceRow<'a> {
    /// The licence's id.
    pub license_id: &'a str,
    /// Its holder's id.
    pub operator_id: &'a str,
    /// Its holder's slug.
    pub operator_slug: &'a str,
    /// Its holder's name.
    pub operator_display_name: &'a str,
    /// Its holder's registered name.
    pub operator_registered_name: Option<&'a str>,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// Its number, or the service's own reference.
    pub license_number: &'a str,
    /// Its status.
    pub status: LicenceStatus,
    /// What the wording adds to the status.
    pub status_qualifier: Option<&'a str>,
    /// The regulator's wording.
    pub upstream_status: Option<&'a str>,
    /// The regulator's types.
    pub license_types: Vec<Cow<'a, str>>,
    /// The type cell, verbatim.
    pub license_type_raw: &'a str,
    /// The harmonised category.
    pub license_category: &'a str,
    /// When it was issued.
    pub issued_date: Option<&'a str>,
    /// When it expires.
    pub expiry_date: Option<&'a str>,
    /// The address of the register.
    pub source_url: Option<&'a str>,
    /// The page that published the status.
    pub status_source_url: Option<&'a str>,
    /// The times of its reads, as answers show them ([`ReadTimes::seen_until`]).
    pub times: ReadTimes,
    /// Since when the register does not list it.
    pub not_listed_since: Option<Timestamp>,
}

columns! {
    LICENCES, row: LicenceRow<'_>,
    { let code = row.jurisdiction_code; }
    "license_id" => Cell::Text(row.license_id),
    "operator_id" => Cell::Text(row.operator_id),
    "operator_slug" => Cell::Text(row.operator_slug),
    "operator_display_name" => Cell::Text(row.operator_display_name),
    "operator_registered_name" => Cell::text_or_null(row.operator_registered_name),
    "jurisdiction_code" => Cell::Text(code.as_str()),
    "regulator_name" => Cell::Text(code.jurisdiction().name),
    "license_number" => Cell::Text(row.license_number),
    "license_number_kind" => Cell::Text(LicenceNumberKind::for_jurisdiction(code).as_str()),
    "license_reference_is_ours" => Cell::Boolean(code.license_reference_is_ours()),
    "status" => Cell::Text(row.status.as_str()),
    "status_qualifier" => Cell::text_or_null(row.status_qualifier),
    "upstream_status" => Cell::text_or_null(row.upstream_status),
    "license_types" => Cell::List(&row.license_types),
    "license_type_raw" => Cell::Text(row.license_type_raw),
    "license_category" => Cell::Text(row.license_category),
    "issued_date" => Cell::date_or_null(row.issued_date),
    "expiry_date" => Cell::date_or_null(row.expiry_date),
    "source_url" => Cell::text_or_null(row.source_url),
    "status_source_url" => Cell::text_or_null(row.status_source_url),
    "status_observed_at" => Cell::Timestamp(row.times.status_observed_at),
    "last_verified_at" => Cell::Timestamp(row.times.last_verified_at),
    "last_listed_at" => Cell::Timestamp(row.times.last_listed_at),
    "not_listed_since" => Cell::timestamp_or_null(row.not_listed_since),
}

/// A row of the dataset `domains`: a domain and the licence that it is listed under, whose status
/// and provenance it has.
#[derive(Clone, Debug, PartialEq)]
pub struct DomainRow<'a> {
    /// The id of the domain on record.
    pub domain_id: &'a str,
    /// The host, or the register's cell if that names no host.
    pub domain: &'a str,
    /// The operator's id.
    pub operator_id: &'a str,
    /// The operator's slug.
    pub operator_slug: &'a str,
    /// The operator's name.
    pub operator_display_name: &'a str,
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// The licence that it is listed under.
    pub license_id: &'a str,
    /// That licence's number.
    pub license_number: &'a str,
    /// That licence's status.
    pub license_status: LicenceStatus,
    /// The status of the domain in the register.
    pub domain_status: Option<&'a str>,
    /// Its relation to the licence.
    pub domain_association: &'a str,
    /// The regulator's own page about it.
    pub verification_url: Option<&'a str>,
    /// What that page printed about the licence.
    pub verification_page_status: Option<&'a str>,
    /// When that page was read.
    pub verification_page_read_at: Option<Timestamp>,
    /// The page that published the licence's status.
    pub status_source_url: Option<&'a str>,
    /// The latest read that showed that status.
    pub status_observed_at: Timestamp,
    /// The latest read that listed the domain.
    pub last_listed_at: Timestamp,
}

columns! {
    DOMAINS, row: DomainRow<'_>,
    { let code = row.jurisdiction_code; }
    "domain_id" => Cell::Text(row.domain_id),
    "domain" => Cell::Text(row.domain),
    "operator_id" => Cell::Text(row.operator_id),
    "operator_slug" => Cell::Text(row.operator_slug),
    "operator_display_name" => Cell::Text(row.operator_display_name),
    "jurisdiction_code" => Cell::Text(code.as_str()),
    "license_id" => Cell::Text(row.license_id),
    "license_number" => Cell::Text(row.license_number),
    "license_number_kind" => Cell::Text(LicenceNumberKind::for_jurisdiction(code).as_str()),
    "license_status" => Cell::Text(row.license_status.as_str()),
    "domain_status" => Cell::text_or_null(row.domain_status),
    "domain_association" => Cell::Text(row.domain_association),
    "verification_url" => Cell::text_or_null(row.verification_url),
    "verification_page_status" => Cell::text_or_null(row.verification_page_status),
    "verification_page_read_at" => Cell::timestamp_or_null(row.verification_page_read_at),
    "status_source_url" => Cell::text_or_null(row.status_source_url),
    "status_observed_at" => Cell::Timestamp(row.status_observed_at),
    "last_listed_at" => Cell::Timestamp(row.last_listed_at),
}
