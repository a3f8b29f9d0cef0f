//! Loads the operators that a reading concerns, and operators by id.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::operator::{Operator, OperatorId};
use licence_core::register::reading::RegisterReading;
use licence_core::transition::{HeldOperators, HeldRegister, OperatorRecord, ReadingScope};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::operator_names::{ids_by_name, taken_slugs};
use crate::bulk::IDS_A_STATEMENT;
use crate::catalogue::table_pages::{PAGE_ROWS, TableRows, all_columns, each_tuple, each_tuple_of};
use crate::entity::{operator, operator_key, trading_name};
use crate::error::StoreError;
use crate::rows::Row;

/// Loads the operators that a reading concerns ([`ReadingScope`]). `held` is what was loaded of its
/// register.
pub(super) async fn load_operators(
    connection: &impl ConnectionTrait,
    reading: &RegisterReading,
    held: &HeldRegister,
) -> Result<HeldOperators, StoreError> {
    let code = reading.jurisdiction;
    let scope = ReadingScope::new(reading, held);
    let mut records = match reading.complete {
        true => load_operators_of_register(connection, code).await?,
        false => {
            let ids = ids_by_key(connection, code, &scope.keys()).await?;
            load_operators_by_id(connection, &ids).await?
        }
    };
    let held_keys = scope.held_keys(code, records.values());
    let names = scope.names(&held_keys);
    let holders = held.licences.values().map(|record| record.operator_id.0.to_string());
    let mut ids: BTreeSet<String> = holders.collect();
    ids.extend(ids_by_name(connection, &names).await?);
    let slugs = taken_slugs(connection, scope.slugs(&held_keys)).await?;
    let missing: Vec<String> = ids.into_iter().filter(|id| !records.contains_key(id)).collect();
    records.extend(load_operators_by_id(connection, &missing).await?);
    Ok(HeldOperators::new(records.into_values().collect()).with_slugs(slugs))
}

/// Returns the ids of the operators that have these keys in a register.
async fn ids_by_key(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    keys: &BTreeSet<String>,
) -> Result<Vec<String>, StoreError> {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut ids: Vec<String> = Vec::new();
    for keys in keys.chunks(IDS_A_STATEMENT) {
        let found = operator_key::Entity::find()
            .select_only()
            .column(operator_key::Column::OperatorId)
            .filter(operator_key::Column::JurisdictionCode.eq(code.as_str()))
            .filter(operator_key::Column::OperatorKey.is_in(keys.iter().copied()));
        ids.extend(found.into_tuple::<String>().all(connection).await?);
    }
    Ok(ids)
}

/// Loads the operators that have a key in a register, by id.
async fn load_operators_of_register(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<HashMap<String, OperatorRecord>, StoreError> {
    let values = operator_values("operator_id");
    let rows = TableRows {
        table: "operator_keys",
        key: "operator_key",
        condition: &format!("jurisdiction_code = '{code}'"),
        values: &values.each_ref().map(String::as_str),
        page_rows: PAGE_ROWS,
    };
    let mut records = HashMap::new();
    each_tuple(connection, &rows, |texts| add_operator(&mut records, &rows, texts)).await?;
    Ok(records)
}

/// Loads the operators with these ids, by id. Unknown ids are left out.
pub(crate) async fn load_operators_by_id(
    connection: &impl ConnectionTrait,
    ids: &[String],
) -> Result<HashMap<String, OperatorRecord>, StoreError> {
    let values = operator_values("id");
    let rows = TableRows {
        table: "operators",
        key: "id",
        condition: "true",
        values: &values.each_ref().map(String::as_str),
        page_rows: PAGE_ROWS,
    };
    let mut records = HashMap::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let add = |texts| add_operator(&mut records, &rows, texts);
        each_tuple_of(connection, &rows, "id", ids, add).await?;
    }
    Ok(records)
}

/// The row of an operator in a list, its keys and its names as JSON texts. `None` is an empty list.
type OperatorTexts = (String, Option<String>, Option<String>);

/// Returns the expressions of [`OperatorTexts`], for the operator whose id is in a column of `p`.
fn operator_values(id_column: &str) -> [String; 3] {
    let list = |columns: String, table: &str, id: &str| {
        let rows = format!("select {{list}}({{row}}({columns})) from {table} t");
        format!("({rows} where t.{id} = p.{id_column}){{text}}")
    };
    [
        list(all_columns::<operator::Entity>("t"), "operators", "id"),
        list(all_columns::<operator_key::Entity>("t"), "operator_keys", "operator_id"),
        list(all_columns::<trading_name::Entity>("t"), "trading_names", "operator_id"),
    ]
}

/// Adds an operator to those that are loaded.
fn add_operator(
    records: &mut HashMap<String, OperatorRecord>,
    rows: &TableRows<'_>,
    (operator, keys, names): OperatorTexts,
) -> Result<(), StoreError> {
    let [row]: [operator::Model; 1] = rows.parse(&operator)?;
    let id = row.id.clone();
    let mut record = operator_record(row)?;
    let keys: Vec<operator_key::Model> = rows.parse(keys.as_deref().unwrap_or("[]"))?;
    for row in keys {
        let cell = Row { table: "operator_keys", id: &row.operator_key };
        let code = cell.parse(&row.jurisdiction_code)?;
        record.operator.upstream_ids.extend(row.upstream_id.map(|id| (code, id)));
        record.keys.insert(code, row.operator_key);
    }
    let names: Vec<trading_name::Model> = rows.parse(names.as_deref().unwrap_or("[]"))?;
    for row in names {
        let cell = Row { table: "trading_names", id: &id };
        record.names.entry(cell.parse(&row.jurisdiction_code)?).or_default().insert(row.name);
    }
    record.gather_trading_names();
    records.insert(id, record);
    Ok(())
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
