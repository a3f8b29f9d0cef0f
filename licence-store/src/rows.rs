//! Converts rows of tables into values of the core, and back.

use std::fmt::Display;
use std::str::FromStr;

use licence_core::domain::{Domain, DomainId};
use licence_core::event::Event;
use licence_core::history::{EntryId, HistoryEntry, HistoryRecord};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::{Licence, LicenceId};
use licence_core::operator::OperatorId;
use licence_core::regulatory_action::RegulatoryAction;
use licence_core::time::{Date, Timestamp};
use licence_core::transition::{
    ActionRecord, DomainRecord, LicenceRecord, OperatorRecord, operator_name_hash,
};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use uuid::Uuid;

use crate::entity::{domain, event, history, licence, operator, regulatory_action};
use crate::error::StoreError;

/// Reads the cells of one row; an error names the table and the row.
pub(crate) struct Row<'r> {
    pub(crate) table: &'static str,
    pub(crate) id: &'r str,
}

impl Row<'_> {
    pub(crate) fn parse<T: FromStr<Err: Display>>(&self, text: &str) -> Result<T, StoreError> {
        text.parse().map_err(|error| StoreError::corrupt(self.table, self.id, error))
    }

    pub(crate) fn parse_optional<T: FromStr<Err: Display>>(
        &self,
        text: Option<&str>,
    ) -> Result<Option<T>, StoreError> {
        text.map(|text| self.parse(text)).transpose()
    }

    pub(crate) fn json<T: serde::de::DeserializeOwned>(&self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| StoreError::corrupt(self.table, self.id, error))
    }

    pub(crate) fn time(&self, millis: i64) -> Result<Timestamp, StoreError> {
        Timestamp::from_epoch_millis(millis)
            .ok_or_else(|| StoreError::corrupt(self.table, self.id, format!("instant {millis}")))
    }

    pub(crate) fn optional_time(
        &self,
        millis: Option<i64>,
    ) -> Result<Option<Timestamp>, StoreError> {
        millis.map(|millis| self.time(millis)).transpose()
    }
}

/// Returns a count; zero for a negative column, which is never written.
pub(crate) fn count(column: i64) -> u64 {
    u64::try_from(column).unwrap_or(0)
}

/// Returns a count as a column holds it.
pub(crate) fn count_column(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(crate) fn licence_record(
    row: licence::Model,
    domains: Vec<domain::Model>,
) -> Result<LicenceRecord, StoreError> {
    let domain = |domain| domain_record(domain, &row.license_number);
    let domains = domains.into_iter().map(domain).collect::<Result<_, _>>()?;
    let cell = Row { table: "licences", id: &row.id };
    let jurisdiction_code: JurisdictionCode = cell.parse(&row.jurisdiction_code)?;
    Ok(LicenceRecord {
        operator_id: OperatorId(cell.parse::<Uuid>(&row.operator_id)?),
        source_kind: cell.parse(&row.source_kind)?,
        licence: Licence {
            id: LicenceId(cell.parse::<Uuid>(&row.id)?),
            license_reference_is_ours: jurisdiction_code.license_reference_is_ours(),
            jurisdiction_code,
            status: cell.parse(&row.status)?,
            status_qualifier: cell.parse_optional(row.status_qualifier.as_deref())?,
            license_types: cell.json(&row.license_types)?,
            license_category: cell.parse(&row.license_category)?,
            issued_date: cell.parse_optional::<Date>(row.issued_date.as_deref())?,
            expiry_date: cell.parse_optional::<Date>(row.expiry_date.as_deref())?,
            raw_data: cell.json(&row.raw_data)?,
            last_verified_at: cell.time(row.last_verified_at)?,
            status_observed_at: cell.time(row.status_observed_at)?,
            last_listed_at: cell.time(row.last_listed_at)?,
            not_listed_since: cell.optional_time(row.not_listed_since)?,
            license_number: row.license_number,
            upstream_status: row.upstream_status,
            license_type_raw: row.license_type_raw,
            source_url: row.source_url,
            status_source_url: row.status_source_url,
        },
        identity: row.identity,
        domains,
    })
}

pub(crate) fn licence_row(record: LicenceRecord) -> licence::ActiveModel {
    let licence = record.licence;
    licence::Model {
        id: licence.id.0.to_string(),
        operator_id: record.operator_id.0.to_string(),
        jurisdiction_code: licence.jurisdiction_code.to_string(),
        identity: record.identity,
        license_number: licence.license_number,
        status: licence.status.to_string(),
        status_qualifier: licence.status_qualifier.map(|qualifier| qualifier.to_string()),
        upstream_status: licence.upstream_status,
        license_types: serde_json::Value::from(licence.license_types).to_string(),
        license_type_raw: licence.license_type_raw,
        license_category: licence.license_category.to_string(),
        issued_date: licence.issued_date.map(|date| date.to_string()),
        expiry_date: licence.expiry_date.map(|date| date.to_string()),
        source_kind: record.source_kind.to_string(),
        source_url: licence.source_url,
        status_source_url: licence.status_source_url,
        raw_data: serde_json::Value::from(licence.raw_data).to_string(),
        last_verified_at: licence.last_verified_at.epoch_millis(),
        status_observed_at: licence.status_observed_at.epoch_millis(),
        last_listed_at: licence.last_listed_at.epoch_millis(),
        not_listed_since: licence.not_listed_since.map(Timestamp::epoch_millis),
    }
    .into_active_model()
    .reset_all()
}

fn domain_record(row: domain::Model, license_number: &str) -> Result<DomainRecord, StoreError> {
    let cell = Row { table: "domains", id: &row.id };
    Ok(DomainRecord {
        host: cell.parse_optional(row.host.as_deref())?,
        domain: Domain {
            id: DomainId(cell.parse::<Uuid>(&row.id)?),
            jurisdiction_code: cell.parse(&row.jurisdiction_code)?,
            license_id: LicenceId(cell.parse::<Uuid>(&row.licence_id)?),
            license_number: license_number.to_owned(),
            domain_status: cell.parse_optional(row.domain_status.as_deref())?,
            domain_association: cell.parse(&row.domain_association)?,
            verification_page_read_at: cell.optional_time(row.verification_page_read_at)?,
            first_seen_at: cell.time(row.first_seen_at)?,
            last_listed_at: cell.time(row.last_listed_at)?,
            domain: row.domain,
            verification_url: row.verification_url,
            verification_page_status: row.verification_page_status,
        },
        cell: row.cell,
        status_text: row.status_text,
        unseen_since: cell.optional_time(row.unseen_since)?,
    })
}

pub(crate) fn domain_row(record: DomainRecord) -> domain::ActiveModel {
    let domain = record.domain;
    domain::Model {
        id: domain.id.0.to_string(),
        licence_id: domain.license_id.0.to_string(),
        jurisdiction_code: domain.jurisdiction_code.to_string(),
        domain: domain.domain,
        host: record.host.map(|host| host.to_string()),
        cell: record.cell,
        status_text: record.status_text,
        domain_status: domain.domain_status.map(|status| status.to_string()),
        domain_association: domain.domain_association.to_string(),
        verification_url: domain.verification_url,
        verification_page_status: domain.verification_page_status,
        verification_page_read_at: domain.verification_page_read_at.map(Timestamp::epoch_millis),
        first_seen_at: domain.first_seen_at.epoch_millis(),
        last_listed_at: domain.last_listed_at.epoch_millis(),
        unseen_since: record.unseen_since.map(Timestamp::epoch_millis),
    }
    .into_active_model()
    .reset_all()
}

pub(crate) fn operator_row(record: &OperatorRecord) -> operator::ActiveModel {
    let operator = &record.operator;
    operator::ActiveModel {
        id: Set(operator.id.0.to_string()),
        slug: Set(operator.slug.to_string()),
        display_name: Set(operator.display_name.clone()),
        registered_name: Set(operator.registered_name.clone()),
        country: Set(operator.country.clone()),
        home_jurisdiction: Set(record.home.to_string()),
        created_at: Set(operator.created_at.epoch_millis()),
        updated_at: Set(operator.updated_at.epoch_millis()),
        name_hash: Set(Some(operator_name_hash(&record.registered_key()))),
    }
}

pub(crate) fn history_row(record: HistoryRecord) -> history::ActiveModel {
    let entry = record.entry;
    history::ActiveModel {
        // The database numbers the entries in the order of recording.
        seq: NotSet,
        id: Set(entry.id.0.to_string()),
        licence_id: Set(record.licence_id.0.to_string()),
        changed_at: Set(entry.changed_at.epoch_millis()),
        previous_status: Set(entry.previous_status.map(|status| status.to_string())),
        new_status: Set(entry.new_status.to_string()),
        change_type: Set(entry.change_type.to_string()),
        source_url: Set(entry.source_url),
        detected_by: Set(entry.detected_by),
        note: Set(entry.note),
        snapshot_sha256: Set(entry.snapshot_sha256),
        snapshot_fetched_at: Set(entry.snapshot_fetched_at.map(Timestamp::epoch_millis)),
        corrected_at: Set(entry.corrected_at.map(Timestamp::epoch_millis)),
        correction_note: Set(entry.correction_note),
    }
}

pub(crate) fn history_entry(row: history::Model) -> Result<HistoryEntry, StoreError> {
    let cell = Row { table: "history", id: &row.id };
    Ok(HistoryEntry {
        id: EntryId(cell.parse::<Uuid>(&row.id)?),
        changed_at: cell.time(row.changed_at)?,
        previous_status: cell.parse_optional(row.previous_status.as_deref())?,
        new_status: cell.parse(&row.new_status)?,
        change_type: cell.parse(&row.change_type)?,
        snapshot_fetched_at: cell.optional_time(row.snapshot_fetched_at)?,
        corrected_at: cell.optional_time(row.corrected_at)?,
        source_url: row.source_url,
        detected_by: row.detected_by,
        note: row.note,
        snapshot_sha256: row.snapshot_sha256,
        correction_note: row.correction_note,
    })
}

/// Returns the row of an event. The row stores the exact text that is signed, sent and served, so
/// that the text never differs.
pub(crate) fn event_row(event: &Event, operator_id: Option<OperatorId>) -> event::ActiveModel {
    event::ActiveModel {
        id: Set(event.event_id.to_string()),
        name: Set(event.event.to_string()),
        operator_id: Set(operator_id.map(|id| id.0.to_string())),
        emitted_at: Set(event.timestamp.epoch_millis()),
        // An event consists of texts, numbers and maps with text keys, which always serialise.
        body: Set(serde_json::to_string(event).unwrap_or_default()),
    }
}

pub(crate) fn action_row(record: ActionRecord) -> regulatory_action::ActiveModel {
    let action = record.action;
    regulatory_action::ActiveModel {
        id: Set(action.id.to_string()),
        jurisdiction_code: Set(action.jurisdiction_code.to_string()),
        identity: Set(record.identity),
        operator_id: Set(record.operator_id.map(|id| id.0.to_string())),
        upstream_id: Set(record.upstream_id),
        action_type: Set(action.action_type),
        outcomes: Set(serde_json::Value::from(action.outcomes).to_string()),
        fine_amount_cents: Set(action.fine_amount_cents),
        fine_currency: Set(action.fine_currency),
        decision_date: Set(action.decision_date.to_string()),
        description: Set(action.description),
        source_url: Set(action.source_url),
        subject_name: Set(action.subject_name),
        first_seen_at: Set(action.first_seen_at.epoch_millis()),
        last_verified_at: Set(action.last_verified_at.epoch_millis()),
    }
}

pub(crate) fn action_record(row: regulatory_action::Model) -> Result<ActionRecord, StoreError> {
    let cell = Row { table: "regulatory_actions", id: &row.id };
    let operator_id = cell.parse_optional::<Uuid>(row.operator_id.as_deref())?;
    Ok(ActionRecord {
        operator_id: operator_id.map(OperatorId),
        action: RegulatoryAction {
            id: cell.parse(&row.id)?,
            jurisdiction_code: cell.parse(&row.jurisdiction_code)?,
            outcomes: cell.json(&row.outcomes)?,
            decision_date: cell.parse(&row.decision_date)?,
            first_seen_at: cell.time(row.first_seen_at)?,
            last_verified_at: cell.time(row.last_verified_at)?,
            action_type: row.action_type,
            fine_amount_cents: row.fine_amount_cents,
            fine_currency: row.fine_currency,
            description: row.description,
            source_url: row.source_url,
            subject_name: row.subject_name,
        },
        identity: row.identity,
        upstream_id: row.upstream_id,
    })
}
