//! A catalogue of the few rows that some questions are about, for a process that asks once.

use licence_core::catalogue::Catalogue;
use licence_core::check::extract::{Wanted, check_extract, check_row_extract};
use licence_core::check::{self, BatchResult, BatchRow, CheckQuery, CheckResult};
use licence_core::time::Timestamp;
use sea_orm::sea_query::{Condition, ExprTrait, IntoCondition};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::filling::{DomainColumns, Filling, LicenceColumns, some_domains, some_licences};
use crate::bulk::IDS_A_STATEMENT;
use crate::connect::Databases;
use crate::entity::{domain, licence, operator};
use crate::error::StoreError;
use crate::rows::{below, reversed};

/// Enough of the registers to answer the questions it was loaded for, where equality decides.
pub(crate) struct Extract {
    catalogue: Catalogue,
}

impl Extract {
    /// Loads what these questions are about, as one state of the database; `None` when no few rows
    /// are enough for one of them.
    pub(crate) async fn load(
        databases: &Databases,
        queries: impl IntoIterator<Item = &CheckQuery>,
    ) -> Result<Option<Self>, StoreError> {
        let wanted: Option<Vec<Wanted>> = queries.into_iter().map(Wanted::by).collect();
        let Some(mut wanted) = wanted else { return Ok(None) };
        wanted.sort_unstable();
        wanted.dedup();
        let transaction = databases.begin_read().await?;
        let catalogue = catalogue(&transaction, &wanted).await?;
        transaction.commit().await?;
        Ok(Some(Self { catalogue }))
    }

    /// As the whole catalogue answers; `None` when that takes the names of all operators.
    pub(crate) fn check(&self, query: &CheckQuery, now: Timestamp) -> Option<CheckResult> {
        check_extract(&self.catalogue, query, now)
    }

    /// Likewise, all rows or none.
    pub(crate) fn check_rows(&self, domains: &[&str]) -> Option<Vec<BatchRow>> {
        domains.iter().map(|domain| check_row_extract(&self.catalogue, domain)).collect()
    }

    /// Likewise, with what a batch says beside its rows.
    pub(crate) fn check_batch(&self, domains: &[&str], now: Timestamp) -> Option<BatchResult> {
        self.check_rows(domains).map(|rows| check::batch(&self.catalogue, rows, now))
    }
}

async fn catalogue(
    connection: &impl ConnectionTrait,
    wanted: &[Wanted],
) -> Result<Catalogue, StoreError> {
    let domains = wanted_domains(connection, wanted).await?;
    let mut licences = wanted_licences(connection, wanted).await?;
    licences.extend(licences_of(connection, &domains).await?);
    licences.sort_unstable_by(|one, other| one.id.cmp(&other.id));
    licences.dedup_by(|one, other| one.id == other.id);
    let mut filling = Filling::begin(connection).await?;
    filling.operators(operators_of(connection, &licences).await?);
    filling.licences(licences)?;
    filling.domains(domains)?;
    filling.finish()
}

async fn wanted_domains(
    connection: &impl ConnectionTrait,
    wanted: &[Wanted],
) -> Result<Vec<DomainColumns>, StoreError> {
    let conditions: Vec<Condition> = wanted.iter().filter_map(domains_with).collect();
    if conditions.is_empty() {
        return Ok(Vec::new());
    }
    let any = conditions.into_iter().fold(Condition::any(), Condition::add);
    Ok(some_domains(|all| all.filter(any)).all(connection).await?)
}

fn domains_with(wanted: &Wanted) -> Option<Condition> {
    let column = domain::Column::HostReversed;
    match wanted {
        Wanted::Host(host) => Some(column.eq(reversed(host)).into_condition()),
        Wanted::HostsUnder(host) => {
            let (first, end) = below(host);
            let is_below = column.gte(first).and(column.lt(end));
            Some(Condition::any().add(column.eq(reversed(host))).add(is_below))
        }
        Wanted::Numbers(_) => None,
    }
}

async fn wanted_licences(
    connection: &impl ConnectionTrait,
    wanted: &[Wanted],
) -> Result<Vec<LicenceColumns>, StoreError> {
    use licence::Column as C;
    let mut licences = Vec::new();
    for wanted in wanted {
        let Wanted::Numbers(keys) = wanted else { continue };
        // A query each: in one, a list without accounts would take a walk over all licences.
        let with_number = some_licences(|all| all.filter(C::NumberKey.eq(&keys.number)));
        licences.extend(with_number.all(connection).await?);
        for account in &keys.accounts {
            let with_account = some_licences(|all| all.filter(C::AccountKey.eq(account)));
            licences.extend(with_account.all(connection).await?);
        }
    }
    Ok(licences)
}

async fn licences_of(
    connection: &impl ConnectionTrait,
    domains: &[DomainColumns],
) -> Result<Vec<LicenceColumns>, StoreError> {
    let mut licences = Vec::new();
    for ids in unique(domains.iter().map(|row| &row.licence_id)).chunks(IDS_A_STATEMENT) {
        let ids = licence::Column::Id.is_in(ids.iter().copied());
        licences.extend(some_licences(|all| all.filter(ids)).all(connection).await?);
    }
    Ok(licences)
}

/// Without their trading names: no name decides here.
async fn operators_of(
    connection: &impl ConnectionTrait,
    licences: &[LicenceColumns],
) -> Result<Vec<operator::Model>, StoreError> {
    let mut operators = Vec::new();
    for ids in unique(licences.iter().map(|row| &row.operator_id)).chunks(IDS_A_STATEMENT) {
        let ids = operator::Column::Id.is_in(ids.iter().copied());
        operators.extend(operator::Entity::find().filter(ids).all(connection).await?);
    }
    Ok(operators)
}

fn unique<'r>(ids: impl Iterator<Item = &'r String>) -> Vec<&'r str> {
    let mut ids: Vec<&str> = ids.map(String::as_str).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
