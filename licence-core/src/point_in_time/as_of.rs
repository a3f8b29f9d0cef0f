//! The instant that a request asks about (`as_of`).

use thiserror::Error;

use crate::text::quoted;
use crate::time::{Date, Timestamp, with_plus};

/// An instant that is not in the future.
///
/// ```
/// use licence_core::point_in_time::AsOf;
///
/// let now = "2026-11-20T12:00:00Z".parse()?;
/// let day = AsOf::parse("2026-03-01", now)?;
/// assert_eq!(day.instant().to_string(), "2026-03-01T23:59:59.999Z");
/// assert!(AsOf::parse("2026-11-21", now).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AsOf(Timestamp);

/// Why a text is refused as `as_of` (`invalid_input`, specification 7).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidAsOf {
    /// Neither a date nor a date-time with an offset, or one that does not exist.
    #[error(
        "{0} is neither a date such as 2026-03-01 nor an RFC 3339 date-time such as \
         2026-03-01T12:00:00Z"
    )]
    NoInstant(String),
    /// Later than now.
    #[error("{text} lies in the future; now is {now}")]
    Future {
        /// The text.
        text: String,
        /// The instant of the request.
        now: Timestamp,
    },
}

impl AsOf {
    /// Parses a date (`YYYY-MM-DD`: the end of that UTC day, today included) or an ISO 8601
    /// date-time with an offset. `now` is the instant of the request.
    ///
    /// # Errors
    /// [`InvalidAsOf`]: another form, a date that does not exist, a leap second, an instant later
    /// than now.
    pub fn parse(text: &str, now: Timestamp) -> Result<Self, InvalidAsOf> {
        let invalid = || InvalidAsOf::NoInstant(quoted(text));
        let future = || InvalidAsOf::Future { text: quoted(text), now };
        if let Some(date) = bare_date(text) {
            let end = format!("{}T23:59:59.999Z", date.format("%Y-%m-%d"));
            let end = end.parse().map_err(|_| invalid())?;
            return if date <= now.date() { Ok(Self(end)) } else { Err(future()) };
        }
        let instant = date_time(text).ok_or_else(invalid)?;
        if instant <= now { Ok(Self(instant)) } else { Err(future()) }
    }

    /// Returns the instant of a request.
    pub const fn now(now: Timestamp) -> Self {
        Self(now)
    }

    /// Returns the instant.
    pub fn instant(self) -> Timestamp {
        self.0
    }
}

fn bare_date(text: &str) -> Option<Date> {
    let is_padded = text.len() == "2026-03-01".len() && text.is_ascii();
    text.parse().ok().filter(|_| is_padded && text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the instant of an RFC 3339 text. A blank for the `T` and a second of 60 are refused.
fn date_time(text: &str) -> Option<Timestamp> {
    let text = with_plus(text);
    let (day, rest) = text.split_at_checked("2026-03-01".len())?;
    bare_date(day)?;
    let clock = rest.strip_prefix(['T', 't'])?;
    let is_leap_second = clock.get(6..8) == Some("60");
    if is_leap_second || clock.contains(char::is_whitespace) {
        return None;
    }
    format!("{day}T{clock}").parse().ok()
}
