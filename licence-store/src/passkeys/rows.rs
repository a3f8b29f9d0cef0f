//! Reads the rows of passkeys.

use licence_core::member::MemberId;
use licence_core::passkey::{Passkey, PasskeyId};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use crate::entity::passkey;
use crate::error::StoreError;
use crate::rows::Row;

/// Returns the rows of a member's passkeys, the oldest first.
pub(super) async fn passkeys_of_member(
    connection: &impl ConnectionTrait,
    member: MemberId,
) -> Result<Vec<passkey::Model>, StoreError> {
    let rows = passkey::Entity::find()
        .filter(passkey::Column::MemberId.eq(member.0.to_string()))
        .order_by_asc(passkey::Column::CreatedAt)
        .order_by_asc(passkey::Column::Id);
    Ok(rows.all(connection).await?)
}

/// Returns the row of a passkey by the id that the authenticator gave it.
pub(super) async fn find_credential(
    connection: &impl ConnectionTrait,
    credential_id: &str,
) -> Result<Option<passkey::Model>, StoreError> {
    // PostgreSQL fails on a text with a NUL, and no authenticator gives an id with one.
    if credential_id.contains('\0') {
        return Ok(None);
    }
    let row = passkey::Entity::find().filter(passkey::Column::CredentialId.eq(credential_id));
    Ok(row.one(connection).await?)
}

/// Returns the passkey of a row, without its public key.
pub(super) fn decode_passkey(row: &passkey::Model) -> Result<Passkey, StoreError> {
    let cell = Row { table: "passkeys", id: &row.id };
    Ok(Passkey {
        id: PasskeyId(cell.parse::<Uuid>(&row.id)?),
        member_id: MemberId(cell.parse::<Uuid>(&row.member_id)?),
        label: cell.parse(&row.label)?,
        created_at: cell.time(row.created_at)?,
        last_used_at: cell.optional_time(row.last_used_at)?,
    })
}
