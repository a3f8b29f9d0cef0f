//! Warnings before an expiry date (specification 6.1). The date itself changes no status.

use chrono::Days;

use crate::event::EventName;
use crate::time::{Date, Timestamp};

/// How many days before the expiry date a warning is sent.
///
/// Exhaustive, because the specification closes the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExpiryWindow {
    /// Exactly 30 days ahead.
    Days30,
    /// Exactly 60 days ahead.
    Days60,
    /// Exactly 90 days ahead.
    Days90,
}

impl ExpiryWindow {
    /// The three windows. Each sends one warning for a licence and expiry date.
    pub const ALL: [Self; 3] = [Self::Days30, Self::Days60, Self::Days90];

    /// Returns the window in days.
    pub const fn days(self) -> u16 {
        match self {
            Self::Days30 => 30,
            Self::Days60 => 60,
            Self::Days90 => 90,
        }
    }

    /// Returns the name of its event.
    pub const fn event(self) -> EventName {
        match self {
            Self::Days30 => EventName::Expiring30d,
            Self::Days60 => EventName::Expiring60d,
            Self::Days90 => EventName::Expiring90d,
        }
    }

    /// Returns the expiry date of the licences that get this warning on the UTC day of `now`;
    /// `None` past the end of the calendar.
    pub fn warned_expiry_date(self, now: Timestamp) -> Option<Date> {
        now.date().checked_add_days(Days::new(u64::from(self.days())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_is_given_exactly_so_many_days_ahead() {
        for (window, now, date) in [
            (ExpiryWindow::Days30, "2026-11-01T00:00:00Z", "2026-12-01"),
            (ExpiryWindow::Days30, "2026-11-01T23:59:59.999Z", "2026-12-01"),
            (ExpiryWindow::Days60, "2026-11-01T00:00:00Z", "2026-12-31"),
            (ExpiryWindow::Days90, "2027-12-01T12:00:00Z", "2028-02-29"),
        ] {
            let now: Timestamp = now.parse().unwrap();
            assert_eq!(window.warned_expiry_date(now), date.parse().ok(), "{window:?}");
        }
    }
}
