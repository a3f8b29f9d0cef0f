//! Requests of accounts by day and refusals by hour that are not in the database yet.
//!
//! A request is counted here once, when its outcome is known: one increment in a sharded map. The
//! flush of the usage buffer writes the counts with its own, twice a second. A killed process loses
//! what it counted since. A caller that disconnects before the answer is not counted.

mod buffer;
mod request;
mod write;

pub(super) use buffer::{DailyBuffer, DailyChanges, hour};
pub use request::{CountedRequest, RefusalCause};
pub(super) use write::write;
