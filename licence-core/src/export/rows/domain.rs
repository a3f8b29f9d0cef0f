//! One row a domain-to-operator link.

use crate::export::{Cell, LicenceNumberKind};
use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;
use crate::time::Timestamp;

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

impl DomainRow<'_> {
    /// Returns its values in the order of the columns.
    pub fn cells(&self) -> [Cell<'_>; 18] {
        [
            Cell::Text(self.domain_id),
            Cell::Text(self.domain),
            Cell::Text(self.operator_id),
            Cell::Text(self.operator_slug),
            Cell::Text(self.operator_display_name),
            Cell::Text(self.jurisdiction_code.as_str()),
            Cell::Text(self.license_id),
            Cell::Text(self.license_number),
            Cell::Text(LicenceNumberKind::for_jurisdiction(self.jurisdiction_code).as_str()),
            Cell::Text(self.license_status.as_str()),
            Cell::text_or_null(self.domain_status),
            Cell::Text(self.domain_association),
            Cell::text_or_null(self.verification_url),
            Cell::text_or_null(self.verification_page_status),
            Cell::timestamp_or_null(self.verification_page_read_at),
            Cell::text_or_null(self.status_source_url),
            Cell::Timestamp(self.status_observed_at),
            Cell::Timestamp(self.last_listed_at),
        ]
    }
}
