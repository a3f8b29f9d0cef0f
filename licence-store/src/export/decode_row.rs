//! Decodes the values of a row, in the order of [`super::source`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use licence_core::export::{DomainRow, LicenceRow, OperatorLicence, OperatorRow};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::ReadTimes;
use licence_core::time::Timestamp;
use licence_core::transition::domain_listed_until;
use serde::Deserialize;

use crate::error::StoreError;
use crate::raw_row::{Raw, Record};
use crate::registers::RegisterReads;

/// A text of a JSON list, copied only where it holds escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct JsonText<'a>(#[serde(borrow)] Cow<'a, str>);

pub(super) fn decode_licence<'r>(
    values: &'r [Raw<'r>],
    reads: &RegisterReads,
) -> Result<LicenceRow<'r>, StoreError> {
    let record = &mut Record::new("licences", values);
    let mut row = LicenceRow {
        license_id: record.text()?,
        operator_id: record.text()?,
        operator_slug: record.text()?,
        operator_display_name: record.text()?,
        operator_registered_name: record.optional_text()?,
        jurisdiction_code: record.value()?,
        license_number: record.text()?,
        status: record.value()?,
        status_qualifier: record.optional_text()?,
        upstream_status: record.optional_text()?,
        license_types: texts(record.list()?),
        license_type_raw: record.text()?,
        license_category: record.text()?,
        issued_date: record.optional_text()?,
        expiry_date: record.optional_text()?,
        source_url: record.optional_text()?,
        status_source_url: record.optional_text()?,
        times: decode_times(record)?,
        not_listed_since: record.optional_time()?,
    };
    let newest = reads.newest_complete(row.jurisdiction_code);
    row.times = row.times.seen_until(newest, row.status, row.not_listed_since);
    Ok(row)
}

pub(super) fn decode_domain<'r>(
    values: &'r [Raw<'r>],
    reads: &RegisterReads,
) -> Result<DomainRow<'r>, StoreError> {
    let record = &mut Record::new("domains", values);
    let mut row = DomainRow {
        domain_id: record.text()?,
        domain: record.text()?,
        operator_id: record.text()?,
        operator_slug: record.text()?,
        operator_display_name: record.text()?,
        jurisdiction_code: record.value()?,
        license_id: record.text()?,
        license_number: record.text()?,
        license_status: record.value()?,
        domain_status: record.optional_text()?,
        domain_association: record.text()?,
        verification_url: record.optional_text()?,
        verification_page_status: record.optional_text()?,
        verification_page_read_at: record.optional_time()?,
        status_source_url: record.optional_text()?,
        status_observed_at: Timestamp::EPOCH,
        last_listed_at: Timestamp::EPOCH,
    };
    let newest = reads.newest_complete(row.jurisdiction_code);
    let (times, not_listed_since) = (decode_times(record)?, record.optional_time()?);
    let times = times.seen_until(newest, row.license_status, not_listed_since);
    let (listed, unseen_since) = (record.time()?, record.optional_time()?);
    row.status_observed_at = times.status_observed_at;
    row.last_listed_at = domain_listed_until(listed, unseen_since, newest, times.last_listed_at);
    Ok(row)
}

pub(super) fn decode_operator<'r>(
    values: &'r [Raw<'r>],
    reads: &RegisterReads,
) -> Result<OperatorRow<'r>, StoreError> {
    let record = &mut Record::new("operators", values);
    let (id, slug, display_name) = (record.text()?, record.text()?, record.text()?);
    let (registered_name, country) = (record.optional_text()?, record.optional_text()?);
    let (created_at, updated_at) = (record.time()?, record.time()?);
    let upstream_ids = decode_upstream_ids(id, record.list()?)?;
    let mut trading_names = texts(record.list()?);
    trading_names.sort_unstable();
    trading_names.dedup();
    let licences: Vec<Vec<Raw<'_>>> = record.list()?;
    let licences = licences
        .iter()
        .map(|values| decode_operator_licence(values, reads))
        .collect::<Result<_, _>>()?;
    let mut row = OperatorRow::new(id, slug, display_name, licences, created_at, updated_at);
    (row.registered_name, row.country) = (registered_name, country);
    row.trading_names = trading_names;
    Ok(row.with_upstream_ids(&upstream_ids))
}

fn decode_upstream_ids<'r>(
    operator_id: &str,
    pairs: Vec<(JsonText<'r>, JsonText<'r>)>,
) -> Result<BTreeMap<JurisdictionCode, Cow<'r, str>>, StoreError> {
    let corrupt = |error| StoreError::corrupt("operator_keys", operator_id, error);
    let pair =
        |(code, id): (JsonText<'_>, JsonText<'r>)| Ok((code.0.parse().map_err(corrupt)?, id.0));
    pairs.into_iter().map(pair).collect()
}

fn decode_operator_licence<'a>(
    values: &[Raw<'_>],
    reads: &RegisterReads,
) -> Result<OperatorLicence<'a>, StoreError> {
    let record = &mut Record::new("licences", values);
    let _id = record.text()?;
    let mut licence = OperatorLicence {
        jurisdiction_code: record.value()?,
        license_number: record.text()?.to_owned().into(),
        status: record.value()?,
        status_qualifier: record.optional_value()?,
        status_source_url: record.optional_text()?.map(|url| url.to_owned().into()),
        times: decode_times(record)?,
    };
    let newest = reads.newest_complete(licence.jurisdiction_code);
    licence.times = licence.times.seen_until(newest, licence.status, record.optional_time()?);
    Ok(licence)
}

fn decode_times(record: &mut Record<'_>) -> Result<ReadTimes, StoreError> {
    Ok(ReadTimes {
        last_verified_at: record.time()?,
        status_observed_at: record.time()?,
        last_listed_at: record.time()?,
    })
}

fn texts(items: Vec<JsonText<'_>>) -> Vec<Cow<'_, str>> {
    items.into_iter().map(|JsonText(text)| text).collect()
}
