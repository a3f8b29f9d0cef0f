//! Pages of an endpoint's deliveries, for its owner.
//!
//! Of many deliveries nearly all are delivered, so those of another status are found by an index.
//! The type of the event is in no index, so a page looks for it among a limited number of deliveries.

use licence_core::account::AccountId;
use licence_core::event::EventId;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus};
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_core::webhook::endpoint::WebhookEndpoint;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select,
};

use super::{find, rows};
use crate::Store;
use crate::boxed;
use crate::entity::delivery::{Column, Entity};
use crate::error::StoreError;
use crate::rows::Row;

/// The most pending deliveries that are looked up one by one. Where there are more, the newest
/// deliveries have enough of them.
const FEW: u64 = 1_000;
/// The most deliveries that one page searches for a type of event.
const SEARCHED: u64 = 20_000;

/// Some deliveries of an endpoint, the newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryList {
    /// The deliveries.
    pub deliveries: Vec<Delivery>,
    /// If older deliveries may follow, the event before which they were recorded.
    pub older: Option<EventId>,
}

impl Store {
    /// Returns the deliveries of an endpoint, the newest first, and where older ones follow; `None`
    /// if the account has no endpoint with that id. One call searches the newest 20,000 deliveries
    /// for a type of event, so the list may be empty although older ones follow.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn latest_deliveries(
        &self,
        account: AccountId,
        id: WebhookId,
        query: DeliveryQuery,
    ) -> Result<Option<DeliveryList>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let Some(endpoint) = find(&transaction, account, id).await? else { return Ok(None) };
        let all = Entity::find().filter(Column::EndpointId.eq(id.0.to_string()));
        let wanted = match query.status {
            Some(status) => of_status(&transaction, all, &endpoint, status).await?,
            None => all,
        };
        let mut wanted = wanted
            .apply_if(query.after_id(), |it, id| it.filter(Column::EventId.gt(id.to_string())))
            .apply_if(query.last_id(), |it, id| it.filter(Column::EventId.lte(id.to_string())))
            .apply_if(query.before, |it, id| it.filter(Column::EventId.lt(id.to_string())));
        let mut oldest_searched = None;
        if let Some(name) = query.event_type {
            oldest_searched = oldest_to_search(&transaction, wanted.clone()).await?;
            wanted = wanted
                .filter(Column::EventType.eq(name.as_str()))
                .apply_if(oldest_searched, |it, id| it.filter(Column::EventId.gte(id.to_string())));
        }
        // Ids of events ascend in the order of recording.
        let rows = wanted.order_by_desc(Column::EventId).limit(query.limit.saturating_add(1));
        let rows = rows.all(&transaction).await?;
        transaction.commit().await?;
        let deliveries = rows.iter().map(rows::delivery).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(DeliveryList::new(deliveries, query.limit, oldest_searched)))
    }
}

impl DeliveryList {
    /// Returns the first deliveries up to a limit.
    fn new(mut deliveries: Vec<Delivery>, limit: u64, oldest_searched: Option<EventId>) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = deliveries.len() > limit;
        deliveries.truncate(limit);
        let last = deliveries.last().map(|delivery| delivery.event_id);
        Self { older: if has_more { last } else { oldest_searched }, deliveries }
    }
}

/// Returns the event of the last delivery that a page searches; `None` if it searches all of them.
async fn oldest_to_search(
    connection: &impl ConnectionTrait,
    wanted: Select<Entity>,
) -> Result<Option<EventId>, StoreError> {
    let oldest: Option<String> = wanted
        .select_only()
        .column(Column::EventId)
        .order_by_desc(Column::EventId)
        .offset(SEARCHED - 1)
        .limit(1)
        .into_tuple()
        .one(connection)
        .await?;
    oldest.map(|id| Row { table: "deliveries", id: &id }.parse(&id)).transpose()
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
