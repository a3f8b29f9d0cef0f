//! Time windows, and the requests that remain in them (specification 8).
//!
//! Windows are aligned to the UTC clock: an hour begins at the full hour, so that a caller can tell
//! from any clock when a limit resets.
//!
//! A window only moves forward, by one clock (that of Redis where servers share their counters), so
//! no window is counted twice.

use chrono::{Datelike, Months};

use super::plan::{Cap, PlanLimits};
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How long a window is, by its word in the shared counters.
    pub enum Span: "span" {
        /// A second.
        Second = "second",
        /// A minute.
        Minute = "minute",
        /// An hour.
        Hour = "hour",
        /// A UTC day.
        Day = "day",
        /// A UTC month.
        Month = "month",
    }
}

/// A window of the clock: from its start to just before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its first instant.
    pub start: Timestamp,
    /// The first instant after it: the reset.
    pub end: Timestamp,
}

impl Span {
    /// Returns the window an instant lies in.
    ///
    /// ```
    /// use licence_core::account::quota::Span;
    ///
    /// let window = Span::Month.window("2026-11-20T12:00:00Z".parse()?);
    /// assert_eq!(window.end.to_string(), "2026-12-01T00:00:00.000Z");
    /// # Ok::<(), licence_core::time::InvalidTimestamp>(())
    /// ```
    pub fn window(self, at: Timestamp) -> Window {
        match self {
            Self::Second => of_length(1_000, at),
            Self::Minute => of_length(60_000, at),
            Self::Hour => of_length(3_600_000, at),
            Self::Day => of_length(86_400_000, at),
            Self::Month => month_of(at),
        }
    }
}

fn of_length(millis: i64, at: Timestamp) -> Window {
    let start = at.epoch_millis() - at.epoch_millis().rem_euclid(millis);
    // The last window of the year 9999 ends where timestamps do.
    let instant = |millis| Timestamp::from_epoch_millis(millis).unwrap_or(at);
    Window { start: instant(start), end: instant(start + millis) }
}

fn month_of(at: Timestamp) -> Window {
    let first = at.date().with_day(1);
    let next = first.and_then(|first| first.checked_add_months(Months::new(1)));
    Window {
        start: first.and_then(Timestamp::start_of).unwrap_or(at),
        end: next.and_then(Timestamp::start_of).unwrap_or(at),
    }
}

wire_enum! {
    /// What limits a request, in the order of refusals (decisions 3).
    pub enum Limit: "limit" {
        /// Sign-ins to the dashboard, by address and minute.
        SignIns = "sign_ins",
        /// Sign-ins of a member of an account, by hour.
        MemberSignIns = "member_sign_ins",
        /// Calls without a key, by address, route and hour.
        Keyless = "keyless",
        /// Requests of an account in one second.
        PerSecond = "per_second",
        /// Requests of a trial key in one day.
        PerDay = "per_day",
        /// Polls of the watchlist's events of an account in one hour.
        Polls = "polls",
        /// Exports of an account in one day.
        Exports = "exports",
        /// Requests of an account in one month.
        PerMonth = "per_month",
    }
}

impl Limit {
    /// Returns the window it counts in.
    pub const fn span(self) -> Span {
        match self {
            Self::PerSecond => Span::Second,
            Self::SignIns => Span::Minute,
            Self::Keyless | Self::MemberSignIns | Self::Polls => Span::Hour,
            Self::PerDay | Self::Exports => Span::Day,
            Self::PerMonth => Span::Month,
        }
    }

    /// Returns whether only successful requests count. The other limits count every request.
    pub const fn is_charged_on_success(self) -> bool {
        match self {
            Self::PerDay | Self::Exports | Self::PerMonth => true,
            Self::SignIns | Self::MemberSignIns | Self::Keyless | Self::PerSecond | Self::Polls => {
                false
            }
        }
    }

    /// Returns whether its counts outlive the process, because the window is longer than a restart.
    pub const fn is_kept(self) -> bool {
        match self {
            Self::PerDay | Self::Polls | Self::Exports | Self::PerMonth => true,
            Self::SignIns | Self::MemberSignIns | Self::Keyless | Self::PerSecond => false,
        }
    }
}

/// Requests per address, route and hour without a key (specification 8).
pub const KEYLESS_PER_HOUR: u64 = 10;

/// Sign-ins to the dashboard per address and minute. No member is locked out: others sign in from
/// another address.
pub const SIGN_INS_PER_MINUTE: u64 = 10;

/// Sign-ins per member and hour, counted only once the member has proven something.
pub const MEMBER_SIGN_INS_PER_HOUR: u64 = 20;

/// The purpose of a keyed request, which decides its limits.
///
/// Exhaustive, because each purpose has its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Any request that is neither of the others.
    Request,
    /// An export.
    Export,
    /// A poll of the watchlist's events.
    Poll,
}

impl Purpose {
    /// Returns the limits a request of this purpose meets, in the order of refusals.
    pub fn limits(self, plan: &PlanLimits) -> impl Iterator<Item = (Limit, Cap)> + use<> {
        let is_by_day = plan.requests_per_day != Cap::Unlimited;
        [
            (true, Limit::PerSecond, plan.requests_per_second),
            (is_by_day, Limit::PerDay, plan.requests_per_day),
            (self == Self::Poll, Limit::Polls, plan.polls_per_hour),
            (self == Self::Export, Limit::Exports, plan.exports_per_day),
            (true, Limit::PerMonth, plan.requests_per_month),
        ]
        .into_iter()
        .filter_map(|(applies, limit, cap)| applies.then_some((limit, cap)))
    }
}

/// The use of a limit after a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is limited.
    pub limit: Limit,
    /// How much of it is admitted.
    pub cap: Cap,
    /// How much of it is used, this request included if it was admitted.
    pub used: u64,
    /// When it resets.
    pub resets_at: Timestamp,
}

impl Tally {
    /// Returns what is left; `None` without a cap.
    pub fn remaining(&self) -> Option<u64> {
        self.cap.at_most().map(|cap| cap.saturating_sub(self.used))
    }

    /// Returns the share of the cap that is used, in whole percent rounded down; `None` without a
    /// cap.
    pub fn percent_used(&self) -> Option<u64> {
        let cap = u128::from(self.cap.at_most()?);
        let percent = (u128::from(self.used) * 100).checked_div(cap).unwrap_or(100);
        Some(u64::try_from(percent).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests;
