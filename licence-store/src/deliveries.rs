//! Webhook deliveries, from the transaction that records an event to the final result
//! (specification 3.2, 6.3 and 6.5).
//!
//! The table `deliveries` is the queue. A [`Sender`] *claims* due rows under a lease, attempts them,
//! and *settles* them. The lease fences every write: a sender that lost its lease changes nothing.
//! If a sender dies, its rows are due again when their lease ends.
//!
//! What happens to a delivery:
//!
//! - The transaction that records an event writes one row for each endpoint that wants the event
//!   ([`enqueue`]), and wakes the sender of this process. Senders of other processes look every 800
//!   ms.
//! - One statement finds the endpoints that have due deliveries ([`due_deliveries`]). `due_at` is
//!   when the next attempt is due; it is null once the delivery is settled and while its endpoint is
//!   inactive. One index leads from one endpoint with due deliveries to the next.
//! - Each endpoint has a number of concurrent attempts ([`endpoint_queue`], [`dispatcher`]): two at
//!   first, one more after each success up to eight, half after each failure. Endpoints with recent
//!   failures share at most half of the slots of the process ([`capacity`]).
//! - A claim ([`claim`], [`lease`]) leases due rows for 30 seconds. The columns of the lease are in
//!   no index, which keeps claims cheap. A claim takes what the endpoint answers in about half a
//!   second, 120 rows at most. Claimed rows that have not started within a second, or whose
//!   endpoint changed in this process, go back to the queue.
//! - An attempt ([`attempt`]) signs the body anew and posts it once, for at most 10 seconds.
//! - Results wait in a buffer ([`results`], [`result_buffer`]) and are written together
//!   ([`settle`]): deliveries and the counters of their endpoints in one transaction. Results that
//!   are all successes are written in one statement.
//!
//! For an endpoint with eight slots the next attempts start while up to 40 results are being
//! written; for any other endpoint a result keeps its slot until it is written. If a sender is
//! killed, at most 48 deliveries of one endpoint arrive twice. Leases and due times follow the
//! clocks of the senders, so two clocks may differ by 20 seconds before a delivery is made twice.

mod attempt;
mod capacity;
mod claim;
mod claim_task;
mod clock;
mod dispatcher;
mod due_deliveries;
mod endpoint_queue;
mod enqueue;
#[cfg(test)]
mod fixture;
mod lag;
mod lease;
mod result_buffer;
mod results;
mod run;
mod sender;
mod settle;
mod sql;

pub use clock::SenderClock;
pub(crate) use enqueue::enqueue_deliveries;
pub use run::DeliveryRun;
pub use sender::Sender;
pub(crate) use settle::SettledBatch;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, Outcome};
use licence_core::webhook::secret::EndpointSecret;

/// The shortest lease. A lease is always at least three times the attempt timeout.
const SHORTEST_LEASE: Duration = Duration::from_secs(30);

/// The longest time that a claimed delivery may wait for its attempt, because the endpoint's data
/// was read with the claim.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The longest time from the start of a claim to the start of an attempt. An attempt that begins
/// by then ends before its lease, even when the claim was slow.
const MAX_WAIT_SINCE_CLAIM: Duration = Duration::from_secs(10);

/// The endpoint data that an attempt needs.
#[derive(Debug)]
struct Target {
    id: WebhookId,
    url: String,
    secrets: Vec<EndpointSecret>,
    missed_deliveries: u64,
}

/// A delivery that this sender owns until its lease ends.
#[derive(Clone, Debug)]
struct ClaimedDelivery {
    delivery: Delivery,
    target: Arc<Target>,
    body: Bytes,
    lease: Arc<str>,
    /// The physical location of its row: see [`lease::LeasedRow`].
    location: String,
    /// The latest start of its attempt; after that the delivery goes back to the queue.
    begins_by: Instant,
    /// The instant before the endpoint's data was read.
    read_after: Instant,
}

impl ClaimedDelivery {
    /// Returns whether the delivery waited too long, or its endpoint changed after it was read.
    fn is_stale(&self, changed_at: Option<Instant>, now: Instant) -> bool {
        self.begins_by < now || changed_at.is_some_and(|changed_at| changed_at >= self.read_after)
    }
}

/// A claimed delivery with its result, to be written to the database.
#[derive(Debug)]
struct FinishedDelivery {
    claimed: ClaimedDelivery,
    result: AttemptResult,
}

/// The result of a claimed delivery.
#[derive(Debug)]
enum AttemptResult {
    /// The outcome of its attempt, and when the attempt ended.
    Attempted(Outcome, Timestamp),
    /// No attempt began: the delivery goes back to the queue unchanged.
    GivenBack,
}

impl AttemptResult {
    /// Returns whether the receiver accepted the delivery.
    fn is_success(&self) -> bool {
        matches!(self, Self::Attempted(outcome, _) if outcome.is_success())
    }
}
