//! Deliveries: written with the event that causes them, and sent until they are settled
//! (specification 3.2, 6.3 and 6.5).
//!
//! The row is the queue. A sender *claims* due rows under a lease, attempts them, and *settles*
//! them; what it writes is fenced by the lease, so that a sender that lost its lease changes
//! nothing. A row whose sender died is due again when the lease ends.
//!
//! What happens to a delivery:
//!
//! - The transaction that records an event writes one row for each endpoint that wants the event
//!   (`written`), and wakes the sender of this process. Senders of other processes look every 800
//!   ms.
//! - One statement finds the endpoints that have due deliveries (`due`). `due_at` is when the next
//!   attempt is due; it is null once the delivery is settled and while its endpoint is inactive.
//!   One index leads from one endpoint with due deliveries to the next.
//! - Each endpoint has a number of concurrent attempts (`lane`, `lanes`): two at first, one more
//!   after each success up to eight, half after each failure. Endpoints with recent failures share
//!   at most half of the slots of the process.
//! - A claim (`claim`, `lease`) leases due rows for 30 seconds. The columns of the lease are in no
//!   index, which keeps claims cheap. A claim takes what the endpoint answers in about half a
//!   second, 120 rows at most. Claimed rows that have not started within a second, or whose
//!   endpoint changed in this process, go back to the queue.
//! - An attempt (`attempt`) signs the body anew and posts it once, for at most 10 seconds.
//! - Results wait in a buffer (`results`, `unsettled`) and are written together (`settle`):
//!   deliveries and the counters of their endpoints in one transaction. Results that are all
//!   successes are written in one statement.
//!
//! For an endpoint with eight slots the next attempts start while up to 40 results are being
//! written; for any other endpoint a result keeps its slot until it is written. If a sender is
//! killed, at most 48 deliveries of one endpoint arrive twice. Leases and due times follow the
//! clocks of the senders, so two clocks may differ by 20 seconds before a delivery is made twice.

mod attempt;
mod claim;
mod claiming;
mod clock;
mod due;
#[cfg(test)]
mod fixture;
mod free;
mod lag;
mod lane;
mod lanes;
mod lease;
mod results;
mod run;
mod sender;
mod settle;
mod sql;
mod unsettled;
mod written;

pub use clock::SenderClock;
pub use run::DeliveryRun;
pub use sender::Sender;
pub(crate) use settle::Settled;
pub(crate) use written::write_deliveries;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, Outcome};
use licence_core::webhook::secret::EndpointSecret;

/// A lease holds at least this long; always three times as long as an attempt may take.
const SHORTEST_LEASE: Duration = Duration::from_secs(30);

/// How long a claimed delivery may wait here for its turn: what is known of its endpoint may be so
/// old.
const FRESH: Duration = Duration::from_secs(1);

/// How long after the beginning of its claim a delivery may wait: an attempt that begins by then
/// ends before the lease, however long the database took over the claim.
const SAFE: Duration = Duration::from_secs(10);

/// What deliveries to an endpoint need.
#[derive(Debug)]
struct Target {
    id: WebhookId,
    url: String,
    secrets: Vec<EndpointSecret>,
    missed_deliveries: u64,
}

/// A delivery that is this sender's for as long as the lease holds.
#[derive(Clone, Debug)]
struct Claimed {
    delivery: Delivery,
    target: Arc<Target>,
    body: Bytes,
    lease: Arc<str>,
    /// Where the database has its row.
    location: String,
    /// No attempt begins later: the delivery goes back.
    begins_by: Instant,
    /// What is known of its endpoint was read later than that.
    read_after: Instant,
}

impl Claimed {
    /// Whether it may not be attempted any more: its lease might end before its attempt, or its
    /// endpoint changed since it was read.
    fn is_stale(&self, changed_at: Option<Instant>, now: Instant) -> bool {
        self.begins_by < now || changed_at.is_some_and(|changed_at| changed_at >= self.read_after)
    }
}

/// A claimed delivery to be written back.
#[derive(Debug)]
struct Finished {
    claimed: Claimed,
    end: End,
}

/// What became of a claimed delivery.
#[derive(Debug)]
enum End {
    /// It was attempted, or may not be; the attempt ended then.
    Attempted(Outcome, Timestamp),
    /// It goes back to the queue as it was.
    GivenBack,
}

impl End {
    /// Whether the receiver took it.
    fn is_success(&self) -> bool {
        matches!(self, Self::Attempted(outcome, _) if outcome.is_success())
    }
}
