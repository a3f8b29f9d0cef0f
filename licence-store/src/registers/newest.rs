//! The newest reading of a register, and readings that equal it.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};

use super::summary::ReadingSummary;
use crate::entity::{licence, register_reading, regulatory_action};
use crate::error::StoreError;
use crate::fail_point;

/// A register that is as its newest reading left it.
pub(super) struct UnchangedRegister {
    pub(super) newest: register_reading::Model,
    /// How many licences it lists.
    listed: usize,
}

impl UnchangedRegister {
    /// Counts the licences of a register that is as its newest reading left it.
    pub(super) async fn load(
        connection: &impl ConnectionTrait,
        code: JurisdictionCode,
        newest: register_reading::Model,
    ) -> Result<Self, StoreError> {
        let listed = licence::Entity::find()
            .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
            .filter(licence::Column::NotListedSince.is_null())
            .count(connection)
            .await?;
        Ok(Self { newest, listed: usize::try_from(listed).unwrap_or(usize::MAX) })
    }

    /// Records a reading that equals the newest one: only the times of the read change.
    pub(super) async fn record_read(
        &self,
        connection: &impl ConnectionTrait,
        code: JurisdictionCode,
        read_at: Timestamp,
        snapshot_sha256: &str,
    ) -> Result<ReadingSummary, StoreError> {
        let seen_at = regulatory_action::Column::LastVerifiedAt;
        fail_point::before_write();
        regulatory_action::Entity::update_many()
            .col_expr(seen_at, Expr::value(read_at.epoch_millis()))
            .filter(regulatory_action::Column::JurisdictionCode.eq(code.as_str()))
            .filter(seen_at.eq(self.newest.read_at))
            .exec(connection)
            .await?;
        Ok(ReadingSummary {
            applied: self.newest.snapshot_sha256 != snapshot_sha256,
            unchanged: self.listed,
            ..ReadingSummary::new(code, read_at, snapshot_sha256)
        })
    }
}

/// Returns whether a complete reading equals the newest applied one and no licence is in its grace
/// period.
pub(super) async fn is_unchanged_reading(
    connection: &impl ConnectionTrait,
    reading: &RegisterReading,
    content: Option<&str>,
    newest: &register_reading::Model,
) -> Result<bool, StoreError> {
    let is_same = reading.complete
        && newest.complete
        && content.is_some()
        && newest.content_sha256.as_deref() == content
        && newest.read_at <= reading.read_at.epoch_millis();
    Ok(is_same && !has_licence_in_grace(connection, reading.jurisdiction).await?)
}

/// Returns the newest reading of a register if it is complete, has that snapshot, and no licence is
/// in its grace period.
pub(super) async fn settled_reading(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
    snapshot_sha256: &str,
) -> Result<Option<register_reading::Model>, StoreError> {
    let is_it =
        |row: &register_reading::Model| row.complete && row.snapshot_sha256 == snapshot_sha256;
    let newest = newest_reading(connection, code).await?.filter(is_it);
    Ok(if has_licence_in_grace(connection, code).await? { None } else { newest })
}

/// Returns whether a missing licence of the register is in its grace period.
async fn has_licence_in_grace(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<bool, StoreError> {
    let in_grace = licence::Entity::find()
        .select_only()
        .column(licence::Column::Id)
        .filter(licence::Column::JurisdictionCode.eq(code.as_str()))
        .filter(licence::Column::NotListedSince.is_not_null())
        .filter(licence::Column::Status.ne(LicenceStatus::NotInRegister.as_str()))
        .into_tuple::<String>()
        .one(connection)
        .await?;
    Ok(in_grace.is_some())
}

pub(crate) async fn newest_reading(
    connection: &impl ConnectionTrait,
    code: JurisdictionCode,
) -> Result<Option<register_reading::Model>, StoreError> {
    Ok(register_reading::Entity::find()
        .filter(register_reading::Column::JurisdictionCode.eq(code.as_str()))
        .order_by_desc(register_reading::Column::ReadAt)
        .order_by_desc(register_reading::Column::Id)
        .one(connection)
        .await?)
}

/// Records an applied reading.
pub(super) async fn record(
    connection: &impl ConnectionTrait,
    reading: &RegisterReading,
    snapshot: &Snapshot,
    content_sha256: Option<String>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = register_reading::ActiveModel {
        jurisdiction_code: Set(reading.jurisdiction.to_string()),
        read_at: Set(reading.read_at.epoch_millis()),
        snapshot_sha256: Set(snapshot.sha256().to_owned()),
        complete: Set(reading.complete),
        source_url: Set(reading.source_url.clone()),
        source_kind: Set(reading.source_kind.to_string()),
        licence_count: Set(i64::try_from(reading.licences.len()).unwrap_or(i64::MAX)),
        applied_at: Set(now.epoch_millis()),
        content_sha256: Set(content_sha256),
        ..Default::default()
    };
    fail_point::before_write();
    register_reading::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}
