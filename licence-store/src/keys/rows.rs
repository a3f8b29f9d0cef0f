//! Reads and writes the rows of keys.

use licence_core::account::AccountId;
use licence_core::account::key::{ApiKey, KeyId, KeyLimits};
use licence_core::audit::{Act, Action, Actor};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::audit::entries;
use crate::entity::{api_key, key_version};
use crate::error::StoreError;
use crate::rows::Row;

pub(crate) async fn version(connection: &impl ConnectionTrait) -> Result<i64, StoreError> {
    let row = key_version::Entity::find().one(connection).await?;
    row.map(|row| row.version)
        .ok_or_else(|| StoreError::corrupt("key_version", "1", "the row is missing"))
}

/// Returns the row of a key; `None` for an unknown key.
pub(super) async fn find(
    connection: &impl ConnectionTrait,
    id: KeyId,
) -> Result<Option<api_key::Model>, DbErr> {
    api_key::Entity::find_by_id(id.0.to_string()).one(connection).await
}

/// Returns the key of a row, without what only the log beside the database holds of it.
pub(super) fn decode_key(row: api_key::Model) -> Result<ApiKey, StoreError> {
    let limits = row.limits()?;
    let cell = Row { table: "api_keys", id: &row.id };
    Ok(ApiKey {
        id: KeyId(cell.parse::<Uuid>(&row.id)?),
        account_id: AccountId(cell.parse::<Uuid>(&row.account_id)?),
        created_at: cell.time(row.created_at)?,
        last_used_at: cell.optional_time(row.last_used_at)?,
        revoked_at: cell.optional_time(row.revoked_at)?,
        limits,
        label: row.label,
        hint: row.hint,
        last_characters: row.last_characters,
    })
}

impl api_key::Model {
    pub(crate) fn limits(&self) -> Result<KeyLimits, StoreError> {
        let cell = Row { table: "api_keys", id: &self.id };
        let networks = self.networks.as_deref().map(serde_json::from_str).transpose();
        let networks =
            networks.map_err(|error| StoreError::corrupt("api_keys", &self.id, error))?;
        let expires_at = cell.optional_time(self.expires_at)?;
        Ok(KeyLimits { expires_at, networks: networks.unwrap_or_default() })
    }
}

/// Returns the column of the networks that a key may be used from; `None` for all networks.
pub(super) fn networks_column(limits: &KeyLimits) -> Option<String> {
    let networks = (!limits.networks.is_empty()).then_some(&limits.networks)?;
    serde_json::to_string(networks).ok()
}

/// Writes a revocation and its entry in the audit log, unless the key is revoked already.
pub(crate) async fn write_revocation(
    connection: &impl ConnectionTrait,
    id: KeyId,
    at: Timestamp,
    by: &Actor,
) -> Result<(), StoreError> {
    if mark_revoked(connection, id, at).await?
        && let Some(key) = find(connection, id).await?.map(decode_key).transpose()?
    {
        entries::insert(connection, by, revocation_act(&key), None, at).await?;
    }
    Ok(())
}

/// Marks a key as revoked. Returns false when it is revoked already, or unknown.
pub(super) async fn mark_revoked(
    connection: &impl ConnectionTrait,
    id: KeyId,
    at: Timestamp,
) -> Result<bool, DbErr> {
    let marked = api_key::Entity::update_many()
        .col_expr(api_key::Column::RevokedAt, Expr::value(at.epoch_millis()))
        .filter(api_key::Column::Id.eq(id.0.to_string()))
        .filter(api_key::Column::RevokedAt.is_null())
        .exec(connection)
        .await?;
    Ok(marked.rows_affected > 0)
}

pub(super) fn revocation_act(key: &ApiKey) -> Act {
    Act::new(Action::KeyRevoke, key.id.0)
        .for_account(key.account_id)
        .with("label", key.label.as_str())
}
