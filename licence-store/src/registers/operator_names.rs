//! Finds operators by their registered names, without reading all of them.
//!
//! Each operator is stored with the hash of its folded name, and an index finds these. Another
//! release may fold names in another way. So the database says under which rules, and in which state
//! of the registers, all hashes were made. A reading by a release that does not know of hashes makes
//! a new state without saying so. If the hashes are of other rules or of another state, names are
//! folded as they are read, and the next reading that changes a register makes the hashes again.

use std::collections::{BTreeSet, HashSet};

use licence_core::operator::Slug;
use licence_core::transition::{operator_name_hash, operator_name_key, operator_name_rules};
use sea_orm::sea_query::{BinOper, Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect,
};

use crate::bulk::{IDS_A_STATEMENT, overwrite};
use crate::catalogue::CatalogueState;
use crate::catalogue::table_pages::{PAGE_ROWS, TableRows, all_columns, each_row, each_tuple};
use crate::entity::{catalogue_version, operator};
use crate::error::StoreError;
use crate::fail_point;
use crate::raw_row::Record;

const NAMES: TableRows<'static> = TableRows {
    table: "operators",
    key: "id",
    condition: "1 = 1",
    values: &["p.id", "p.display_name", "p.registered_name"],
    page_rows: PAGE_ROWS,
};

const SLUGS: TableRows<'static> = TableRows {
    table: "operators",
    key: "slug",
    condition: "1 = 1",
    values: &["p.slug"],
    page_rows: PAGE_ROWS,
};

/// Returns the ids of all operators under these registered names, folded, and perhaps some others.
pub(super) async fn ids_by_name(
    connection: &impl ConnectionTrait,
    names: &HashSet<String>,
) -> Result<Vec<String>, StoreError> {
    // More names than fit into a statement are not worth asking for.
    let is_small = names.len() <= IDS_A_STATEMENT;
    if names.is_empty() {
        Ok(Vec::new())
    } else if is_small && are_hashes_current(connection).await? {
        ids_by_hash(connection, names).await
    } else {
        ids_by_folding(connection, names).await
    }
}

async fn ids_by_hash(
    connection: &impl ConnectionTrait,
    names: &HashSet<String>,
) -> Result<Vec<String>, StoreError> {
    let hashes = names.iter().map(|name| operator_name_hash(name));
    let found = operator::Entity::find()
        .select_only()
        .column(operator::Column::Id)
        .filter(operator::Column::NameHash.is_in(hashes));
    Ok(found.into_tuple().all(connection).await?)
}

async fn ids_by_folding(
    connection: &impl ConnectionTrait,
    names: &HashSet<String>,
) -> Result<Vec<String>, StoreError> {
    let mut ids = Vec::new();
    each_row(connection, &NAMES, |values| {
        let row = &mut Record::new(NAMES.table, values);
        let (id, display_name, registered_name) = (row.text()?, row.text()?, row.optional_text()?);
        if names.contains(&operator_name_key(registered_name, display_name)) {
            ids.push(id.to_owned());
        }
        Ok(())
    })
    .await?;
    Ok(ids)
}

/// Returns the slugs of all operators if an operator holds one of the wanted ones; else none. Returns
/// all for `None`.
pub(super) async fn taken_slugs(
    connection: &impl ConnectionTrait,
    wanted: Option<BTreeSet<Slug>>,
) -> Result<Vec<Slug>, StoreError> {
    let wanted = wanted.filter(|wanted| wanted.len() <= IDS_A_STATEMENT);
    let is_free = match wanted {
        Some(wanted) => wanted.is_empty() || are_free(connection, &wanted).await?,
        None => false,
    };
    let mut slugs = Vec::new();
    if !is_free {
        let mut push = |slug| slugs.push(slug);
        each_row(connection, &SLUGS, |values| {
            Record::new(SLUGS.table, values).value().map(&mut push)
        })
        .await?;
    }
    Ok(slugs)
}

async fn are_free(
    connection: &impl ConnectionTrait,
    slugs: &BTreeSet<Slug>,
) -> Result<bool, StoreError> {
    let held = operator::Entity::find()
        .select_only()
        .column(operator::Column::Id)
        .filter(operator::Column::Slug.is_in(slugs.iter().map(Slug::as_str)));
    Ok(held.into_tuple::<String>().one(connection).await?.is_none())
}

/// Returns what `catalogue_version` holds if all hashes are of the rules of this release and of the
/// state with this name.
fn of_state(state: &str) -> String {
    format!("{} {state}", operator_name_rules())
}

async fn are_hashes_current(connection: &impl ConnectionTrait) -> Result<bool, StoreError> {
    let row = catalogue_version::Entity::find().one(connection).await?;
    Ok(row.is_some_and(|row| row.name_hashes_of == Some(of_state(&row.state))))
}

/// Returns the value of `name_hashes_of` in the next state: hashes that are current stay so.
pub(super) fn in_next_state(next_state: &str) -> Expr {
    let [held, state] = [catalogue_version::Column::NameHashesOf, catalogue_version::Column::State];
    let are_current =
        Expr::col(held).eq(Expr::val(of_state("")).binary(BinOper::Custom("||"), Expr::col(state)));
    Expr::case(are_current, Expr::val(of_state(next_state))).into()
}

/// Makes the hashes of all operators again if they are not of these rules and this state. Call it
/// before operators are written.
pub(super) async fn renew_hashes(connection: &impl ConnectionTrait) -> Result<(), StoreError> {
    if are_hashes_current(connection).await? {
        return Ok(());
    }
    let operators = format!("{{row}}({})", all_columns::<operator::Entity>("p"));
    let rows = TableRows { values: &[&operators], ..NAMES };
    let mut changed = Vec::new();
    each_tuple(connection, &rows, |(mut row,): (operator::Model,)| {
        let key = operator_name_key(row.registered_name.as_deref(), &row.display_name);
        let hash = Some(operator_name_hash(&key));
        if row.name_hash != hash {
            row.name_hash = hash;
            changed.push(row.into_active_model().reset_all());
        }
        Ok(())
    })
    .await?;
    overwrite(connection, changed.into_iter(), &["id", "slug"]).await?;
    let state = CatalogueState::load(connection).await?.name;
    fail_point::before_write();
    catalogue_version::Entity::update_many()
        .col_expr(catalogue_version::Column::NameHashesOf, Expr::val(of_state(&state)))
        .exec(connection)
        .await?;
    Ok(())
}
