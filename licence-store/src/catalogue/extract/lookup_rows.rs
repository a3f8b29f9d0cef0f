//! Looks up the rows that queries need.

use std::collections::HashSet;

use licence_core::check::extract::Wanted;
use licence_core::name_pages::NameScan;
use sea_orm::sea_query::{Condition, ExprTrait, IntoCondition};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, QueryFilter, Statement,
    Value,
};

use crate::bulk::IDS_A_STATEMENT;
use crate::catalogue::loader::{DomainColumns, LicenceColumns, some_domains, some_licences};
use crate::entity::{domain, licence, operator, trading_name};
use crate::error::StoreError;
use crate::rows::{range_below, reverse_host};

/// Some rows of the registers, from one state of the database.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) operators: Vec<operator::Model>,
    pub(super) trading_names: Vec<trading_name::Model>,
    pub(super) licences: Vec<LicenceColumns>,
    pub(super) domains: Vec<DomainColumns>,
}

/// Returns the rows that could equal what the queries ask for, each with its licence and operator.
/// Operators come without trading names, because names decide nothing here.
pub(super) async fn find_equal(
    connection: &impl ConnectionTrait,
    wanted: &[Wanted],
) -> Result<Rows, StoreError> {
    let domains = wanted_domains(connection, wanted).await?;
    let mut licences = wanted_licences(connection, wanted).await?;
    licences.extend(licences_with(connection, &domains).await?);
    keep_each_once(&mut licences);
    let operators = operators_with_licences(connection, &licences).await?;
    Ok(Rows { operators, licences, domains, ..Rows::default() })
}

/// Adds the operators that a scan found, with all their rows. Returns whether each of them exists.
pub(super) async fn add_operators_with(
    connection: &impl ConnectionTrait,
    scan: &NameScan,
    rows: &mut Rows,
) -> Result<bool, StoreError> {
    let tags: Vec<String> = scan.operators().map(|tag| tag.id_prefix()).collect();
    let found = operators_by_prefix(connection, &tags).await?;
    let led_to: HashSet<&str> = found.iter().filter_map(|row| row.id.split('-').next()).collect();
    let has_all = tags.iter().all(|tag| led_to.contains(tag.as_str()));
    let ids: Vec<&str> = found.iter().map(|row| row.id.as_str()).collect();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let names = trading_name::Column::OperatorId.is_in(ids.iter().copied());
        rows.trading_names
            .extend(trading_name::Entity::find().filter(names).all(connection).await?);
        let licences = licence::Column::OperatorId.is_in(ids.iter().copied());
        let licences = some_licences(|all| all.filter(licences)).all(connection).await?;
        rows.domains.extend(domains_under(connection, &licences).await?);
        rows.licences.extend(licences);
    }
    rows.operators.extend(found);
    keep_each_once(&mut rows.operators);
    keep_each_once(&mut rows.licences);
    keep_each_once(&mut rows.domains);
    Ok(has_all)
}

/// Returns the operators whose ids begin with a prefix. A dash follows the prefix, and sorts before
/// `g` in every collation.
async fn operators_by_prefix(
    connection: &impl ConnectionTrait,
    prefixes: &[String],
) -> Result<Vec<operator::Model>, StoreError> {
    const PREFIXES_A_STATEMENT: usize = 500;
    let backend = connection.get_database_backend();
    if backend == DbBackend::Postgres {
        // It expects a ninth of all operators in every range, and would compile the query for them:
        // that takes longer than everything else here.
        connection.execute_unprepared("set local jit = off").await?;
    }
    let mut operators = Vec::new();
    for prefixes in prefixes.chunks(PREFIXES_A_STATEMENT) {
        let asked: Vec<String> =
            (0..prefixes.len()).map(|at| format!("(${}, ${})", 2 * at + 1, 2 * at + 2)).collect();
        let sql = format!(
            "with asked(first, behind) as (values {}) select operators.* from asked \
             join operators on operators.id >= asked.first and operators.id < asked.behind",
            asked.join(", ")
        );
        let bounds = prefixes.iter().flat_map(|prefix| [prefix.clone(), format!("{prefix}g")]);
        let statement = Statement::from_sql_and_values(backend, sql, bounds.map(Value::from));
        operators.extend(operator::Model::find_by_statement(statement).all(connection).await?);
    }
    Ok(operators)
}

async fn wanted_domains(
    connection: &impl ConnectionTrait,
    wanted: &[Wanted],
) -> Result<Vec<DomainColumns>, StoreError> {
    // SQLite takes expressions a thousand deep, and each condition makes one deeper by some.
    const CONDITIONS_A_STATEMENT: usize = 100;
    let conditions: Vec<Condition> = wanted.iter().filter_map(domains_like).collect();
    let mut domains = Vec::new();
    for conditions in conditions.chunks(CONDITIONS_A_STATEMENT) {
        let any = conditions.iter().cloned().fold(Condition::any(), Condition::add);
        domains.extend(some_domains(|all| all.filter(any)).all(connection).await?);
    }
    Ok(domains)
}

fn domains_like(wanted: &Wanted) -> Option<Condition> {
    let column = domain::Column::HostReversed;
    match wanted {
        Wanted::Host(host) => Some(column.eq(reverse_host(host)).into_condition()),
        Wanted::HostsUnder(host) => {
            let (first, end) = range_below(host);
            let is_below = column.gte(first).and(column.lt(end));
            Some(Condition::any().add(column.eq(reverse_host(host))).add(is_below))
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

async fn licences_with(
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

async fn domains_under(
    connection: &impl ConnectionTrait,
    licences: &[LicenceColumns],
) -> Result<Vec<DomainColumns>, StoreError> {
    let mut domains = Vec::new();
    for ids in unique(licences.iter().map(|row| &row.id)).chunks(IDS_A_STATEMENT) {
        let ids = domain::Column::LicenceId.is_in(ids.iter().copied());
        domains.extend(some_domains(|all| all.filter(ids)).all(connection).await?);
    }
    Ok(domains)
}

async fn operators_with_licences(
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

/// A row with an id of its own.
trait Identified {
    fn id(&self) -> &str;
}

impl Identified for operator::Model {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Identified for LicenceColumns {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Identified for DomainColumns {
    fn id(&self) -> &str {
        &self.id
    }
}

fn keep_each_once<R: Identified>(rows: &mut Vec<R>) {
    rows.sort_unstable_by(|one, other| one.id().cmp(other.id()));
    rows.dedup_by(|one, other| one.id() == other.id());
}
