//! Counts how much of each register the service holds.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use licence_core::coverage::is_consumer_facing;
use licence_core::jurisdiction::JurisdictionCode;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::entity::{domain, licence};
use crate::error::StoreError;
use crate::rows::Row;

/// The depths at one version of the registers. They are kept because counting reads all licences,
/// and callers without a key must not cause that at will.
pub(crate) struct HeldDepths {
    pub(super) version: i64,
    pub(super) depths: Arc<HashMap<JurisdictionCode, Depth>>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Depth {
    pub(super) licences: usize,
    pub(super) consumer_facing: usize,
    pub(super) with_domain: usize,
}

/// The operators of one register, by their ids.
#[derive(Default)]
struct Operators {
    licences: usize,
    consumer_facing: HashSet<String>,
    with_domain: HashSet<String>,
}

pub(super) async fn depths(
    connection: &impl ConnectionTrait,
) -> Result<HashMap<JurisdictionCode, Depth>, StoreError> {
    let with_host: HashSet<String> = domain::Entity::find()
        .select_only()
        .column(domain::Column::LicenceId)
        .distinct()
        .filter(domain::Column::Host.is_not_null())
        .into_tuple()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    let columns = [
        licence::Column::Id,
        licence::Column::OperatorId,
        licence::Column::JurisdictionCode,
        licence::Column::LicenseNumber,
        licence::Column::LicenseTypes,
    ];
    let rows: Vec<(String, String, String, String, String)> =
        licence::Entity::find().select_only().columns(columns).into_tuple().all(connection).await?;
    let mut depths: HashMap<JurisdictionCode, Operators> = HashMap::new();
    for (id, operator, code, number, types) in rows {
        let cell = Row { table: "licences", id: &id };
        let code: JurisdictionCode = cell.parse(&code)?;
        let depth = depths.entry(code).or_default();
        depth.licences += 1;
        if is_consumer_facing(code, &number, &cell.json::<Vec<String>>(&types)?) {
            if with_host.contains(&id) {
                depth.with_domain.insert(operator.clone());
            }
            depth.consumer_facing.insert(operator);
        }
    }
    let counts = |operators: Operators| Depth {
        licences: operators.licences,
        consumer_facing: operators.consumer_facing.len(),
        with_domain: operators.with_domain.len(),
    };
    Ok(depths.into_iter().map(|(code, operators)| (code, counts(operators))).collect())
}
