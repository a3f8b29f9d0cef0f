//! The rows of the dataset `licences`.

use std::borrow::Cow;

use crate::export::Cell;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::ReadTimes;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

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

impl LicenceRow<'_> {
    /// Returns its values in the order of the columns.
    pub fn cells(&self) -> [Cell<'_>; 24] {
        let code = self.jurisdiction_code;
        [
            Cell::Text(self.license_id),
            Cell::Text(self.operator_id),
            Cell::Text(self.operator_slug),
            Cell::Text(self.operator_display_name),
            Cell::text_or_null(self.operator_registered_name),
            Cell::Text(code.as_str()),
            Cell::Text(code.jurisdiction().name),
            Cell::Text(self.license_number),
            Cell::Text(LicenceNumberKind::for_jurisdiction(code).as_str()),
            Cell::Boolean(code.license_reference_is_ours()),
            Cell::Text(self.status.as_str()),
            Cell::text_or_null(self.status_qualifier),
            Cell::text_or_null(self.upstream_status),
            Cell::List(&self.license_types),
            Cell::Text(self.license_type_raw),
            Cell::Text(self.license_category),
            Cell::date_or_null(self.issued_date),
            Cell::date_or_null(self.expiry_date),
            Cell::text_or_null(self.source_url),
            Cell::text_or_null(self.status_source_url),
            Cell::Timestamp(self.times.status_observed_at),
            Cell::Timestamp(self.times.last_verified_at),
            Cell::Timestamp(self.times.last_listed_at),
            Cell::timestamp_or_null(self.not_listed_since),
        ]
    }
}
