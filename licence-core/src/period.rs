//! Lengths of time as the configuration writes them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::text_serde::serde_by_text;

const UNITS: [(&str, u64); 5] =
    [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

/// A century. An instant that is further away need not be on the calendar.
const LONGEST_DAYS: u64 = 36_500;
const LONGEST_MILLIS: u64 = LONGEST_DAYS * 86_400_000;

/// A length of time, written `500ms`, `30s`, `2m`, `48h` or `30d`; `0` needs no unit. The longest is
/// `36500d`.
///
/// ```
/// use licence_core::period::Period;
///
/// let period: Period = "2d".parse()?;
/// assert_eq!(period, Period::from_hours(48));
/// assert_eq!(period.to_string(), "48h");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period(pub Duration);

impl Period {
    /// Returns a period of this many hours.
    pub const fn from_hours(hours: u32) -> Self {
        Self(Duration::from_secs(hours as u64 * 3600))
    }
}

impl FromStr for Period {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit_millis = match unit {
            "" if number == "0" => Some(1),
            _ => UNITS.iter().find(|(name, _)| *name == unit).map(|(_, millis)| *millis),
        };
        let unit_millis = unit_millis.filter(|_| !number.is_empty()).ok_or_else(|| {
            format!("{text:?} is not a duration: a whole number and ms, s, m, h or d")
        })?;
        let millis = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit_millis));
        millis
            .filter(|millis| *millis <= LONGEST_MILLIS)
            .map(|millis| Self(Duration::from_millis(millis)))
            .ok_or_else(|| format!("{text:?} is longer than {LONGEST_DAYS} days"))
    }
}

/// Writes the largest unit up to hours that leaves a whole number, because freshness is counted in
/// hours.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        let up_to_hours = UNITS[..4].iter().rev();
        let fits = |size: u64| millis != 0 && millis.is_multiple_of(u128::from(size));
        match up_to_hours.copied().find(|(_, size)| fits(*size)) {
            Some((unit, size)) => f.pad(&format!("{}{unit}", millis / u128::from(size))),
            None => f.pad("0"),
        }
    }
}

serde_by_text!(Period);

#[cfg(test)]
mod tests;
