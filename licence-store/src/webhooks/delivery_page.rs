//! Pages of an endpoint's deliveries, for its owner.

use licence_core::account::AccountId;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::{DeliveryPage, DeliveryQuery};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use super::{find, rows};
use crate::Store;
use crate::entity::delivery;
use crate::error::StoreError;

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
        if find(&transaction, account, id).await?.is_none() {
            return Ok(None);
        }
        // Ids of events ascend in the order of recording.
        let rows = delivery::Entity::find()
            .filter(delivery::Column::EndpointId.eq(id.0.to_string()))
            .apply_if(query.status, |select, status| {
                select.filter(delivery::Column::Status.eq(status.as_str()))
            })
            .order_by_desc(delivery::Column::EventId)
            .limit(query.limit)
            .all(&transaction)
            .await?;
        transaction.commit().await?;
        let deliveries = rows.iter().map(rows::delivery).collect::<Result<_, _>>()?;
        Ok(Some(DeliveryPage { deliveries }))
    }
}
