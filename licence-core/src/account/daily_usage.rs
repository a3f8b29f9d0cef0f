//! Requests of an account by day, for its overview.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::key::KeyId;
use crate::time::{Date, Timestamp};
use crate::wire_enum::wire_enum;

wire_enum! {
    /// A group of routes that the overview counts together.
    pub enum RouteClass: "route class" {
        /// A check of one domain or licence number.
        Check = "check",
        /// A batch of checks.
        Batch = "batch",
        /// Any other route that reads or changes data.
        Lookup = "lookup",
        /// An export.
        Export = "export",
        /// A poll of the watchlist's events.
        Poll = "poll",
    }
}

/// How a request ended, for the counts of its account.
///
/// Exhaustive, because each has its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RequestOutcome {
    /// With what was asked for: a status below 400.
    Answered,
    /// With a reason that the caller can change: a status from 400 to 499.
    Refused,
    /// Because of the service: a status from 500.
    Failed,
}

impl RequestOutcome {
    /// Returns the outcome that an HTTP status means.
    pub const fn from_status(status: u16) -> Self {
        match status {
            0..=399 => Self::Answered,
            400..=499 => Self::Refused,
            500.. => Self::Failed,
        }
    }
}

/// Numbers of requests by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestCounts {
    /// Requests that got what they asked for.
    pub answered: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// Requests that failed because of the service.
    pub failed: u64,
}

impl RequestCounts {
    /// Returns the number of all requests.
    pub const fn total(self) -> u64 {
        self.answered.saturating_add(self.refused).saturating_add(self.failed)
    }

    /// Returns the sums of both counts.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            answered: self.answered.saturating_add(other.answered),
            refused: self.refused.saturating_add(other.refused),
            failed: self.failed.saturating_add(other.failed),
        }
    }
}

/// Requests of one UTC day that one key, or the account's members, made to one class of routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DailyUsage {
    /// The day.
    pub day: Date,
    /// The key; `None` for the account's members.
    pub key_id: Option<KeyId>,
    /// The routes.
    pub route_class: RouteClass,
    /// The requests.
    pub counts: RequestCounts,
}

/// Requests of one hour that were refused or failed for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusalCount {
    /// The first instant of the hour.
    pub hour: Timestamp,
    /// Method and path, without the values of its parameters.
    pub route: String,
    /// The `code` of the error body.
    pub code: String,
    /// The `details.reason` of the error body.
    pub reason: String,
    /// The key that made the requests; `None` for the account's members.
    pub key_id: Option<KeyId>,
    /// How many there were.
    pub count: u64,
    /// When the latest of them came.
    pub last_at: Timestamp,
    /// The id of the latest of them.
    pub last_request_id: String,
}

/// Returns the sums of each day from `first` to `last`, days without requests included.
///
/// ```
/// use licence_core::account::daily_usage::{RequestCounts, sums_by_day};
///
/// let (first, last) = ("2026-11-01".parse()?, "2026-11-30".parse()?);
/// let days = sums_by_day(&[], first, last);
/// assert_eq!(days.len(), 30);
/// assert_eq!(days[29], (last, RequestCounts::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sums_by_day(usage: &[DailyUsage], first: Date, last: Date) -> Vec<(Date, RequestCounts)> {
    let mut sums: BTreeMap<Date, RequestCounts> = BTreeMap::new();
    for row in usage {
        let sum = sums.entry(row.day).or_default();
        *sum = sum.plus(row.counts);
    }
    let days = first.iter_days().take_while(|day| *day <= last);
    days.map(|day| (day, sums.get(&day).copied().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests;
