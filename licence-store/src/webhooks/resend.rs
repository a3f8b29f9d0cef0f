//! Sending a settled delivery again: one manual attempt outside the retry schedule.
//!
//! The attempt carries the ids of the delivery, so that receivers drop what they have, and the last
//! number in `X-Service-Attempt`. A success turns a failed or abandoned delivery into a delivered
//! one, and the counters of its endpoint are reset, as after any success (specification 6.3). Nothing
//! else changes a settled delivery, and a failure is not counted.

use std::time::{Duration, Instant};

use bytes::Bytes;
use licence_core::account::AccountId;
use licence_core::event::EventId;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::attempt::{DeliveryAttempt, MAX_MANUAL_NUMBER, ResendRun};
use licence_core::webhook::delivery::{
    Delivery, DeliveryRequest, DeliveryStatus, EndpointCounters,
};
use licence_core::webhook::secret::{EndpointSecret, active_at};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::attempts::deliveries_since;
use super::{audit_acts, endpoints_of_account, find, rows, secret_rows};
use crate::Store;
use crate::boxed;
use crate::deliveries::write_counters;
use crate::entity::{delivery, delivery_attempt, event, webhook_endpoint};
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::{Row, count};

/// The most deliveries that one call sends again.
const MAX_RESENT: usize = 100;
/// How long one call starts attempts, because a person waits for its end.
const MAX_RUN: Duration = Duration::from_secs(30);

/// The manual attempt, or why none was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResendResult {
    /// The attempt was made.
    Attempted {
        /// The attempt.
        attempt: DeliveryAttempt,
        /// The status of the delivery after it.
        status: DeliveryStatus,
    },
    /// Attempts of the retry schedule remain.
    AttemptsRemain,
    /// The event is past its retention, so that its body is gone.
    EventGone,
    /// The endpoint has no active secret, so that nothing was signed or sent.
    NoActiveSecret,
    /// The account has no such endpoint, or the endpoint no delivery of that event.
    Unknown,
}

/// What a manual attempt needs.
struct ResendInputs {
    url: String,
    missed_deliveries: u64,
    secrets: Vec<EndpointSecret>,
    delivery: Delivery,
    /// `None` once the event is past its retention.
    body: Option<Bytes>,
}

impl Store {
    /// Makes one manual attempt of a settled delivery. An inactive endpoint gets it too.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails or a secret cannot be decrypted. If the database fails
    /// after the attempt, the attempt is not recorded.
    #[boxed]
    pub async fn resend_delivery(
        &self,
        account: AccountId,
        endpoint: WebhookId,
        event: EventId,
        now: Timestamp,
    ) -> Result<ResendResult, StoreError> {
        let Some(inputs) = self.load_resend(account, endpoint, event).await? else {
            return Ok(ResendResult::Unknown);
        };
        let refusal = if !inputs.delivery.status.is_settled() {
            Some((ResendResult::AttemptsRemain, "attempts_remain"))
        } else if inputs.body.is_none() {
            Some((ResendResult::EventGone, "event_gone"))
        } else if active_at(&inputs.secrets, now).next().is_none() {
            Some((ResendResult::NoActiveSecret, "no_active_secret"))
        } else {
            None
        };
        if let Some((result, reason)) = refusal {
            self.record_refused(audit_acts::resend(account, endpoint, event), reason, now).await;
            return Ok(result);
        }
        let attempt = self.attempt_again(&inputs, now).await?;
        self.record_attempt(account, endpoint, event, attempt).await
    }

    /// Sends the failed and abandoned deliveries of an endpoint again whose events were recorded at
    /// `since` or later, the oldest first. `after` is the [`ResendRun::last`] of the run that this one
    /// continues. Ends after 100 deliveries, after 30 seconds, or after three failures in a row.
    /// `None` if the account has no endpoint with that id.
    ///
    /// # Errors
    /// Those of [`Store::resend_delivery`]; earlier deliveries stay as they were sent.
    #[boxed]
    pub async fn resend_failed_deliveries(
        &self,
        account: AccountId,
        endpoint: WebhookId,
        since: Timestamp,
        after: Option<EventId>,
        now: Timestamp,
    ) -> Result<Option<ResendRun>, StoreError> {
        if find(&self.databases.reader, account, endpoint).await?.is_none() {
            return Ok(None);
        }
        let ids = self.failed_events(endpoint, since, after).await?;
        let (mut run, begun) = (ResendRun::default(), Instant::now());
        for (place, event) in ids.iter().enumerate() {
            run.remaining = (ids.len() - place) as u64;
            if run.is_refused() || place == MAX_RESENT || begun.elapsed() > MAX_RUN {
                return Ok(Some(run));
            }
            let now = now.later_by(begun.elapsed());
            match self.resend_delivery(account, endpoint, *event, now).await? {
                ResendResult::Attempted { attempt, .. } => run.count(attempt.error.is_none()),
                ResendResult::NoActiveSecret => return Ok(Some(run)),
                ResendResult::AttemptsRemain | ResendResult::EventGone | ResendResult::Unknown => {}
            }
            run.last = Some(*event);
        }
        run.remaining = 0;
        Ok(Some(run))
    }

    /// Returns the events of failed and abandoned deliveries, the oldest first.
    async fn failed_events(
        &self,
        endpoint: WebhookId,
        since: Timestamp,
        after: Option<EventId>,
    ) -> Result<Vec<EventId>, StoreError> {
        let mut wanted = deliveries_since(endpoint, since)
            .filter(delivery::Column::Status.is_in(RESCUED.map(DeliveryStatus::as_str)));
        if let Some(after) = after {
            wanted = wanted.filter(delivery::Column::EventId.gt(after.to_string()));
        }
        let ids: Vec<String> = wanted
            .select_only()
            .column(delivery::Column::EventId)
            .order_by_asc(delivery::Column::EventId)
            .into_tuple()
            .all(&self.databases.reader)
            .await?;
        ids.iter().map(|id| Row { table: "deliveries", id }.parse(id)).collect()
    }

    async fn load_resend(
        &self,
        account: AccountId,
        endpoint: WebhookId,
        event: EventId,
    ) -> Result<Option<ResendInputs>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let id = endpoint.0.to_string();
        let row = endpoints_of_account(account).filter(webhook_endpoint::Column::Id.eq(&id));
        let Some(row) = row.one(&transaction).await? else { return Ok(None) };
        let delivery = delivery::Entity::find_by_id((id.clone(), event.to_string()));
        let Some(delivery) = delivery.one(&transaction).await? else { return Ok(None) };
        let secrets = secret_rows(&transaction, [id]).await?;
        let event = event::Entity::find_by_id(event.to_string()).one(&transaction).await?;
        transaction.commit().await?;
        let secrets = secrets.iter().map(|row| self.open_secret(endpoint, row));
        Ok(Some(ResendInputs {
            missed_deliveries: count(row.missed_deliveries),
            url: row.url,
            secrets: secrets.collect::<Result<_, _>>()?,
            delivery: rows::delivery(&delivery)?,
            body: event.map(|event| event.body.into()),
        }))
    }

    async fn attempt_again(
        &self,
        inputs: &ResendInputs,
        now: Timestamp,
    ) -> Result<DeliveryAttempt, StoreError> {
        let (delivery, body) = (&inputs.delivery, inputs.body.clone().unwrap_or_default());
        let request = DeliveryRequest {
            event: delivery.event_type.as_str(),
            event_id: delivery.event_id,
            delivery_id: delivery.id,
            attempt: delivery.attempt_count.clamp(1, MAX_MANUAL_NUMBER),
            missed_deliveries: inputs.missed_deliveries,
            raw_body: &body,
        };
        let headers = request.headers(active_at(&inputs.secrets, now), now);
        let (number, begun) = (request.attempt, Instant::now());
        let posted =
            self.webhooks.poster()?.post_on_demand(&inputs.url, headers, body.clone()).await;
        let took = begun.elapsed();
        let (outcome, body) = (&posted.outcome, &posted.response_body);
        Ok(DeliveryAttempt::new(number, outcome, body, now.later_by(took), took, true))
    }

    /// Writes the attempt, its effect on the delivery and its audit entry.
    async fn record_attempt(
        &self,
        account: AccountId,
        endpoint: WebhookId,
        event: EventId,
        attempt: DeliveryAttempt,
    ) -> Result<ResendResult, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        if attempt.error.is_none() {
            let counters = EndpointCounters::default();
            let counters = counters.after(DeliveryStatus::Delivered, attempt.at);
            write_counters(&transaction, &[(endpoint, counters)].into()).await?;
            fail_point::before_write();
            delivery::Entity::update_many()
                .set(delivered(&attempt))
                .filter(delivery::Column::EndpointId.eq(endpoint.0.to_string()))
                .filter(delivery::Column::EventId.eq(event.to_string()))
                .filter(delivery::Column::Status.is_in(RESCUED.map(DeliveryStatus::as_str)))
                .exec(&transaction)
                .await?;
        }
        let key = (endpoint.0.to_string(), event.to_string());
        // It may have been pruned, or removed with its endpoint, during the attempt.
        let Some(row) = delivery::Entity::find_by_id(key).one(&transaction).await? else {
            return Ok(ResendResult::Unknown);
        };
        let status = rows::delivery(&row)?.status;
        fail_point::before_write();
        delivery_attempt::Entity::insert(rows::new_attempt(endpoint, event, attempt.clone()))
            .exec_without_returning(&transaction)
            .await?;
        let act = audit_acts::resend(account, endpoint, event)
            .with("delivered", attempt.error.is_none())
            .with("response_status", attempt.status);
        self.record_done(&transaction, act, attempt.at).await?;
        transaction.commit().await?;
        Ok(ResendResult::Attempted { attempt, status })
    }
}

/// The statuses that a successful manual attempt ends.
const RESCUED: [DeliveryStatus; 2] = [DeliveryStatus::Failed, DeliveryStatus::Abandoned];

/// Returns what a successful manual attempt changes about its delivery.
fn delivered(attempt: &DeliveryAttempt) -> delivery::ActiveModel {
    let at = attempt.at.epoch_millis();
    delivery::ActiveModel {
        status: Set(DeliveryStatus::Delivered.as_str().to_owned()),
        delivered_at: Set(Some(at)),
        last_attempt_at: Set(Some(at)),
        last_response_status: Set(attempt.status.map(i32::from)),
        last_error: Set(None),
        millis: Set(Some(rows::integer(attempt.millis))),
        ..Default::default()
    }
}
