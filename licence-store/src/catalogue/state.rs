//! The state of the registers in the database, and which operators each applied reading changed. A
//! process that holds the catalogue of an earlier state loads these alone.

use std::collections::BTreeSet;

use licence_core::operator::OperatorId;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
};

use crate::entity::{catalogue_change, catalogue_version};
use crate::error::StoreError;
use crate::fail_point;

/// A market that changed in more operators is loaded whole.
const MAX_OPERATORS: usize = 10_000;
/// The most states on record: those of several weeks. A process with an older one loads all rows.
const MAX_STATES: i64 = 500;

/// What identifies one state of the registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CatalogueState {
    /// The number that every applied reading raises.
    pub(crate) version: i64,
    /// A random name, which every applied reading replaces. A copy or a restored backup has the
    /// name for as long as it has the rows; its numbers come again with other rows.
    pub(crate) name: String,
}

impl CatalogueState {
    pub(crate) async fn load(connection: &impl ConnectionTrait) -> Result<Self, StoreError> {
        let row = catalogue_version::Entity::find().one(connection).await?;
        row.map(|row| Self { version: row.version, name: row.state })
            .ok_or_else(|| StoreError::corrupt("catalogue_version", "1", "the row is missing"))
    }
}

/// Records the newest state, and the operators by whose rows alone it differs from the state before.
pub(crate) async fn record_state(
    connection: &impl ConnectionTrait,
    operators: &BTreeSet<OperatorId>,
) -> Result<(), StoreError> {
    let state = CatalogueState::load(connection).await?;
    let operators = Some(operators).filter(|operators| operators.len() <= MAX_OPERATORS);
    let row = catalogue_change::ActiveModel {
        version: Set(state.version),
        state: Set(state.name),
        operators: Set(operators.and_then(|operators| serde_json::to_string(operators).ok())),
    };
    fail_point::before_write();
    catalogue_change::Entity::insert(row).exec_without_returning(connection).await?;
    fail_point::before_write();
    catalogue_change::Entity::delete_many()
        .filter(catalogue_change::Column::Version.lte(state.version - MAX_STATES))
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns the ids of the operators by whose rows alone a state differs from an earlier one. `None`
/// if that is not known: for a state of another database or of a backup, and after a reading whose
/// changes were not recorded, as by an earlier release.
pub(super) async fn operators_changed_since(
    connection: &impl ConnectionTrait,
    earlier: &CatalogueState,
    newest: &CatalogueState,
) -> Result<Option<Vec<String>>, StoreError> {
    let mut rows = catalogue_change::Entity::find()
        .filter(catalogue_change::Column::Version.gte(earlier.version))
        .order_by_asc(catalogue_change::Column::Version)
        .all(connection)
        .await?
        .into_iter();
    let is_earlier =
        |row: catalogue_change::Model| row.version == earlier.version && row.state == earlier.name;
    if !rows.next().is_some_and(is_earlier) {
        return Ok(None);
    }
    let (mut version, mut changed) = (earlier.version, BTreeSet::new());
    for row in rows {
        version += 1;
        let Some(operators) = row.operators.filter(|_| row.version == version) else {
            return Ok(None);
        };
        let operators: Vec<String> = serde_json::from_str(&operators).map_err(|error| {
            StoreError::corrupt("catalogue_changes", &version.to_string(), error)
        })?;
        changed.extend(operators);
    }
    let is_whole = version == newest.version && changed.len() <= MAX_OPERATORS;
    Ok(is_whole.then(|| changed.into_iter().collect()))
}
