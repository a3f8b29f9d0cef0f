//! Loads the state before a reading, in the transaction of the reading.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::operator::{Operator, OperatorId};
use licence_core::transition::{ActionRecord, DomainRecord, HeldRegister, OperatorRecord};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::reads::RegisterReads;
use crate::bulk::IDS_A_STATEMENT;
use crate::entity::{domain, licence, operator, operator_key, regulatory_action, trading_name};
use crate::error::StoreError;
use crate::rows::{Row, action_record, domain_record, licence_record};

/// Loads the licences of one jurisdiction with their domains, and its actions.
pub(crate) async fn load_register(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<HeldRegister, StoreError> {
    let reads = RegisterReads::load(connection).await?;
    let mut held = HeldRegister { newest_read_at: reads.newest(code), ..HeldRegister::default() };
    if held.newest_read_at.is_none() {
        return Ok(held);
    }
    let newest_complete = reads.newest_complete(code);
    let licences = licence::Entity::find()
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .all(connection)
        .await?;
    let mut domains = domains_by_licence(connection, code, &licences).await?;
    for row in licences {
        let domains = domains.remove(&row.id).unwrap_or_default();
        let record = licence_record(row, domains)?.seen_until(newest_complete);
        held.licences.insert(record.identity.clone(), record);
    }
    held.actions = actions(connection, code).await?;
    Ok(held)
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

async fn domains_by_licence(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    licences: &[licence::Model],
) -> Result<HashMap<String, Vec<DomainRecord>>, StoreError> {
    let rows = domain::Entity::find()
        .filter(domain::Column::JurisdictionCode.eq(code.as_str()))
        .all(connection)
        .await?;
    group_by_licence(rows, licences)
}

/// Groups domains by licence id.
pub(crate) fn group_by_licence(
    rows: Vec<domain::Model>,
    licences: &[licence::Model],
) -> Result<HashMap<String, Vec<DomainRecord>>, StoreError> {
    let numbers: HashMap<&str, &str> =
        licences.iter().map(|row| (row.id.as_str(), row.license_number.as_str())).collect();
    let mut by_licence: HashMap<String, Vec<DomainRecord>> = HashMap::new();
    for row in rows {
        let number = numbers.get(row.licence_id.as_str()).copied().unwrap_or_default();
        let licence_id = row.licence_id.clone();
        by_licence.entry(licence_id).or_default().push(domain_record(row, number)?);
    }
    Ok(by_licence)
}

/// Loads all operators, with their keys and names in each register.
pub(crate) async fn load_operators(
    connection: &impl ConnectionTrait,
) -> Result<Vec<OperatorRecord>, StoreError> {
    let operators = operator::Entity::find().all(connection).await?;
    let keys = operator_key::Entity::find().all(connection).await?;
    let names = trading_name::Entity::find().all(connection).await?;
    Ok(assemble_operators(operators, keys, names)?.into_values().collect())
}

/// Loads the operators with these ids, by id. Unknown ids are left out.
pub(crate) async fn load_operators_by_id(
    connection: &impl ConnectionTrait,
    ids: &[String],
) -> Result<HashMap<String, OperatorRecord>, StoreError> {
    let mut records = HashMap::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let operators = operator::Entity::find().filter(operator::Column::Id.is_in(ids));
        let keys = operator_key::Entity::find().filter(operator_key::Column::OperatorId.is_in(ids));
        let names =
            trading_name::Entity::find().filter(trading_name::Column::OperatorId.is_in(ids));
        records.extend(assemble_operators(
            operators.all(connection).await?,
            keys.all(connection).await?,
            names.all(connection).await?,
        )?);
    }
    Ok(records)
}

fn assemble_operators(
    operators: Vec<operator::Model>,
    keys: Vec<operator_key::Model>,
    names: Vec<trading_name::Model>,
) -> Result<HashMap<String, OperatorRecord>, StoreError> {
    let mut records: HashMap<String, OperatorRecord> = HashMap::with_capacity(operators.len());
    for row in operators {
        records.insert(row.id.clone(), operator_record(row)?);
    }
    for row in keys {
        let cell = Row { table: "operator_keys", id: &row.operator_key };
        let code = cell.parse(&row.jurisdiction_code)?;
        if let Some(record) = records.get_mut(&row.operator_id) {
            if let Some(upstream_id) = row.upstream_id {
                record.operator.upstream_ids.insert(code, upstream_id);
            }
            record.keys.insert(code, row.operator_key);
        }
    }
    for row in names {
        let cell = Row { table: "trading_names", id: &row.operator_id };
        let code = cell.parse(&row.jurisdiction_code)?;
        if let Some(record) = records.get_mut(&row.operator_id) {
            record.names.entry(code).or_default().insert(row.name);
        }
    }
    records.values_mut().for_each(with_all_names);
    Ok(records)
}

fn with_all_names(record: &mut OperatorRecord) {
    let names: BTreeSet<&String> = record.names.values().flatten().collect();
    record.operator.trading_names = names.into_iter().cloned().collect();
}

fn operator_record(row: operator::Model) -> Result<OperatorRecord, StoreError> {
    let cell = Row { table: "operators", id: &row.id };
    Ok(OperatorRecord {
        home: cell.parse(&row.home_jurisdiction)?,
        keys: BTreeMap::new(),
        names: BTreeMap::new(),
        operator: Operator {
            id: OperatorId(cell.parse::<Uuid>(&row.id)?),
            slug: cell.parse(&row.slug)?,
            upstream_ids: BTreeMap::new(),
            trading_names: Vec::new(),
            created_at: cell.time(row.created_at)?,
            updated_at: cell.time(row.updated_at)?,
            display_name: row.display_name,
            registered_name: row.registered_name,
            country: row.country,
        },
    })
}
