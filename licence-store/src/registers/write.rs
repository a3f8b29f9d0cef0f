//! Writing what a reading changes, many rows a statement: one row a statement costs seventeen
//! times as much.

use std::collections::BTreeSet;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::time::Timestamp;
use licence_core::transition::{Changes, DomainRecord, OperatorRecord};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, Iterable, QueryFilter, Set,
};

use crate::entity::{catalogue_version, domain, licence, operator, operator_key, trading_name};
use crate::error::StoreError;
use crate::rows::{domain_row, licence_row, operator_row};

/// Rows a statement: the widest table has 21 columns, and SQLite takes 32,766 values.
const ROWS_A_STATEMENT: usize = 500;

/// Writes all changes of a reading.
pub(crate) async fn changes(
    connection: &impl ConnectionTrait,
    changes: Changes,
    read_at: Timestamp,
) -> Result<(), StoreError> {
    operators(connection, changes.new_operators, changes.changed_operators).await?;
    let unchanged: Vec<String> =
        changes.unchanged_licences.iter().map(|id| id.0.to_string()).collect();
    let unchanged_domains: Vec<String> =
        changes.unchanged_domains.iter().map(|id| id.0.to_string()).collect();
    let mut new_licences = changes.new_licences;
    let mut new_domains: Vec<DomainRecord> =
        new_licences.iter_mut().flat_map(|record| std::mem::take(&mut record.domains)).collect();
    new_domains.extend(changes.new_domains);
    insert(connection, new_licences.into_iter().map(licence_row).collect()).await?;
    overwrite(
        connection,
        changes.changed_licences.into_iter().map(licence_row).collect(),
        licence::Column::Id,
    )
    .await?;
    insert(connection, new_domains.into_iter().map(domain_row).collect()).await?;
    overwrite(
        connection,
        changes.changed_domains.into_iter().map(domain_row).collect(),
        domain::Column::Id,
    )
    .await?;
    touch_licences(connection, &unchanged, read_at).await?;
    touch_domains(connection, &unchanged_domains, read_at).await
}

/// Inserts rows; a row that is there already is an error, never overwritten.
async fn insert<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: Vec<A>,
) -> Result<(), StoreError> {
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let chunk: Vec<A> = rows.by_ref().take(ROWS_A_STATEMENT).collect();
        A::Entity::insert_many(chunk).exec_without_returning(connection).await?;
    }
    Ok(())
}

/// Overwrites rows by their id, as an insert that gives way: one statement for many rows.
async fn overwrite<A: ActiveModelTrait>(
    connection: &impl ConnectionTrait,
    rows: Vec<A>,
    id: <A::Entity as EntityTrait>::Column,
) -> Result<(), StoreError> {
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let chunk: Vec<A> = rows.by_ref().take(ROWS_A_STATEMENT).collect();
        let all_columns = <A::Entity as EntityTrait>::Column::iter();
        let in_its_place = OnConflict::column(id).update_columns(all_columns).to_owned();
        A::Entity::insert_many(chunk)
            .on_conflict(in_its_place)
            .exec_without_returning(connection)
            .await?;
    }
    Ok(())
}

async fn touch_licences(
    connection: &impl ConnectionTrait,
    ids: &[String],
    read_at: Timestamp,
) -> Result<(), StoreError> {
    for ids in ids.chunks(ROWS_A_STATEMENT) {
        licence::Entity::update_many()
            .col_expr(licence::Column::LastVerifiedAt, Expr::value(read_at.epoch_millis()))
            .col_expr(licence::Column::StatusObservedAt, Expr::value(read_at.epoch_millis()))
            .col_expr(licence::Column::LastListedAt, Expr::value(read_at.epoch_millis()))
            .filter(licence::Column::Id.is_in(ids))
            .exec(connection)
            .await?;
    }
    Ok(())
}

async fn touch_domains(
    connection: &impl ConnectionTrait,
    ids: &[String],
    read_at: Timestamp,
) -> Result<(), StoreError> {
    for ids in ids.chunks(ROWS_A_STATEMENT) {
        domain::Entity::update_many()
            .col_expr(domain::Column::LastListedAt, Expr::value(read_at.epoch_millis()))
            .filter(domain::Column::Id.is_in(ids))
            .exec(connection)
            .await?;
    }
    Ok(())
}

async fn operators(
    connection: &impl ConnectionTrait,
    new: Vec<OperatorRecord>,
    changed: Vec<OperatorRecord>,
) -> Result<(), StoreError> {
    insert(connection, new.iter().map(operator_row).collect()).await?;
    overwrite(connection, changed.iter().map(operator_row).collect(), operator::Column::Id).await?;
    forget_names_and_keys(connection, &changed).await?;
    let records = || new.iter().chain(&changed);
    insert(connection, records().flat_map(trading_name_rows).collect()).await?;
    insert(connection, records().flat_map(operator_key_rows).collect()).await
}

async fn forget_names_and_keys(
    connection: &impl ConnectionTrait,
    changed: &[OperatorRecord],
) -> Result<(), StoreError> {
    let ids: Vec<String> = changed.iter().map(|r| r.operator.id.0.to_string()).collect();
    for ids in ids.chunks(ROWS_A_STATEMENT) {
        trading_name::Entity::delete_many()
            .filter(trading_name::Column::OperatorId.is_in(ids))
            .exec(connection)
            .await?;
        operator_key::Entity::delete_many()
            .filter(operator_key::Column::OperatorId.is_in(ids))
            .exec(connection)
            .await?;
    }
    Ok(())
}

fn trading_name_rows(record: &OperatorRecord) -> Vec<trading_name::ActiveModel> {
    let row = |code: &JurisdictionCode, name: &String| trading_name::ActiveModel {
        operator_id: Set(record.operator.id.0.to_string()),
        jurisdiction_code: Set(code.to_string()),
        name: Set(name.clone()),
    };
    let of_register = |(code, names)| BTreeSet::iter(names).map(move |name| row(code, name));
    record.names.iter().flat_map(of_register).collect()
}

fn operator_key_rows(record: &OperatorRecord) -> Vec<operator_key::ActiveModel> {
    let row = |(code, key): (&JurisdictionCode, &String)| operator_key::ActiveModel {
        jurisdiction_code: Set(code.to_string()),
        operator_key: Set(key.clone()),
        operator_id: Set(record.operator.id.0.to_string()),
        upstream_id: Set(record.operator.upstream_ids.get(code).cloned()),
    };
    record.keys.iter().map(row).collect()
}

/// Tells every process that its catalogue is out of date.
pub(crate) async fn raise_catalogue_version(
    connection: &impl ConnectionTrait,
) -> Result<(), StoreError> {
    catalogue_version::Entity::update_many()
        .col_expr(
            catalogue_version::Column::Version,
            Expr::col(catalogue_version::Column::Version).add(1),
        )
        .exec(connection)
        .await?;
    Ok(())
}
