//! One event, for the accounts that watch its operator or got it, with the deliveries that it caused.

use std::collections::HashMap;

use licence_core::account::AccountId;
use licence_core::event::EventId;
use licence_core::webhook::delivery::Delivery;
use licence_core::webhook::endpoint::WebhookEndpoint;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::Store;
use crate::boxed;
use crate::entity::{delivery, event};
use crate::error::StoreError;
use crate::feed::watched_by;
use crate::webhooks::{endpoints_of_account, rows};

/// An event with the deliveries that it caused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventDetail {
    /// The event, byte for byte as it was recorded and sent.
    pub body: String,
    /// The deliveries to the endpoints of the account, with their endpoints.
    pub deliveries: Vec<(WebhookEndpoint, Delivery)>,
}

impl Store {
    /// Returns an event with its deliveries to the endpoints of an account; `None` for an event of
    /// an operator that the account does not watch now and that was queued for none of its endpoints.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn event_detail(
        &self,
        account: AccountId,
        id: EventId,
    ) -> Result<Option<EventDetail>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let deliveries = deliveries(&transaction, account, id).await?;
        let mut event = event::Entity::find_by_id(id.to_string());
        if deliveries.is_empty() {
            event = event.filter(event::Column::OperatorId.in_subquery(watched_by(account)));
        }
        let Some(row) = event.one(&transaction).await? else { return Ok(None) };
        transaction.commit().await?;
        Ok(Some(EventDetail { body: row.body, deliveries }))
    }
}

/// Returns the deliveries of an event, each found by the primary key, the oldest endpoint first.
async fn deliveries(
    connection: &impl ConnectionTrait,
    account: AccountId,
    event: EventId,
) -> Result<Vec<(WebhookEndpoint, Delivery)>, StoreError> {
    let endpoints = endpoints_of_account(account).all(connection).await?;
    let ids = endpoints.iter().map(|endpoint| endpoint.id.as_str());
    let found = delivery::Entity::find()
        .filter(delivery::Column::EndpointId.is_in(ids))
        .filter(delivery::Column::EventId.eq(event.to_string()))
        .all(connection)
        .await?;
    let mut found: HashMap<_, _> =
        found.iter().map(|row| (row.endpoint_id.as_str(), row)).collect();
    let mut deliveries = Vec::with_capacity(found.len());
    for endpoint in endpoints {
        if let Some(row) = found.remove(endpoint.id.as_str()) {
            deliveries.push((rows::endpoint(endpoint)?, rows::delivery(row)?));
        }
    }
    Ok(deliveries)
}
