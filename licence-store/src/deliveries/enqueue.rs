//! Writes the deliveries of events, in the transaction that records the events.

use std::collections::{BTreeSet, HashMap, HashSet};

use licence_core::event::Event;
use licence_core::operator::OperatorId;
use licence_core::webhook::delivery::Delivery;
use licence_core::webhook::endpoint::WebhookEndpoint;
use licence_core::webhook::{DeliveryId, WebhookId};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use crate::bulk::{IDS_A_STATEMENT, insert};
use crate::entity::{watchlist_entry, webhook_endpoint};
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::rows::Row;
use crate::webhooks::rows;

/// How many rows are built before they are written: a first reading with many endpoints has
/// millions of deliveries.
const ROWS_IN_MEMORY: usize = 10_000;

/// Writes a delivery of each event for each endpoint that wants it, and returns these endpoints.
/// Call it in the transaction of the events, so that both are written or neither.
pub(crate) async fn enqueue_deliveries(
    connection: &impl ConnectionTrait,
    events: &[(Event, Option<OperatorId>)],
    entropy: &Entropy,
) -> Result<BTreeSet<WebhookId>, StoreError> {
    let endpoints = active_endpoints(connection).await?;
    if endpoints.is_empty() {
        return Ok(BTreeSet::new());
    }
    let watchers = Watchers::load(connection, events).await?;
    let mut due = BTreeSet::new();
    for events in events.chunks((ROWS_IN_MEMORY / endpoints.len()).max(1)) {
        let mut rows = Vec::new();
        for (event, operator) in events {
            let wants = |(account, endpoint): &&(String, WebhookEndpoint)| {
                endpoint.wants(event.event, *operator, |operator| watchers.has(account, operator))
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

/// Returns the active endpoints of all accounts, each with its account id.
async fn active_endpoints(
    connection: &impl ConnectionTrait,
) -> Result<Vec<(String, WebhookEndpoint)>, StoreError> {
    let rows = webhook_endpoint::Entity::find()
        .filter(webhook_endpoint::Column::Active.eq(true))
        .all(connection)
        .await?;
    rows.into_iter().map(|row| Ok((row.account_id.clone(), rows::endpoint(row)?))).collect()
}

/// The accounts that watch the operators of some events.
struct Watchers(HashMap<OperatorId, HashSet<String>>);

impl Watchers {
    async fn load(
        connection: &impl ConnectionTrait,
        events: &[(Event, Option<OperatorId>)],
    ) -> Result<Self, StoreError> {
        let operators: HashSet<OperatorId> = events.iter().filter_map(|(_, id)| *id).collect();
        let ids: Vec<String> = operators.iter().map(|id| id.0.to_string()).collect();
        let mut watchers: HashMap<_, HashSet<_>> = HashMap::new();
        for ids in ids.chunks(IDS_A_STATEMENT) {
            let rows: Vec<(String, String)> = watchlist_entry::Entity::find()
                .select_only()
                .column(watchlist_entry::Column::OperatorId)
                .column(watchlist_entry::Column::AccountId)
                .filter(watchlist_entry::Column::OperatorId.is_in(ids))
                .into_tuple()
                .all(connection)
                .await?;
            for (operator, account) in rows {
                let cell = Row { table: "watchlist_entries", id: &account };
                let operator = OperatorId(cell.parse::<Uuid>(&operator)?);
                watchers.entry(operator).or_default().insert(account);
            }
        }
        Ok(Self(watchers))
    }

    fn has(&self, account: &str, operator: OperatorId) -> bool {
        self.0.get(&operator).is_some_and(|accounts| accounts.contains(account))
    }
}
