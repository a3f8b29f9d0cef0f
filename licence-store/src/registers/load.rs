//! Loads the licences and actions that a reading concerns, as they are before it.

use std::collections::{BTreeSet, HashMap};

use licence_core::domain::DomainStatus;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::transition::{ActionRecord, HeldRegister, IDENTITY_SEPARATOR, ReadingScope};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter,
    Select,
};

use super::reads::RegisterReads;
use crate::bulk::IDS_A_STATEMENT;
use crate::catalogue::table_pages::{TableRows, all_columns, each_tuple};
use crate::entity::{domain, licence, regulatory_action};
use crate::error::StoreError;
use crate::lookup::domains_by_licence;
use crate::rows::{action_record, licence_record};

/// A page is some hundred kilobytes of text, if a licence has a few domains. Two million domains in
/// one page would be more text than a database makes.
const LICENCES_A_PAGE: usize = 100;

/// Loads the licences that a reading concerns with their domains, and the actions of its register.
/// A complete reading concerns all licences of the register, a partial one those of the numbers that
/// it lists, and those with a domain whose page it has or that one removes.
pub(super) async fn load_register(
    connection: &impl ConnectionTrait,
    reading: &RegisterReading,
) -> Result<HeldRegister, StoreError> {
    let code = reading.jurisdiction;
    let reads = RegisterReads::load(connection).await?;
    let mut held = HeldRegister {
        newest_read_at: reads.newest(code),
        newest_complete_read_at: reads.newest_complete(code),
        ..HeldRegister::default()
    };
    if held.newest_read_at.is_none() {
        return Ok(held);
    }
    // More numbers than fit into a statement are not worth asking for.
    let numbers = (!reading.complete).then(|| ReadingScope::numbers(reading));
    let numbers = numbers.map(|numbers| (numbers, Pages::new(reading)));
    let numbers = numbers.filter(|(numbers, pages)| numbers.len() + pages.len() <= IDS_A_STATEMENT);
    let newest_complete = reads.newest_complete(code);
    let mut hold = |licence: licence::Model, domains: Vec<domain::Model>| {
        let record = licence_record(licence, domains)?.seen_until(newest_complete);
        held.licences.insert(record.identity.clone(), record);
        Ok(())
    };
    let is_part = numbers.is_some();
    match numbers {
        Some((numbers, pages)) => {
            each_licence_concerned(connection, code, &numbers, pages, &mut hold).await?;
        }
        None => each_licence_of_register(connection, code, &mut hold).await?,
    }
    if is_part && held.may_lose_too_many_domains() {
        held.other_listed_domains =
            listed_domains(connection, code).await?.saturating_sub(held.listed_domains());
    }
    held.actions = actions(connection, code).await?;
    Ok(held)
}

/// Passes on the licences of a register with their domains, a page of them after the other.
async fn each_licence_of_register(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    each: &mut impl FnMut(licence::Model, Vec<domain::Model>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let licence = format!("{{row}}({})", all_columns::<licence::Entity>("p"));
    let domains = format!(
        "(select {{list}}({{row}}({})) from domains d where d.licence_id = p.id){{text}}",
        all_columns::<domain::Entity>("d")
    );
    let rows = TableRows {
        table: "licences",
        key: "identity",
        condition: &format!("jurisdiction_code = '{code}'"),
        values: &[&licence, &domains],
        page_rows: LICENCES_A_PAGE,
    };
    let pass_on = |(licence, domains): (licence::Model, Option<String>)| {
        each(licence, rows.parse(domains.as_deref().unwrap_or("[]"))?)
    };
    each_tuple(connection, &rows, pass_on).await
}

async fn each_licence_concerned(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    numbers: &BTreeSet<String>,
    pages: Pages,
    each: &mut impl FnMut(licence::Model, Vec<domain::Model>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let backend = connection.get_database_backend();
    let mut licences = licences_with_number(backend, code, numbers).all(connection).await?;
    if pages.len() > 0 {
        let with_page = licences_with_page(code, pages).all(connection).await?;
        licences.extend(with_page);
        licences.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        licences.dedup_by(|one, other| one.id == other.id);
    }
    let mut domains = domains_by_licence(connection, &licences).await?;
    let with_domains = |licence: licence::Model| {
        let domains = domains.remove(&licence.id).unwrap_or_default();
        each(licence, domains)
    };
    licences.into_iter().try_for_each(with_domains)
}

fn licences_with_number(
    backend: DbBackend,
    code: JurisdictionCode,
    numbers: &BTreeSet<String>,
) -> Select<licence::Entity> {
    licence::Entity::find()
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .filter(number(backend).is_in(numbers.iter().cloned()))
}

/// What the pages of a reading say of domains on record.
struct Pages {
    addresses: BTreeSet<String>,
    removed_hosts: BTreeSet<String>,
}

impl Pages {
    fn new(reading: &RegisterReading) -> Self {
        let addresses = ReadingScope::pages(reading);
        Self { addresses, removed_hosts: ReadingScope::removed_hosts(reading) }
    }

    fn len(&self) -> usize {
        self.addresses.len() + self.removed_hosts.len()
    }
}

/// Returns the licences that have a domain with one of these pages, or one that a page removes.
fn licences_with_page(code: JurisdictionCode, pages: Pages) -> Select<licence::Entity> {
    let has_page = domain::Column::VerificationUrl.is_in(pages.addresses);
    let is_removed = domain::Column::Host.is_in(pages.removed_hosts);
    let with_page = Query::select()
        .column(domain::Column::LicenceId)
        .from(domain::Entity)
        .and_where(domain::Column::JurisdictionCode.eq(code.as_str()))
        .and_where(has_page.or(is_removed))
        .to_owned();
    licence::Entity::find().filter(licence::Column::Id.in_subquery(with_page))
}

/// Returns the number in an identity, without the operator that may follow it. The index
/// `licences_by_number` is of this very expression.
fn number(backend: DbBackend) -> Expr {
    let separator = u32::from(IDENTITY_SEPARATOR);
    Expr::cust(match backend {
        DbBackend::Postgres => format!("split_part(identity, chr({separator}), 1)"),
        _ => format!(
            "substr(identity, 1, instr(identity || char({separator}), char({separator})) - 1)"
        ),
    })
}

/// Counts the domains that a register lists under the licences that it lists.
async fn listed_domains(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<usize, StoreError> {
    let listed_licences = Query::select()
        .column(licence::Column::Id)
        .from(licence::Entity)
        .and_where(licence::Column::JurisdictionCode.eq(code.as_str()))
        .and_where(licence::Column::NotListedSince.is_null())
        .to_owned();
    let is_listed = Condition::any()
        .add(domain::Column::DomainStatus.is_null())
        .add(domain::Column::DomainStatus.ne(DomainStatus::Delisted.as_str()));
    let count = domain::Entity::find()
        .filter(domain::Column::JurisdictionCode.eq(code.as_str()))
        .filter(domain::Column::LicenceId.in_subquery(listed_licences))
        .filter(is_listed)
        .count(connection)
        .await?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

async fn actions(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<HashMap<String, ActionRecord>, StoreError> {
    let rows = regulatory_action::Entity::find()
        .filter(regulatory_action::Column::JurisdictionCode.eq(code.as_str()))
        .all(connection)
        .await?;
    let by_identity =
        |row: regulatory_action::Model| Ok((row.identity.clone(), action_record(row)?));
    rows.into_iter().map(by_identity).collect()
}

#[cfg(test)]
mod tests {
    use sea_orm::{Database, QueryTrait, Statement};
    use sea_orm_migration::MigratorTrait;

    use super::*;
    use crate::migration::Migrator;

    #[tokio::test]
    async fn an_index_finds_licences_by_number() {
        let database = Database::connect("sqlite::memory:").await.unwrap();
        Migrator::up(&database, None).await.unwrap();
        let numbers = BTreeSet::from(["1".to_owned(), "2".to_owned()]);
        let query = licences_with_number(DbBackend::Sqlite, JurisdictionCode::Mga, &numbers);
        let plan = format!("explain query plan {}", query.build(DbBackend::Sqlite));
        let plan = Statement::from_string(DbBackend::Sqlite, plan);
        let steps = database.query_all_raw(plan).await.unwrap();
        let step: String = steps[0].try_get("", "detail").unwrap();
        assert!(step.contains("licences_by_number (jurisdiction_code=? AND <expr>=?)"), "{step}");
    }
}
