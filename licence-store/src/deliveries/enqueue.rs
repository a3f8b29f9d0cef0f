//! Writes the deliveries of events, in the transaction that records the events.

use std::collections::{BTreeSet, HashMap, HashSet};

use licence_core::event::Event;
use licence_core::operator::OperatorId;
use licence_core::webhook::delivery::Delivery;
use licence_core::webhook::endpoint::WebhookEndpoint;
use licence_core::webhook::{DeliveryId, WebhookId};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::bulk::{IDS_A_STATEMENT, insert};
use crate::connect::lock_accounts;
use crate::entity::{watchlist_entry, webhook_endpoint};
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::rows::Row;
use crate::webhooks::rows;

/// How many rows are built before they are written: a first reading with many endpoints has
/// millions of deliveries.
const ROWS_IN_MEMORY: usize = 10_000;

/// Writes a delivery of each event for each endpoint that wants it, and returns these endpoints.
/// Call it in the transaction of the events, so that both are written or neither, and as late as
/// possible: no endpoint and no watchlist changes until the transaction ends.
pub(crate) async fn enqueue_deliveries(
    connection: &impl ConnectionTrait,
    events: &[(Event, Option<OperatorId>)],
    entropy: &Entropy,
) -> Result<BTreeSet<WebhookId>, StoreError> {
    lock_accounts(connection).await?;
    let active = webhook_endpoint::Entity::find().filter(webhook_endpoint::Column::Active.eq(true));
    let active = active.all(connection).await?.into_iter();
    let endpoints = active.map(|row| Ok((row.account_id.clone(), rows::endpoint(row)?)));
    let endpoints: Vec<(String, WebhookEndpoint)> = endpoints.collect::<Result<_, StoreError>>()?;
    if endpoints.is_empty() {
        return Ok(BTreeSet::new());
    }
    let watchers = watchers(connection, events).await?;
    let mut due = BTreeSet::new();
    for events in events.chunks((ROWS_IN_MEMORY / endpoints.len()).max(1)) {
        let mut rows = Vec::new();
        for (event, operator) in events {
            let wants = |(account, endpoint): &&(String, WebhookEndpoint)| {
                let watches =
                    |operator| watchers.get(&operator).is_some_and(|it| it.contains(account));
                endpoint.wants(event.event, *operator, watches)
            };
            for (_, endpoint) in endpoints.iter().filter(wants) {
                let id = DeliveryId(entropy.uuid());
                let delivery = Delivery::due(id, event.event_id, event.event, event.timestamp);
                rows.push(rows::new_delivery(endpoint.id, &delivery));
                due.insert(endpoint.id);
            }
        }
        insert(connection, rows.into_iter()).await?;
    }
    Ok(due)
}

/// Returns the accounts that watch the operators of these events, by operator.
async fn watchers(
    connection: &impl ConnectionTrait,
    events: &[(Event, Option<OperatorId>)],
) -> Result<HashMap<OperatorId, HashSet<String>>, StoreError> {
    let operators: HashSet<OperatorId> = events.iter().filter_map(|(_, id)| *id).collect();
    let ids: Vec<String> = operators.iter().map(|id| id.0.to_string()).collect();
    let mut watchers: HashMap<_, HashSet<_>> = HashMap::new();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        let entries = watchlist_entry::Entity::find()
            .filter(watchlist_entry::Column::OperatorId.is_in(ids))
            .all(connection);
        for entry in entries.await? {
            let cell = Row { table: "watchlist_entries", id: &entry.account_id };
            let operator = OperatorId(cell.parse::<Uuid>(&entry.operator_id)?);
            watchers.entry(operator).or_default().insert(entry.account_id);
        }
    }
    Ok(watchers)
}
