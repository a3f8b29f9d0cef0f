//! The deliveries of an endpoint in the last 24 hours: how many were accepted, and how fast.
//!
//! A delivery belongs to the day if its event was recorded in these 24 hours. Of very many
//! deliveries the newest are counted.

use std::time::Duration;

use super::delivery::DeliveryStatus;
use super::endpoint::WebhookEndpoint;
use crate::member::Role;

/// How long the day is.
pub const DAY: Duration = Duration::from_secs(86_400);
/// The most deliveries that are counted for one endpoint.
const MAX_OF_ONE: u64 = 5_000;
/// The most deliveries that all endpoints of an account share.
const MAX_OF_ALL: u64 = 20_000;
/// The most deliveries that each endpoint has counted, however many endpoints there are.
const MIN_OF_ONE: u64 = 500;

/// An endpoint with the deliveries of its last 24 hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointActivity {
    /// The endpoint, without its secret.
    pub endpoint: WebhookEndpoint,
    /// Deliveries abandoned since the last success, as `X-Service-Missed-Deliveries` states them.
    pub missed_deliveries: u64,
    /// Its deliveries of the last 24 hours.
    pub day: DeliveryDay,
}

impl EndpointActivity {
    /// Returns the activity as a member with this role sees it ([`WebhookEndpoint::visible_to`]).
    pub fn visible_to(self, role: Role) -> Self {
        Self { endpoint: self.endpoint.visible_to(role), ..self }
    }
}

/// Deliveries that have status, attempts and time in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryGroup {
    /// Their status.
    pub status: DeliveryStatus,
    /// How often the service attempted each.
    pub attempt_count: u32,
    /// How long the successful attempt took, in milliseconds; `None` without one.
    pub millis: Option<u32>,
    /// How many there are.
    pub count: u64,
}

/// The counted deliveries of an endpoint in the last 24 hours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveryDay {
    /// Deliveries that the receiver accepted, at the first attempt or a later one.
    pub delivered: u64,
    /// Deliveries that failed, were abandoned, or wait for a retry.
    pub not_delivered: u64,
    /// Deliveries that wait for their first attempt.
    pub not_attempted: u64,
    /// The time in milliseconds within which 95 of 100 successful attempts ended; `None` without a
    /// success.
    pub p95_millis: Option<u32>,
    /// Whether the day may have older deliveries that are not counted.
    pub is_partial: bool,
}

impl DeliveryDay {
    /// Returns how many deliveries are counted for each endpoint of an account, the newest ones.
    pub fn most_counted(endpoints: usize) -> u64 {
        let endpoints = u64::try_from(endpoints).unwrap_or(u64::MAX).max(1);
        (MAX_OF_ALL / endpoints).clamp(MIN_OF_ONE, MAX_OF_ONE)
    }

    /// Returns the day of the counted deliveries, of which there are at most `most_counted`.
    pub fn from_groups(groups: &[DeliveryGroup], most_counted: u64) -> Self {
        let mut day = Self::default();
        let mut times = Vec::new();
        for group in groups {
            let place = match (group.status, group.attempt_count) {
                (DeliveryStatus::Delivered, _) => &mut day.delivered,
                (DeliveryStatus::Pending, 0) => &mut day.not_attempted,
                (
                    DeliveryStatus::Pending | DeliveryStatus::Failed | DeliveryStatus::Abandoned,
                    _,
                ) => &mut day.not_delivered,
            };
            *place = place.saturating_add(group.count);
            times.extend(group.millis.map(|millis| (millis, group.count)));
        }
        day.p95_millis = percentile(times, 95);
        day.is_partial = day.counted() >= most_counted;
        day
    }

    /// Returns how many deliveries are counted.
    pub fn counted(&self) -> u64 {
        self.attempted().saturating_add(self.not_attempted)
    }

    /// Returns how many of the counted deliveries were attempted, or failed without an attempt.
    pub fn attempted(&self) -> u64 {
        self.delivered.saturating_add(self.not_delivered)
    }

    /// Returns the share of the attempted deliveries that were accepted, in whole percent rounded
    /// down; `None` without an attempted delivery.
    pub fn success_percent(&self) -> Option<u64> {
        self.delivered.saturating_mul(100).checked_div(self.attempted())
    }
}

/// Returns the least value that `percent` of 100 values do not exceed (nearest rank); `None`
/// without a value. Each value comes with how often it occurs.
pub fn percentile(mut values: Vec<(u32, u64)>, percent: u64) -> Option<u32> {
    values.sort_unstable();
    let all: u64 = values.iter().map(|(_, count)| count).sum();
    let rank = all.saturating_mul(percent).div_ceil(100);
    let mut passed = 0_u64;
    values.into_iter().find_map(|(value, count)| {
        passed = passed.saturating_add(count);
        (count > 0 && passed >= rank).then_some(value)
    })
}

#[cfg(test)]
mod tests;
