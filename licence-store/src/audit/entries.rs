//! Writes and reads the rows of the audit log.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Actor, AuditEntry, Outcome};
use licence_core::time::Timestamp;
use sea_orm::{ConnectionTrait, EntityTrait, NotSet, Set};
use serde_json::Value;
use uuid::Uuid;

use crate::entity::audit_entry;
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::Row;

/// Writes an entry in the transaction of the act; `refused` is the reason of a refusal.
pub(crate) async fn insert(
    connection: &impl ConnectionTrait,
    actor: &Actor,
    act: Act,
    refused: Option<String>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let outcome = if refused.is_some() { Outcome::Refused } else { Outcome::Done };
    let row = audit_entry::ActiveModel {
        id: NotSet,
        at: Set(at.epoch_millis()),
        actor: Set(actor.to_string()),
        action: Set(act.action.to_string()),
        subject: Set(act.subject),
        account_id: Set(act.account_id.map(|id| id.0.to_string())),
        outcome: Set(outcome.to_string()),
        reason: Set(refused),
        details: Set(Value::from(act.details).to_string()),
    };
    fail_point::before_write();
    audit_entry::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

pub(super) fn decode_row(row: audit_entry::Model) -> Result<AuditEntry, StoreError> {
    let id = row.id.to_string();
    let cell = Row { table: "audit_entries", id: &id };
    Ok(AuditEntry {
        id: row.id,
        at: cell.time(row.at)?,
        actor: cell.parse(&row.actor)?,
        action: cell.parse(&row.action)?,
        account_id: cell.parse_optional::<Uuid>(row.account_id.as_deref())?.map(AccountId),
        outcome: cell.parse(&row.outcome)?,
        details: cell.json(&row.details)?,
        subject: row.subject,
        reason: row.reason,
    })
}
