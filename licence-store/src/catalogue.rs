//! The catalogue over the whole database: loaded, versioned, swapped.

use std::collections::HashMap;
use std::sync::Arc;

use licence_core::catalogue::{
    Catalogue, CatalogueBuilder, DomainRow, LicenceIndex, LicenceRow, OperatorIndex, OperatorRow,
};
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::hostname::Hostname;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::{LicenceId, ReadTimes};
use licence_core::time::{Date, Timestamp};
use sea_orm::{ConnectionTrait, EntityTrait, QuerySelect};
use uuid::Uuid;

use crate::Store;
use crate::connect::Databases;
use crate::entity::{catalogue_version, domain, licence, operator, trading_name};
use crate::error::StoreError;
use crate::registers::RegisterReads;
use crate::rows::Row;

/// A catalogue and the version of the database it was loaded from.
pub(crate) struct Loaded {
    pub(crate) version: i64,
    pub(crate) catalogue: Catalogue,
}

impl Store {
    /// Brings the catalogue up to date with readings that other processes applied, or loads it for
    /// the first time; the directory that searches are answered from as well, once there was a
    /// search. Answers whether the catalogue was out of date. Costs a small query each when they
    /// were not.
    ///
    /// Requests go on being answered from the old ones while the new ones are built.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read; what is old stays.
    pub async fn refresh_catalogue(&self) -> Result<bool, StoreError> {
        let was_out_of_date = self.refresh_checker().await?;
        self.directory.refresh(&self.databases).await?;
        Ok(was_out_of_date)
    }

    /// Brings up to date what checks are answered from, alone: a check never pays for a search.
    pub(crate) async fn refresh_checker(&self) -> Result<bool, StoreError> {
        if self.holds_the_newest().await? {
            return Ok(false);
        }
        // One rebuild at a time: a second one would only repeat the first.
        let _rebuilding = self.rebuilding.lock().await;
        if self.holds_the_newest().await? {
            return Ok(false);
        }
        let loaded = load(&self.databases).await?;
        self.catalogue.store(Some(Arc::new(loaded)));
        Ok(true)
    }

    /// As [`Store::refresh_catalogue`], of what is there: a command that only writes never pays for
    /// it.
    pub(crate) async fn refresh_held_catalogue(&self) -> Result<(), StoreError> {
        if self.catalogue.load().is_some() {
            self.refresh_checker().await?;
        }
        self.directory.refresh(&self.databases).await
    }

    /// The catalogue as it is, loaded on first use.
    ///
    /// # Errors
    /// [`StoreError`] when it is not loaded yet and the database cannot be read.
    pub async fn checker(&self) -> Result<Checker, StoreError> {
        loop {
            if let Some(loaded) = self.catalogue.load_full() {
                return Ok(Checker { loaded });
            }
            Box::pin(self.refresh_checker()).await?;
        }
    }

    async fn holds_the_newest(&self) -> Result<bool, StoreError> {
        let held = self.catalogue.load().as_ref().map(|loaded| loaded.version);
        Ok(match held {
            Some(held) => version(&self.databases.reader).await? == held,
            None => false,
        })
    }
}

/// Answers questions from one state of the registers, in memory: no database is asked. Cheap to
/// clone; all clones answer from the same state, however long they live.
#[derive(Clone)]
pub struct Checker {
    loaded: Arc<Loaded>,
}

impl Checker {
    /// Answers a question (specification 2.6).
    pub fn check(&self, query: &CheckQuery, now: Timestamp) -> CheckResult {
        check::check(&self.loaded.catalogue, query, now)
    }

    /// Answers one row of a batch (specification 4.1).
    pub fn check_row(&self, raw_domain: &str) -> BatchRow {
        check::check_row(&self.loaded.catalogue, raw_domain)
    }

    /// Answers a batch of domains (specification 4.1).
    pub fn check_batch<'d>(
        &self,
        domains: impl IntoIterator<Item = &'d str>,
        now: Timestamp,
    ) -> BatchResult {
        check::check_batch(&self.loaded.catalogue, domains, now)
    }
}

/// The number that every applied reading raises.
pub(crate) async fn version(connection: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let row = catalogue_version::Entity::find().one(connection).await?;
    row.map(|row| row.version)
        .ok_or_else(|| StoreError::corrupt("catalogue_version", "1", "the row is missing"))
}

/// Loads everything a check needs. One read transaction, so that a reading applied meanwhile is
/// in it whole or not at all.
pub(crate) async fn load(databases: &Databases) -> Result<Loaded, StoreError> {
    let transaction = databases.begin_read().await?;
    let version = version(&transaction).await?;
    let mut builder = CatalogueBuilder::new();
    let reads = RegisterReads::load(&transaction).await?;
    for code in JurisdictionCode::ALL {
        if let Some(read_at) = reads.newest(*code) {
            builder.register_read(*code, read_at);
        }
    }
    let operators = add_operators(&transaction, &mut builder).await?;
    let licences = add_licences(&transaction, &mut builder, &reads, &operators).await?;
    add_domains(&transaction, &mut builder, &licences).await?;
    transaction.commit().await?;
    // Sorting and hashing a large register takes longer than a request should wait for a thread.
    let catalogue = tokio::task::spawn_blocking(move || builder.finish())
        .await
        .map_err(|error| StoreError::corrupt("licences", "all", error))??;
    Ok(Loaded { version, catalogue })
}

async fn add_operators(
    connection: &impl ConnectionTrait,
    builder: &mut CatalogueBuilder,
) -> Result<HashMap<String, OperatorIndex>, StoreError> {
    let mut operators = HashMap::new();
    for row in operator::Entity::find().all(connection).await? {
        let operator = builder.operator(&OperatorRow {
            slug: &row.slug,
            display_name: &row.display_name,
            registered_name: row.registered_name.as_deref(),
        });
        operators.insert(row.id, operator);
    }
    for row in trading_name::Entity::find().all(connection).await? {
        if let Some(operator) = operators.get(&row.operator_id) {
            builder.trading_name(*operator, &row.name);
        }
    }
    Ok(operators)
}

/// The columns of a licence that a check needs: `raw_data` alone can be larger than all others.
#[derive(sea_orm::FromQueryResult)]
struct LicenceColumns {
    id: String,
    operator_id: String,
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

async fn add_licences(
    connection: &impl ConnectionTrait,
    builder: &mut CatalogueBuilder,
    reads: &RegisterReads,
    operators: &HashMap<String, OperatorIndex>,
) -> Result<HashMap<String, LicenceIndex>, StoreError> {
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
    let rows = licence::Entity::find()
        .select_only()
        .columns(columns)
        .into_model::<LicenceColumns>()
        .all(connection)
        .await?;
    let mut licences = HashMap::new();
    for row in rows {
        let Some(operator) = operators.get(&row.operator_id) else { continue };
        let licence = builder.licence(*operator, &row.shown(reads)?);
        licences.insert(row.id, licence);
    }
    Ok(licences)
}

impl LicenceColumns {
    /// The licence as its register's newest complete reading leaves it.
    fn shown(&self, reads: &RegisterReads) -> Result<LicenceRow<'_>, StoreError> {
        let cell = Row { table: "licences", id: &self.id };
        let jurisdiction = cell.parse(&self.jurisdiction_code)?;
        let status = cell.parse(&self.status)?;
        let not_listed_since = cell.time_some(self.not_listed_since)?;
        let times = ReadTimes {
            last_verified_at: cell.time(self.last_verified_at)?,
            status_observed_at: cell.time(self.status_observed_at)?,
            last_listed_at: cell.time(self.last_listed_at)?,
        };
        let times = times.seen_until(reads.newest_complete(jurisdiction), status, not_listed_since);
        Ok(LicenceRow {
            id: Some(LicenceId(cell.parse::<Uuid>(&self.id)?)),
            jurisdiction,
            number: &self.license_number,
            status,
            qualifier: cell.parse_some(self.status_qualifier.as_deref())?,
            upstream_status: self.upstream_status.as_deref(),
            expires_at: cell.parse_some::<Date>(self.expiry_date.as_deref())?,
            source_kind: cell.parse(&self.source_kind)?,
            source_url: self.source_url.as_deref(),
            status_source_url: self.status_source_url.as_deref(),
            status_observed_at: times.status_observed_at,
            last_verified_at: times.last_verified_at,
            last_listed_at: times.last_listed_at,
            not_listed_since,
        })
    }
}

#[derive(sea_orm::FromQueryResult)]
struct DomainColumns {
    id: String,
    licence_id: String,
    host: String,
    domain_status: Option<String>,
    domain_association: String,
    verification_url: Option<String>,
}

async fn add_domains(
    connection: &impl ConnectionTrait,
    builder: &mut CatalogueBuilder,
    licences: &HashMap<String, LicenceIndex>,
) -> Result<(), StoreError> {
    use domain::Column as C;
    use sea_orm::{ColumnTrait, QueryFilter};
    let columns =
        [C::Id, C::LicenceId, C::Host, C::DomainStatus, C::DomainAssociation, C::VerificationUrl];
    let rows = domain::Entity::find()
        .select_only()
        .columns(columns)
        .filter(C::Host.is_not_null())
        .into_model::<DomainColumns>()
        .all(connection)
        .await?;
    for row in rows {
        let cell = Row { table: "domains", id: &row.id };
        let Some(licence) = licences.get(&row.licence_id) else { continue };
        let host: Hostname = cell.parse(&row.host)?;
        builder.domain(
            *licence,
            &DomainRow {
                host: &host,
                status: cell.parse_some(row.domain_status.as_deref())?,
                association: cell.parse(&row.domain_association)?,
                verification_url: row.verification_url.as_deref(),
            },
        );
    }
    Ok(())
}
