//! The rows of the dataset `operators`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::check::standing::{self, Rank, Standing};
use crate::export::Cell;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::ReadTimes;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::Timestamp;

/// A row of the dataset `operators`. It counts all its licences, whatever the filter, and its
/// status provenance is that of its best licence (decisions 3, "Best first").
#[derive(Clone, Debug, PartialEq)]
pub struct OperatorRow<'a> {
    /// The operator's id.
    pub operator_id: &'a str,
    /// Its slug.
    pub slug: &'a str,
    /// Its name.
    pub display_name: &'a str,
    /// Its registered name.
    pub registered_name: Option<&'a str>,
    /// Its country.
    pub country: Option<&'a str>,
    /// Its trading names, sorted.
    pub trading_names: Vec<Cow<'a, str>>,
    /// Its licences, in any order.
    pub licences: Vec<OperatorLicence<'a>>,
    /// When it was first recorded.
    pub created_at: Timestamp,
    /// When its data last changed.
    pub updated_at: Timestamp,
    upstream_ids: String,
    jurisdictions: Vec<Cow<'a, str>>,
}

/// A licence of an operator.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatorLicence<'a> {
    /// The register that lists it.
    pub jurisdiction_code: JurisdictionCode,
    /// Its number.
    pub license_number: Cow<'a, str>,
    /// Its status.
    pub status: LicenceStatus,
    /// What the wording adds to the status.
    pub status_qualifier: Option<StatusQualifier>,
    /// The page that published the status.
    pub status_source_url: Option<Cow<'a, str>>,
    /// The times of its reads, as answers show them ([`ReadTimes::seen_until`]).
    pub times: ReadTimes,
}

impl OperatorLicence<'_> {
    fn rank(&self) -> Rank<'_> {
        let standing = Standing::of_licence(self.status, self.status_qualifier);
        let observed_at = self.times.status_observed_at;
        standing::rank(standing, observed_at, self.jurisdiction_code, &self.license_number)
    }
}

impl<'a> OperatorRow<'a> {
    /// Returns the row with each regulator's identifier of the operator.
    pub fn with_upstream_ids(self, ids: &BTreeMap<JurisdictionCode, Cow<'_, str>>) -> Self {
        // A map of texts always serialises.
        Self { upstream_ids: serde_json::to_string(ids).unwrap_or_default(), ..self }
    }

    /// Returns a row of an operator with these licences, in any order, and no more yet.
    pub fn new(
        operator_id: &'a str,
        slug: &'a str,
        display_name: &'a str,
        licences: Vec<OperatorLicence<'a>>,
        created_at: Timestamp,
        updated_at: Timestamp,
    ) -> Self {
        let mut codes: Vec<&str> = licences.iter().map(|l| l.jurisdiction_code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        Self {
            operator_id,
            slug,
            display_name,
            registered_name: None,
            country: None,
            trading_names: Vec::new(),
            jurisdictions: codes.into_iter().map(Cow::Borrowed).collect(),
            upstream_ids: "{}".to_owned(),
            licences,
            created_at,
            updated_at,
        }
    }
}

columns! {
    OPERATORS, row: OperatorRow<'_>,
    {
        let best = row.licences.iter().min_by_key(|licence| licence.rank());
        let active = row.licences.iter().filter(|l| l.status == LicenceStatus::Active).count();
    }
    "operator_id" => Cell::Text(row.operator_id),
    "slug" => Cell::Text(row.slug),
    "display_name" => Cell::Text(row.display_name),
    "registered_name" => Cell::text_or_null(row.registered_name),
    "country" => Cell::text_or_null(row.country),
    "upstream_ids" => Cell::Object(&row.upstream_ids),
    "trading_names" => Cell::List(&row.trading_names),
    "jurisdictions" => Cell::List(&row.jurisdictions),
    "license_count" => Cell::Number(row.licences.len() as u64),
    "active_license_count" => Cell::Number(active as u64),
    "status_source_url" =>
        Cell::text_or_null(best.and_then(|best| best.status_source_url.as_deref())),
    "status_observed_at" => Cell::timestamp_or_null(best.map(|best| best.times.status_observed_at)),
    "last_listed_at" => Cell::timestamp_or_null(best.map(|best| best.times.last_listed_at)),
    "created_at" => Cell::Timestamp(row.created_at),
    "updated_at" => Cell::Timestamp(row.updated_at),
}
