//! Pages of an endpoint's deliveries, for its owner.
//!
//! Of many deliveries nearly all are delivered, so those of another status are found by an index.

use licence_core::account::AccountId;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::{DeliveryPage, DeliveryQuery};
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::endpoint::WebhookEndpoint;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select,
};

use super::{find, rows};
use crate::Store;
use crate::entity::delivery::{Column, Entity};
use crate::error::StoreError;

/// The most pending deliveries that are looked up one by one. Where there are more, the newest
/// deliveries have enough of them.
const FEW: u64 = 1_000;

impl Store {
    /// Returns the deliveries of an endpoint, the newest first; `None` if the account has no endpoint
    /// with that id.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn webhook_deliveries(
        &self,
        account: AccountId,
        id: WebhookId,
        query: DeliveryQuery,
    ) -> Result<Option<DeliveryPage>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let Some(endpoint) = find(&transaction, account, id).await? else { return Ok(None) };
        let all = Entity::find().filter(Column::EndpointId.eq(id.0.to_string()));
        let wanted = match query.status {
            Some(status) => of_status(&transaction, all, &endpoint, status).await?,
            None => all,
        };
        // Ids of events ascend in the order of recording.
        let rows =
            wanted.order_by_desc(Column::EventId).limit(query.limit).all(&transaction).await?;
        transaction.commit().await?;
        let deliveries = rows.iter().map(rows::delivery).collect::<Result<_, _>>()?;
        Ok(Some(DeliveryPage { deliveries }))
    }
}

/// Selects the deliveries of a status among those of an endpoint.
async fn of_status(
    connection: &impl ConnectionTrait,
    all: Select<Entity>,
    endpoint: &WebhookEndpoint,
    status: DeliveryStatus,
) -> Result<Select<Entity>, StoreError> {
    let wanted = all.clone().filter(Column::Status.eq(status.as_str()));
    Ok(match status {
        DeliveryStatus::Delivered => wanted,
        DeliveryStatus::Pending if endpoint.active => match few_due(connection, all).await? {
            Some(events) => wanted.filter(Column::EventId.is_in(events)),
            None => wanted,
        },
        // The condition of the index of unsuccessful deliveries.
        DeliveryStatus::Pending | DeliveryStatus::Failed | DeliveryStatus::Abandoned => {
            wanted.filter(Column::DueAt.is_null()).filter(Column::DeliveredAt.is_null())
        }
    })
}

/// Returns the events of the deliveries that wait for an attempt; `None` if these are many.
async fn few_due(
    connection: &impl ConnectionTrait,
    all: Select<Entity>,
) -> Result<Option<Vec<String>>, StoreError> {
    let due = all.select_only().column(Column::EventId);
    // A range makes SQLite use the index of due deliveries, and not that of the events.
    let due = due.filter(Column::DueAt.gte(0_i64)).limit(FEW + 1);
    let events: Vec<String> = due.into_tuple().all(connection).await?;
    Ok((events.len() as u64 <= FEW).then_some(events))
}
