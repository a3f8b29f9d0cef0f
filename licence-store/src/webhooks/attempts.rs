//! Attempts of deliveries, for the owner of their endpoint.

use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::event::EventId;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::attempt::DeliveryDetail;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, Select};

use super::{find, rows};
use crate::Store;
use crate::boxed;
use crate::entity::{delivery, delivery_attempt, event};
use crate::error::StoreError;

impl Store {
    /// Returns a delivery with its attempts and the body that was sent; `None` if the account has no
    /// such endpoint, or the endpoint no delivery of that event.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn delivery_attempts(
        &self,
        account: AccountId,
        endpoint: WebhookId,
        event: EventId,
    ) -> Result<Option<DeliveryDetail>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        if find(&transaction, account, endpoint).await?.is_none() {
            return Ok(None);
        }
        let key = (endpoint.0.to_string(), event.to_string());
        let Some(row) = delivery::Entity::find_by_id(key.clone()).one(&transaction).await? else {
            return Ok(None);
        };
        let attempts = delivery_attempt::Entity::find()
            .filter(delivery_attempt::Column::EndpointId.eq(key.0))
            .filter(delivery_attempt::Column::EventId.eq(&key.1))
            .order_by_asc(delivery_attempt::Column::Id)
            .all(&transaction)
            .await?;
        let event = event::Entity::find_by_id(key.1).one(&transaction).await?;
        transaction.commit().await?;
        Ok(Some(DeliveryDetail {
            delivery: rows::delivery(&row)?,
            millis: row.millis.and_then(|millis| u32::try_from(millis).ok()),
            last_error: row.last_error,
            event_body: event.map(|event| event.body),
            attempts: attempts.into_iter().map(rows::attempt).collect::<Result<_, _>>()?,
        }))
    }
}

/// Selects the deliveries of an endpoint whose events were recorded at `since` or later. Event ids
/// ascend with the time of recording, and the primary key ends with them.
pub(super) fn deliveries_since(endpoint: WebhookId, since: Timestamp) -> Select<delivery::Entity> {
    let before = EventId::last_at(since.earlier_by(Duration::from_millis(1)));
    delivery::Entity::find()
        .filter(delivery::Column::EndpointId.eq(endpoint.0.to_string()))
        .filter(delivery::Column::EventId.gt(before.to_string()))
}
