//! Builds a catalogue from rows of the database.

use std::collections::HashMap;

use licence_core::catalogue::{
    DomainRow, LicenceIndex, LicenceRow, OperatorIndex, OperatorRow, RegisterRows,
};
use licence_core::hostname::Hostname;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::time::Date;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select, SelectModel,
    Selector,
};
use uuid::Uuid;

use crate::entity::{domain, licence, operator, trading_name};
use crate::error::StoreError;
use crate::registers::RegisterReads;
use crate::rows::Row;

/// A catalogue or its records under construction: operators first, then licences, then domains. Rows
/// whose parent is missing are left out.
pub(super) struct CatalogueLoader<B> {
    pub(super) builder: B,
    operators: HashMap<String, OperatorIndex>,
    licences: HashMap<String, LicenceIndex>,
}

impl<B: RegisterRows + Default> CatalogueLoader<B> {
    /// Returns an empty catalogue with the last reads of all registers.
    pub(super) async fn new(connection: &impl ConnectionTrait) -> Result<Self, StoreError> {
        let reads = RegisterReads::load(connection).await?;
        let mut builder = B::default();
        for code in JurisdictionCode::ALL {
            if let Some(read_at) = reads.newest(*code) {
                builder.reads(*code, read_at, reads.newest_complete(*code));
            }
        }
        Ok(Self { builder, operators: HashMap::new(), licences: HashMap::new() })
    }

    pub(super) fn operators(&mut self, rows: Vec<operator::Model>) {
        for row in rows {
            let operator = self.builder.add_operator(&OperatorRow {
                slug: &row.slug,
                display_name: &row.display_name,
                registered_name: row.registered_name.as_deref(),
            });
            self.operators.insert(row.id, operator);
        }
    }

    pub(super) fn trading_names(&mut self, rows: Vec<trading_name::Model>) {
        for row in rows {
            if let Some(operator) = self.operators.get(&row.operator_id) {
                self.builder.add_trading_name(*operator, &row.name);
            }
        }
    }

    pub(super) fn licences(&mut self, rows: Vec<LicenceColumns>) -> Result<(), StoreError> {
        for row in rows {
            let Some(operator) = self.operators.get(&row.operator_id) else { continue };
            let licence = self.builder.add_licence(*operator, &row.to_licence_row()?);
            self.licences.insert(row.id, licence);
        }
        Ok(())
    }

    pub(super) fn domains(&mut self, rows: Vec<DomainColumns>) -> Result<(), StoreError> {
        for row in rows {
            let cell = Row { table: "domains", id: &row.id };
            let Some(licence) = self.licences.get(&row.licence_id) else { continue };
            let host: Hostname = cell.parse(&row.host)?;
            self.builder.add_domain(
                *licence,
                &DomainRow {
                    host: &host,
                    status: cell.parse_some(row.domain_status.as_deref())?,
                    association: cell.parse(&row.domain_association)?,
                    verification_url: row.verification_url.as_deref(),
                    unseen_since: cell.time_some(row.unseen_since)?,
                },
            );
        }
        Ok(())
    }
}

/// The columns of a licence that a check needs: `raw_data` alone can be larger than all others.
#[derive(sea_orm::FromQueryResult)]
pub(super) struct LicenceColumns {
    pub(super) id: String,
    pub(super) operator_id: String,
    jurisdiction_code: String,
    license_number: String,
    status: String,
    status_qualifier: Option<String>,
    upstream_status: Option<String>,
    expiry_date: Option<String>,
    source_kind: String,
    source_url: Option<String>,
    status_source_url: Option<String>,
    status_observed_at: i64,
    last_verified_at: i64,
    last_listed_at: i64,
    not_listed_since: Option<i64>,
}

/// Selects all licences.
pub(super) fn licences() -> Selector<SelectModel<LicenceColumns>> {
    some_licences(|all| all)
}

/// Selects the licences that pass a filter.
pub(super) fn some_licences(
    filter: impl FnOnce(Select<licence::Entity>) -> Select<licence::Entity>,
) -> Selector<SelectModel<LicenceColumns>> {
    use licence::Column as C;
    let columns = [
        C::Id,
        C::OperatorId,
        C::JurisdictionCode,
        C::LicenseNumber,
        C::Status,
        C::StatusQualifier,
        C::UpstreamStatus,
        C::ExpiryDate,
        C::SourceKind,
        C::SourceUrl,
        C::StatusSourceUrl,
        C::StatusObservedAt,
        C::LastVerifiedAt,
        C::LastListedAt,
        C::NotListedSince,
    ];
    filter(licence::Entity::find()).select_only().columns(columns).into_model()
}

impl LicenceColumns {
    fn to_licence_row(&self) -> Result<LicenceRow<'_>, StoreError> {
        let cell = Row { table: "licences", id: &self.id };
        Ok(LicenceRow {
            id: Some(LicenceId(cell.parse::<Uuid>(&self.id)?)),
            jurisdiction: cell.parse(&self.jurisdiction_code)?,
            number: &self.license_number,
            status: cell.parse(&self.status)?,
            qualifier: cell.parse_some(self.status_qualifier.as_deref())?,
            upstream_status: self.upstream_status.as_deref(),
            expires_at: cell.parse_some::<Date>(self.expiry_date.as_deref())?,
            source_kind: cell.parse(&self.source_kind)?,
            source_url: self.source_url.as_deref(),
            status_source_url: self.status_source_url.as_deref(),
            status_observed_at: cell.time(self.status_observed_at)?,
            last_verified_at: cell.time(self.last_verified_at)?,
            last_listed_at: cell.time(self.last_listed_at)?,
            not_listed_since: cell.time_some(self.not_listed_since)?,
        })
    }
}

/// The columns of a domain that a check needs.
#[derive(sea_orm::FromQueryResult)]
pub(super) struct DomainColumns {
    pub(super) id: String,
    pub(super) licence_id: String,
    host: String,
    domain_status: Option<String>,
    domain_association: String,
    verification_url: Option<String>,
    unseen_since: Option<i64>,
}

/// Selects all domains that have a host.
pub(super) fn domains() -> Selector<SelectModel<DomainColumns>> {
    some_domains(|all| all)
}

/// Selects the domains with a host that pass a filter.
pub(super) fn some_domains(
    filter: impl FnOnce(Select<domain::Entity>) -> Select<domain::Entity>,
) -> Selector<SelectModel<DomainColumns>> {
    use domain::Column as C;
    let columns = [
        C::Id,
        C::LicenceId,
        C::Host,
        C::DomainStatus,
        C::DomainAssociation,
        C::VerificationUrl,
        C::UnseenSince,
    ];
    filter(domain::Entity::find())
        .select_only()
        .columns(columns)
        .filter(C::Host.is_not_null())
        .into_model()
}
