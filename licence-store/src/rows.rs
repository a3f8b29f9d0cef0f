//! Between the tables' rows and the core's values, both ways.

use std::fmt::Display;
use std::str::FromStr;

use licence_core::domain::{Domain, DomainId};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::{Licence, LicenceId};
use licence_core::operator::OperatorId;
use licence_core::time::{Date, Timestamp};
use licence_core::transition::{DomainRecord, LicenceRecord, OperatorRecord};
use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use uuid::Uuid;

use crate::entity::{domain, licence, operator};
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

    pub(crate) fn parse_some<T: FromStr<Err: Display>>(
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

    pub(crate) fn time_some(&self, millis: Option<i64>) -> Result<Option<Timestamp>, StoreError> {
        millis.map(|millis| self.time(millis)).transpose()
    }
}

pub(crate) fn licence_record(
    row: licence::Model,
    domains: Vec<DomainRecord>,
) -> Result<LicenceRecord, StoreError> {
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
            status_qualifier: cell.parse_some(row.status_qualifier.as_deref())?,
            license_types: cell.json(&row.license_types)?,
            license_category: cell.parse(&row.license_category)?,
            issued_date: cell.parse_some::<Date>(row.issued_date.as_deref())?,
            expiry_date: cell.parse_some::<Date>(row.expiry_date.as_deref())?,
            raw_data: cell.json(&row.raw_data)?,
            last_verified_at: cell.time(row.last_verified_at)?,
            status_observed_at: cell.time(row.status_observed_at)?,
            last_listed_at: cell.time(row.last_listed_at)?,
            not_listed_since: cell.time_some(row.not_listed_since)?,
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

pub(crate) fn domain_record(
    row: domain::Model,
    license_number: &str,
) -> Result<DomainRecord, StoreError> {
    let cell = Row { table: "domains", id: &row.id };
    Ok(DomainRecord {
        host: cell.parse_some(row.host.as_deref())?,
        domain: Domain {
            id: DomainId(cell.parse::<Uuid>(&row.id)?),
            jurisdiction_code: cell.parse(&row.jurisdiction_code)?,
            license_id: LicenceId(cell.parse::<Uuid>(&row.licence_id)?),
            license_number: license_number.to_owned(),
            domain_status: cell.parse_some(row.domain_status.as_deref())?,
            domain_association: cell.parse(&row.domain_association)?,
            verification_page_read_at: cell.time_some(row.verification_page_read_at)?,
            first_seen_at: cell.time(row.first_seen_at)?,
            last_listed_at: cell.time(row.last_listed_at)?,
            domain: row.domain,
            verification_url: row.verification_url,
            verification_page_status: row.verification_page_status,
        },
        cell: row.cell,
        status_text: row.status_text,
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
    }
}
