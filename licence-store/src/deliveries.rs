//! Webhook deliveries, from the transaction that records an event to the final result
//! (specification 3.2, 6.3 and 6.5).
//!
//! The table `deliveries` is the queue. What happens to a delivery:
//!
//! 1. **Enqueue** ([`enqueue`]). The transaction that records an event writes one row for each
//!    endpoint that wants the event. After the commit the sender of this process is woken, and the
//!    senders of other processes get an announcement ([`announcement`]).
//! 2. **Look** ([`due_deliveries`]). One statement finds the endpoints that have due deliveries. A
//!    [`Sender`] looks at an announcement, when a retry is due, and every 800 ms in case an
//!    announcement was lost. `due_at` is when the next attempt is due; it is null once the delivery is settled
//!    and while its endpoint is inactive.
//! 3. **Claim** ([`claim`], [`lease`]). One transaction leases due rows for 30 seconds and reads
//!    their endpoints, secrets and bodies. A claim takes what the endpoint answers in about half a
//!    second, 120 rows at most. The columns of the lease are in no index, which keeps claims cheap.
//!    Then the catalogue of this process is brought up to date: receivers may ask back.
//! 4. **Dispatch** ([`dispatcher`], [`endpoint_queue`]). Claimed deliveries wait in the queue of
//!    their endpoint. A queue has two slots at first, one more after each success up to eight, half
//!    after each failure. The process has 1,024 slots; endpoints with recent failures share at most
//!    half of them. A delivery that has not started within a second, or whose endpoint changed in
//!    this process, goes back to the table.
//! 5. **Attempt** ([`attempt`]). A task signs the body again and posts it once, for at most 10
//!    seconds.
//! 6. **Settle** ([`result_buffer`], [`settle`]). Results are gathered for at most 8 ms, and written
//!    with the counters of their endpoints in one transaction. A failed attempt is due again at
//!    the time of the retry schedule; the last one makes the delivery `abandoned`. Each failed
//!    attempt leaves a row in `delivery_attempts`. A success leaves none, because most deliveries
//!    succeed at once and their row says all.
//!
//! A person can have a settled delivery attempted once more (`webhooks/resend`), without the queue.
//!
//! Look, claim, attempt and settle are tasks of the [`sender`], which alone knows the queues. One
//! look, one claim and one settle run at a time.
//!
//! When something fails:
//!
//! - *A sender dies.* Its rows are due again when their lease ends. For an endpoint with eight slots
//!   the next attempts start while up to 40 results are unwritten; for any other endpoint a result
//!   keeps its slot until it is written. So at most 48 deliveries of one endpoint arrive twice.
//! - *A sender stalls.* The lease fences every write: a sender that lost it changes nothing.
//! - *The database is away.* Attempts end, results stay in the buffer, and nothing is claimed before
//!   they are written: a claim might find their deliveries due again.
//! - *The server stops.* Waiting deliveries go back, running attempts end and are settled.
//!
//! Leases and due times follow the clocks of the senders, so two clocks may differ by 20 seconds
//! before a delivery is made twice.

mod announcement;
mod attempt;
mod claim;
mod clock;
mod dispatcher;
mod due_deliveries;
mod endpoint_queue;
mod enqueue;
#[cfg(test)]
mod fixture;
mod lease;
mod result_buffer;
mod sender;
mod settle;

pub(crate) use announcement::Announcements;
pub use clock::SenderClock;
pub(crate) use enqueue::enqueue_deliveries;
pub use sender::Sender;
pub(crate) use settle::write_counters;
