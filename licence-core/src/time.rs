//! Instants and dates as the service writes them (specification, section 1).

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, NaiveDate};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::text_serde::deserialize_from_text;

/// A calendar day, written `YYYY-MM-DD`.
pub type Date = NaiveDate;

/// An instant in UTC with the service's precision of one millisecond, written
/// `2026-11-01T06:00:00.000Z`.
///
/// ```
/// use licence_core::time::Timestamp;
///
/// let read_at: Timestamp = "2026-11-01T07:00:00.1239+01:00".parse()?;
/// assert_eq!(read_at.to_string(), "2026-11-01T06:00:00.123Z");
/// # Ok::<(), licence_core::time::InvalidTimestamp>(())
/// ```
///
/// Kept as milliseconds since 1970: an answer compares and subtracts a dozen instants and writes three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// The years 0000 to 9999.
const FIRST_MILLIS: i64 = -62_167_219_200_000;
const LAST_MILLIS: i64 = 253_402_300_799_999;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// The text is not an RFC 3339 date-time between the years 0000 and 9999.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an RFC 3339 date-time such as 2026-11-01T06:00:00.000Z")]
pub struct InvalidTimestamp(String);

/// The text is neither a date nor an RFC 3339 date-time between the years 0000 and 9999.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is neither a date such as 2026-11-01 nor an RFC 3339 date-time such as \
     2026-11-01T06:00:00.000Z"
)]
pub struct InvalidDayOrInstant(String);

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);

    /// Returns the instant this many milliseconds after 1970-01-01T00:00:00Z; `None` outside the
    /// years 0000 to 9999, which four digits could not write.
    pub fn from_epoch_millis(millis: i64) -> Option<Self> {
        (FIRST_MILLIS..=LAST_MILLIS).contains(&millis).then_some(Self(millis))
    }

    /// Returns the instant of a system's clock, cut to the millisecond; `None` before 1970 and
    /// after the year 9999.
    pub fn from_system_time(time: SystemTime) -> Option<Self> {
        let since_1970 = time.duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since_1970.as_millis()).ok().and_then(Self::from_epoch_millis)
    }

    /// Parses an instant, or a day, which stands for its first instant in UTC.
    ///
    /// ```
    /// use licence_core::time::Timestamp;
    ///
    /// let day = Timestamp::from_day_or_instant("2026-11-01")?;
    /// assert_eq!(day, Timestamp::from_day_or_instant("2026-11-01T01:00:00+01:00")?);
    /// assert!(Timestamp::from_day_or_instant("yesterday").is_err());
    /// # Ok::<(), licence_core::time::InvalidDayOrInstant>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidDayOrInstant`] for any other text.
    pub fn from_day_or_instant(text: &str) -> Result<Self, InvalidDayOrInstant> {
        text.parse::<Self>().or_else(|InvalidTimestamp(shortened)| {
            let invalid = |_: InvalidTimestamp| InvalidDayOrInstant(shortened);
            format!("{text}T00:00:00Z").parse().map_err(invalid)
        })
    }

    /// Returns the first instant of a UTC day; `None` outside the years 0000 to 9999.
    pub(crate) fn start_of(day: Date) -> Option<Self> {
        Self::from_epoch_millis(i64::from(day.to_epoch_days()) * DAY_MILLIS)
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    pub fn epoch_millis(self) -> i64 {
        self.0
    }

    /// Returns the whole hours from `earlier` to this instant, rounded down; zero when `earlier` is
    /// later.
    pub fn hours_since(self, earlier: Timestamp) -> i64 {
        (self.0 - earlier.0).max(0) / 3_600_000
    }

    /// Returns the time from `earlier` to this instant; zero when `earlier` is later.
    pub fn duration_since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }

    /// Returns the instant this much later; the last one of the year 9999 if it would be passed.
    pub fn later_by(self, duration: Duration) -> Self {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        Self::clamped(self.0.saturating_add(millis))
    }

    /// Returns the instant this much earlier; the first one of the year 0 if it would be passed.
    pub fn earlier_by(self, duration: Duration) -> Self {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        Self::clamped(self.0.saturating_sub(millis))
    }

    fn clamped(millis: i64) -> Self {
        Self(millis.clamp(FIRST_MILLIS, LAST_MILLIS))
    }

    /// Returns the whole seconds since 1970-01-01T00:00:00Z, rounded down.
    pub fn epoch_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Returns the UTC calendar day of this instant.
    pub fn date(self) -> Date {
        // These years have some four million days, all of them in the calendar.
        Date::from_epoch_days(self.0.div_euclid(DAY_MILLIS) as i32).unwrap_or_default()
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        DateTime::parse_from_rfc3339(text)
            .ok()
            // More than three fraction digits are cut, never rounded: rounding could move an
            // observation past the end of the day it was made on.
            .and_then(|instant| Self::from_epoch_millis(instant.timestamp_millis()))
            .ok_or_else(|| InvalidTimestamp(text.chars().take(64).collect()))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.digits(&mut [0; 24]))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Timestamp {
    /// Returns the text in fixed-width digits, which it writes into the buffer. An answer has three
    /// instants, and chrono's formatting of them would cost more than the rest of a check.
    pub fn digits(self, buffer: &mut [u8; 24]) -> &str {
        *buffer = *b"0000-00-00T00:00:00.000Z";
        let day = self.date();
        write_digits(&mut buffer[0..4], day.year().unsigned_abs());
        write_digits(&mut buffer[5..7], day.month());
        write_digits(&mut buffer[8..10], day.day());
        let millis = self.0.rem_euclid(DAY_MILLIS) as u32;
        write_digits(&mut buffer[11..13], millis / 3_600_000);
        write_digits(&mut buffer[14..16], millis / 60_000 % 60);
        write_digits(&mut buffer[17..19], millis / 1000 % 60);
        write_digits(&mut buffer[20..23], millis % 1000);
        str::from_utf8(buffer).unwrap_or_default()
    }
}

fn write_digits(place: &mut [u8], mut value: u32) {
    for digit in place.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.digits(&mut [0; 24]))
    }
}

deserialize_from_text!(Timestamp);

/// Returns a text with the `+` before its `hh:mm`, which arrives as a blank if a query did not escape
/// it.
pub(crate) fn with_plus(text: &str) -> String {
    let offset_start = text.len().saturating_sub(" hh:mm".len());
    match text.split_at_checked(offset_start) {
        Some((time, offset)) if offset.starts_with(' ') => format!("{time}+{}", &offset[1..]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
