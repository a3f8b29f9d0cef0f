//! Reads the rows that several lookups need, in the order of their answers.

use std::collections::HashMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::LicenceId;
use licence_core::operator::{OperatorId, Slug};
use licence_core::transition::LicenceRecord;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use crate::bulk::IDS_A_STATEMENT;
use crate::entity::{domain, licence, operator};
use crate::error::StoreError;
use crate::registers::RegisterReads;
use crate::rows::{Row, licence_record};

/// Returns the operator with this slug; `None` for an unknown slug.
pub(crate) async fn operator_id(
    connection: &impl ConnectionTrait,
    slug: &Slug,
) -> Result<Option<OperatorId>, StoreError> {
    let id: Option<String> = operator::Entity::find()
        .select_only()
        .column(operator::Column::Id)
        .filter(operator::Column::Slug.eq(slug.as_str()))
        .into_tuple()
        .one(connection)
        .await?;
    let parse = |id: String| Row { table: "operators", id: &id }.parse::<Uuid>(&id).map(OperatorId);
    id.map(parse).transpose()
}

/// Returns a licence without its domains; `None` for an unknown id.
pub(crate) async fn licence_by_id(
    connection: &impl ConnectionTrait,
    id: LicenceId,
) -> Result<Option<LicenceRecord>, StoreError> {
    let row = licence::Entity::find_by_id(id.0.to_string()).one(connection).await?;
    Ok(to_records(connection, row.into_iter().collect(), HashMap::new()).await?.pop())
}

/// Returns the licences of operators without domains, by jurisdiction code, then licence number.
pub(super) async fn operator_licences(
    connection: &impl ConnectionTrait,
    operators: &[OperatorId],
) -> Result<Vec<LicenceRecord>, StoreError> {
    let rows = licence_rows(connection, operators).await?;
    to_records(connection, rows, HashMap::new()).await
}

/// Returns the licences of operators without domains, by operator, in the same order.
pub(crate) async fn licences_by_operator(
    connection: &impl ConnectionTrait,
    operators: &[OperatorId],
) -> Result<HashMap<OperatorId, Vec<LicenceRecord>>, StoreError> {
    let mut by_operator: HashMap<_, Vec<_>> = HashMap::new();
    for record in operator_licences(connection, operators).await? {
        by_operator.entry(record.operator_id).or_default().push(record);
    }
    Ok(by_operator)
}

/// Returns the licences of an operator with their domains, in the same order. The domains of a
/// licence are sorted by name.
pub(super) async fn operator_licences_with_domains(
    connection: &impl ConnectionTrait,
    operator: OperatorId,
) -> Result<Vec<LicenceRecord>, StoreError> {
    let rows = licence_rows(connection, &[operator]).await?;
    let domains = domains_by_licence(connection, &rows).await?;
    to_records(connection, rows, domains).await
}

async fn licence_rows(
    connection: &impl ConnectionTrait,
    operators: &[OperatorId],
) -> Result<Vec<licence::Model>, StoreError> {
    let ids: Vec<String> = operators.iter().map(|id| id.0.to_string()).collect();
    let mut rows = Vec::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let of_operators = licence::Entity::find().filter(licence::Column::OperatorId.is_in(ids));
        rows.extend(of_operators.all(connection).await?);
    }
    Ok(rows)
}

/// Returns the domains of licences, by the id of their licence.
pub(crate) async fn domains_by_licence(
    connection: &impl ConnectionTrait,
    licences: &[licence::Model],
) -> Result<HashMap<String, Vec<domain::Model>>, StoreError> {
    let ids: Vec<&str> = licences.iter().map(|row| row.id.as_str()).collect();
    let mut by_licence: HashMap<String, Vec<domain::Model>> = HashMap::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let ids = ids.iter().copied();
        let of_licences = domain::Entity::find().filter(domain::Column::LicenceId.is_in(ids));
        for row in of_licences.all(connection).await? {
            by_licence.entry(row.licence_id.clone()).or_default().push(row);
        }
    }
    Ok(by_licence)
}

/// Returns licences as of the newest complete readings, sorted here because a database sorts by its
/// own locale.
async fn to_records(
    connection: &impl ConnectionTrait,
    rows: Vec<licence::Model>,
    mut domains: HashMap<String, Vec<domain::Model>>,
) -> Result<Vec<LicenceRecord>, StoreError> {
    let reads = RegisterReads::load(connection).await?;
    let record = |row: licence::Model| {
        let code: JurisdictionCode =
            Row { table: "licences", id: &row.id }.parse(&row.jurisdiction_code)?;
        let domains = domains.remove(&row.id).unwrap_or_default();
        let mut record = licence_record(row, domains)?.seen_until(reads.newest_complete(code));
        record.domains.sort_by(|one, other| one.domain.domain.cmp(&other.domain.domain));
        Ok(record)
    };
    let mut records: Vec<_> = rows.into_iter().map(record).collect::<Result<_, StoreError>>()?;
    records.sort_by(|one, other| sort_key(one).cmp(&sort_key(other)));
    Ok(records)
}

fn sort_key(record: &LicenceRecord) -> (&str, &str, LicenceId) {
    let licence = &record.licence;
    (licence.jurisdiction_code.as_str(), &licence.license_number, licence.id)
}
