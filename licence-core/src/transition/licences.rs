//! One licence: what is held, and what the register says or no longer says of it.

use std::collections::HashSet;

use uuid::Uuid;

use crate::licence::{Licence, LicenceId};
use crate::operator::OperatorId;
use crate::register::reading::RegisterReading;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use crate::transition::listed::Listed;
use crate::transition::{Changes, LicenceRecord, domains};

const MILLIS_PER_HOUR: i64 = 3_600_000;

/// A licence seen for the first time.
pub(super) fn created(
    reading: &RegisterReading,
    listed: &Listed,
    operator_id: OperatorId,
    new_id: &mut dyn FnMut() -> Uuid,
) -> LicenceRecord {
    let mut record = shown(reading, listed, operator_id, LicenceId(new_id()));
    record.domains = domains::created(&record.licence, &listed.domains, reading.read_at, new_id);
    record
}

/// A licence held before and listed now: the status is what the register shows.
pub(super) fn observed(
    reading: &RegisterReading,
    listed: &Listed,
    operator_id: OperatorId,
    held: LicenceRecord,
    changes: &mut Changes,
    new_id: &mut dyn FnMut() -> Uuid,
) {
    let mut record = shown(reading, listed, operator_id, held.licence.id);
    record.identity.clone_from(&held.identity);
    // What another operator had under the number is not the new one's, even if the reading is
    // only a part of the register.
    let says_all = reading.complete || operator_id != held.operator_id;
    domains::observed(
        &record.licence,
        &listed.domains,
        &held.domains,
        reading.read_at,
        says_all,
        changes,
        new_id,
    );
    if is_as_held(&record, &held) {
        changes.unchanged_licences.push(record.licence.id);
    } else {
        record.domains = Vec::new();
        changes.changed_licences.push(record);
    }
}

/// Equal in everything but the times of the read.
fn is_as_held(record: &LicenceRecord, held: &LicenceRecord) -> bool {
    let with_times_of = |times: &Licence, licence: &Licence| Licence {
        last_verified_at: times.last_verified_at,
        status_observed_at: times.status_observed_at,
        last_listed_at: times.last_listed_at,
        ..licence.clone()
    };
    record.operator_id == held.operator_id
        && record.source_kind == held.source_kind
        && with_times_of(&record.licence, &held.licence) == record.licence
}

fn shown(
    reading: &RegisterReading,
    listed: &Listed,
    operator_id: OperatorId,
    id: LicenceId,
) -> LicenceRecord {
    let row = &listed.row;
    let licence = Licence {
        id,
        license_number: listed.number.clone(),
        license_reference_is_ours: reading.jurisdiction.license_reference_is_ours(),
        jurisdiction_code: reading.jurisdiction,
        status: listed.status,
        status_qualifier: listed.qualifier,
        upstream_status: row.status_text.clone(),
        license_types: row.license_types.clone(),
        license_type_raw: raw_type(row.license_type_raw.as_deref(), &row.license_types),
        license_category: listed.category,
        issued_date: row.issued_date,
        expiry_date: row.expiry_date,
        last_verified_at: reading.read_at,
        source_url: reading.source_url.clone(),
        status_source_url: row.status_source_url.clone().or_else(|| reading.source_url.clone()),
        status_observed_at: reading.read_at,
        last_listed_at: reading.read_at,
        not_listed_since: None,
        raw_data: row.raw_data.clone(),
    };
    LicenceRecord {
        licence,
        identity: listed.identity.clone(),
        operator_id,
        source_kind: reading.source_kind,
        domains: Vec::new(),
    }
}

fn raw_type(raw: Option<&str>, types: &[String]) -> String {
    raw.map_or_else(|| types.join(", "), str::to_owned)
}

/// A listed licence that a complete reading lacks: it keeps its status within the grace window
/// and is `not_in_register` after it (decisions 3). An observation, never a revocation.
///
/// `sites_of_operator` are the sites the reading lists under its operator's other licences.
pub(super) fn missed(
    read_at: Timestamp,
    held: LicenceRecord,
    sites_of_operator: &HashSet<&str>,
    grace_hours: i64,
    changes: &mut Changes,
) {
    domains::listed_elsewhere(&held.domains, sites_of_operator, changes);
    let mut record = held.clone();
    record.domains = Vec::new();
    let licence = &mut record.licence;
    let since = *licence.not_listed_since.get_or_insert(read_at);
    licence.last_verified_at = read_at;
    changes.missing += usize::from(held.licence.not_listed_since.is_none());
    let missed_for = read_at.epoch_millis() - since.epoch_millis();
    let is_gone = missed_for >= grace_hours.saturating_mul(MILLIS_PER_HOUR);
    if is_gone && licence.status != LicenceStatus::NotInRegister {
        licence.status = LicenceStatus::NotInRegister;
        licence.status_qualifier = None;
        licence.upstream_status = None;
    }
    if licence.status == LicenceStatus::NotInRegister {
        licence.status_observed_at = read_at;
    }
    changes.changed_licences.push(record);
}
