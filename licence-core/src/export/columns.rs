//! The columns of each dataset, in the order of the exported files.

use super::Dataset;

/// Returns the columns of a dataset, in their order: the CSV header, and the keys of JSON.
pub const fn columns(dataset: Dataset) -> &'static [&'static str] {
    match dataset {
        Dataset::Licences => LICENCES,
        Dataset::Operators => OPERATORS,
        Dataset::Domains => DOMAINS,
    }
}

const LICENCES: &[&str] = &[
    "license_id",
    "operator_id",
    "operator_slug",
    "operator_display_name",
    "operator_registered_name",
    "jurisdiction_code",
    "regulator_name",
    "license_number",
    "license_number_kind",
    "license_reference_is_ours",
    "status",
    "status_qualifier",
    "upstream_status",
    "license_types",
    "license_type_raw",
    "license_category",
    "issued_date",
    "expiry_date",
    "source_url",
    "status_source_url",
    "status_observed_at",
    "last_verified_at",
    "last_listed_at",
    "not_listed_since",
];

const OPERATORS: &[&str] = &[
    "operator_id",
    "slug",
    "display_name",
    "registered_name",
    "country",
    "upstream_ids",
    "trading_names",
    "jurisdictions",
    "license_count",
    "active_license_count",
    "status_source_url",
    "status_observed_at",
    "last_listed_at",
    "created_at",
    "updated_at",
];

const DOMAINS: &[&str] = &[
    "domain_id",
    "domain",
    "operator_id",
    "operator_slug",
    "operator_display_name",
    "jurisdiction_code",
    "license_id",
    "license_number",
    "license_number_kind",
    "license_status",
    "domain_status",
    "domain_association",
    "verification_url",
    "verification_page_status",
    "verification_page_read_at",
    "status_source_url",
    "status_observed_at",
    "last_listed_at",
];
