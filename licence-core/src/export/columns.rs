//! The columns of each dataset, in the order of the exported files.

use super::Dataset;
use ColumnKind::{Boolean, Date, List, Number, Object, Text, Timestamp};

/// The kind of a column's values. Only texts and lists are guarded against formulas: a date or an
/// object never begins like a formula, and a guarded number would become a text.
///
/// Exhaustive, because every format must write each kind of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// `YYYY-MM-DD`.
    Date,
    /// An instant in UTC with milliseconds.
    Timestamp,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Number,
    /// Texts: in CSV joined with `|`, in JSON an array.
    List,
    /// An object: in CSV as JSON text.
    Object,
}

/// A column of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the CSV header and as a JSON key.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: ColumnKind,
}

/// Returns the columns of a dataset, in their order.
pub const fn columns(dataset: Dataset) -> &'static [Column] {
    match dataset {
        Dataset::Licences => LICENCES,
        Dataset::Operators => OPERATORS,
        Dataset::Domains => DOMAINS,
    }
}

const fn column(name: &'static str, kind: ColumnKind) -> Column {
    Column { name, kind }
}

const LICENCES: &[Column] = &[
    column("license_id", Text),
    column("operator_id", Text),
    column("operator_slug", Text),
    column("operator_display_name", Text),
    column("operator_registered_name", Text),
    column("jurisdiction_code", Text),
    column("regulator_name", Text),
    column("license_number", Text),
    column("license_number_kind", Text),
    column("license_reference_is_ours", Boolean),
    column("status", Text),
    column("status_qualifier", Text),
    column("upstream_status", Text),
    column("license_types", List),
    column("license_type_raw", Text),
    column("license_category", Text),
    column("issued_date", Date),
    column("expiry_date", Date),
    column("source_url", Text),
    column("status_source_url", Text),
    column("status_observed_at", Timestamp),
    column("last_verified_at", Timestamp),
    column("last_listed_at", Timestamp),
    column("not_listed_since", Timestamp),
];

const OPERATORS: &[Column] = &[
    column("operator_id", Text),
    column("slug", Text),
    column("display_name", Text),
    column("registered_name", Text),
    column("country", Text),
    column("upstream_ids", Object),
    column("trading_names", List),
    column("jurisdictions", List),
    column("license_count", Number),
    column("active_license_count", Number),
    column("status_source_url", Text),
    column("status_observed_at", Timestamp),
    column("last_listed_at", Timestamp),
    column("created_at", Timestamp),
    column("updated_at", Timestamp),
];

const DOMAINS: &[Column] = &[
    column("domain_id", Text),
    column("domain", Text),
    column("operator_id", Text),
    column("operator_slug", Text),
    column("operator_display_name", Text),
    column("jurisdiction_code", Text),
    column("license_id", Text),
    column("license_number", Text),
    column("license_number_kind", Text),
    column("license_status", Text),
    column("domain_status", Text),
    column("domain_association", Text),
    column("verification_url", Text),
    column("verification_page_status", Text),
    column("verification_page_read_at", Timestamp),
    column("status_source_url", Text),
    column("status_observed_at", Timestamp),
    column("last_listed_at", Timestamp),
];
