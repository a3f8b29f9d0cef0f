//! Writes revocations into the database.

use licence_core::account::key::{ApiKey, KeyId};
use licence_core::audit::{Act, Action, Actor};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter};

use super::rows::{decode_key, find};
use crate::audit::entries;
use crate::entity::api_key;
use crate::error::StoreError;

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
