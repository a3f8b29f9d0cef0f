//! Writing back what became of claimed deliveries, fenced by their leases.

use std::collections::{BTreeMap, HashMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus, EndpointCounters, Outcome};
use sea_orm::sea_query::Value;
use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult};
use uuid::Uuid;

use super::sql::Sql;
use super::{Claimed, End, Finished};
use crate::Store;
use crate::entity::webhook_endpoint;
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::Row;
use crate::webhooks::rows;

/// What was written back.
#[derive(Default)]
pub(crate) struct Settled {
    /// How the attempted deliveries stand now.
    pub(crate) statuses: Vec<DeliveryStatus>,
    /// What the endpoints count now.
    pub(crate) counters: HashMap<WebhookId, EndpointCounters>,
    /// Deliveries whose lease was lost; what became of them is another sender's to say.
    pub(crate) lost: usize,
}

#[derive(FromQueryResult)]
struct Id {
    id: String,
}

impl Store {
    /// Writes back attempts and what they mean to their endpoints, in one transaction.
    pub(super) async fn settle_deliveries(
        &self,
        finished: &[Finished],
    ) -> Result<Settled, StoreError> {
        if finished.is_empty() {
            return Ok(Settled::default());
        }
        match self.settle(finished, Ask::HowMany).await? {
            Some(settled) => Ok(settled),
            None => Ok(self.settle(finished, Ask::Which).await?.unwrap_or_default()),
        }
    }

    /// `None`, and nothing written, when some leases were lost and it did not ask which.
    async fn settle(&self, finished: &[Finished], ask: Ask) -> Result<Option<Settled>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let mut endpoints = lock_endpoints(&transaction, finished).await?;
        let (mut attempted, mut settled) = (Vec::new(), Settled::default());
        for Finished { claimed, end } in finished {
            match end {
                End::Attempted(outcome, at) => {
                    let random = self.entropy.bits() as u32;
                    let schedule = self.webhooks.schedule();
                    let delivery = claimed.delivery.clone().after(outcome, *at, schedule, random);
                    attempted.push(Attempted { claimed, outcome, at: *at, delivery });
                }
                End::GivenBack => {}
            }
        }
        attempted.sort_by_key(|attempted| attempted.at);
        let Some(ours) = write_attempts(&transaction, &attempted, &endpoints, ask).await? else {
            return Ok(None);
        };
        for attempted in &attempted {
            let status = attempted.delivery.status;
            // One that was removed took its deliveries with it.
            let Some(endpoint) = endpoints.get_mut(&attempted.claimed.target.id) else { continue };
            if ours.has(&attempted.delivery) {
                endpoint.counters = endpoint.counters.after(status, attempted.at);
                settled.statuses.push(status);
            } else {
                settled.lost += 1;
            }
        }
        write_counters(&transaction, &endpoints).await?;
        give_back(&transaction, finished).await?;
        transaction.commit().await?;
        settled.counters = endpoints.iter().map(|(id, it)| (*id, it.counters)).collect();
        Ok(Some(settled))
    }
}

/// What is asked of the database about the deliveries that are written.
#[derive(Clone, Copy)]
enum Ask {
    /// Enough while no lease was lost, and that is nearly always. SQLite's driver hands over row by
    /// row, which costs several times what writing them does.
    HowMany,
    Which,
}

/// The deliveries whose lease still held.
enum Ours {
    All,
    These(HashSet<String>),
}

impl Ours {
    fn has(&self, delivery: &Delivery) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&delivery.id.0.to_string()),
        }
    }
}

struct Attempted<'f> {
    claimed: &'f Claimed,
    outcome: &'f Outcome,
    at: Timestamp,
    delivery: Delivery,
}

struct Endpoint {
    is_active: bool,
    counters: EndpointCounters,
}

/// The endpoints as they stand; nobody else changes them until the end of the transaction. In the
/// order of their ids, so that two senders do not wait for each other in a circle.
async fn lock_endpoints(
    transaction: &DatabaseTransaction,
    finished: &[Finished],
) -> Result<BTreeMap<WebhookId, Endpoint>, StoreError> {
    let ids: HashSet<WebhookId> = finished.iter().map(|it| it.claimed.target.id).collect();
    let ids: Vec<[Value; 1]> = ids.into_iter().map(|id| [id.0.to_string().into()]).collect();
    let sql = Sql::new(transaction.get_database_backend())
        .push("with asked(id) as (values ")
        .rows(&ids)
        .push(") select * from webhook_endpoints where id in (select id from asked) order by id")
        // Deliveries of new events go on being written: they refer to the key alone.
        .push_for_postgres(" for no key update");
    let found =
        webhook_endpoint::Model::find_by_statement(sql.statement()).all(transaction).await?;
    let endpoint = |row: webhook_endpoint::Model| {
        let cell = Row { table: "webhook_endpoints", id: &row.id };
        let id = WebhookId(cell.parse::<Uuid>(&row.id)?);
        Ok((id, Endpoint { is_active: row.active, counters: rows::counters(&row)? }))
    };
    found.into_iter().map(endpoint).collect()
}

/// Writes the deliveries whose lease still holds, and tells which these are; `None` when they are
/// not all and it did not ask which.
async fn write_attempts(
    transaction: &DatabaseTransaction,
    attempted: &[Attempted<'_>],
    endpoints: &BTreeMap<WebhookId, Endpoint>,
    ask: Ask,
) -> Result<Option<Ours>, StoreError> {
    if attempted.is_empty() {
        return Ok(Some(Ours::All));
    }
    let row = |attempted: &Attempted<'_>| -> [Value; 10] {
        let (delivery, claimed) = (&attempted.delivery, attempted.claimed);
        let is_active = endpoints.get(&claimed.target.id).is_some_and(|it| it.is_active);
        let is_due = !delivery.status.is_settled() && is_active;
        let next_retry_at = delivery.next_retry_at.epoch_millis();
        [
            delivery.id.0.to_string().into(),
            claimed.lease.to_string().into(),
            delivery.status.as_str().into(),
            i32::try_from(delivery.attempt_count).unwrap_or(i32::MAX).into(),
            next_retry_at.into(),
            is_due.then_some(next_retry_at).into(),
            delivery.last_attempt_at.map(Timestamp::epoch_millis).into(),
            delivery.last_response_status.map(i32::from).into(),
            attempted.outcome.error().into(),
            delivery.delivered_at.map(Timestamp::epoch_millis).into(),
        ]
    };
    let sql = Sql::new(transaction.get_database_backend())
        .push(
            "with attempted(id, lease, status, attempt_count, next_retry_at, due_at, \
             last_attempt_at, last_response_status, last_error, delivered_at) as (values ",
        )
        .rows(&attempted.iter().map(row).collect::<Vec<_>>())
        .push(
            ") update deliveries set lease = null, leased_until = null, \
             status = attempted.status, \
             attempt_count = attempted.attempt_count, next_retry_at = attempted.next_retry_at, \
             due_at = attempted.due_at, last_attempt_at = attempted.last_attempt_at, \
             last_response_status = attempted.last_response_status, \
             last_error = attempted.last_error, delivered_at = attempted.delivered_at \
             from attempted \
             where deliveries.id = attempted.id and deliveries.lease = attempted.lease",
        );
    fail_point::before_write();
    match ask {
        Ask::HowMany => {
            let written = transaction.execute_raw(sql.statement()).await?.rows_affected();
            Ok((written == attempted.len() as u64).then_some(Ours::All))
        }
        Ask::Which => {
            let sql = sql.push(" returning deliveries.id as id");
            let written = Id::find_by_statement(sql.statement()).all(transaction).await?;
            Ok(Some(Ours::These(written.into_iter().map(|row| row.id).collect())))
        }
    }
}

async fn write_counters(
    transaction: &DatabaseTransaction,
    endpoints: &BTreeMap<WebhookId, Endpoint>,
) -> Result<(), StoreError> {
    if endpoints.is_empty() {
        return Ok(());
    }
    let count = |count: u64| Value::from(i64::try_from(count).unwrap_or(i64::MAX));
    let row = |(id, endpoint): (&WebhookId, &Endpoint)| -> [Value; 5] {
        let counters = &endpoint.counters;
        [
            id.0.to_string().into(),
            counters.last_delivered_at.map(Timestamp::epoch_millis).into(),
            counters.last_delivery_status.map(|status| status.as_str()).into(),
            count(counters.failure_count),
            count(counters.missed_deliveries),
        ]
    };
    let sql = Sql::new(transaction.get_database_backend())
        .push(
            "with counted(id, last_delivered_at, last_delivery_status, failure_count, \
             missed_deliveries) as (values ",
        )
        .rows(&endpoints.iter().map(row).collect::<Vec<_>>())
        .push(
            ") update webhook_endpoints set last_delivered_at = counted.last_delivered_at, \
             last_delivery_status = counted.last_delivery_status, \
             failure_count = counted.failure_count, \
             missed_deliveries = counted.missed_deliveries \
             from counted where webhook_endpoints.id = counted.id",
        );
    fail_point::before_write();
    transaction.execute_raw(sql.statement()).await?;
    Ok(())
}

/// Ends the leases of deliveries that were not attempted.
async fn give_back(
    transaction: &DatabaseTransaction,
    finished: &[Finished],
) -> Result<(), StoreError> {
    let given_back = finished.iter().filter(|it| matches!(it.end, End::GivenBack));
    let rows: Vec<[Value; 2]> = given_back
        .map(|it| {
            [it.claimed.delivery.id.0.to_string().into(), it.claimed.lease.to_string().into()]
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = Sql::new(transaction.get_database_backend())
        .push("with returned(id, lease) as (values ")
        .rows(&rows)
        .push(
            ") update deliveries set lease = null, leased_until = null \
             from returned where deliveries.id = returned.id and deliveries.lease = returned.lease",
        );
    fail_point::before_write();
    transaction.execute_raw(sql.statement()).await?;
    Ok(())
}
