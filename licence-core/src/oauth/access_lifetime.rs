//! How long an access token is good.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};
use thiserror::Error;

use crate::whole_number::whole_number;

/// How long an access token is good: 1 to 24 whole hours, and 1 by default. Some assistants do not
/// renew a token in the middle of a conversation. Revocation takes effect at once nevertheless.
///
/// ```
/// use licence_core::oauth::AccessLifetime;
///
/// assert_eq!(AccessLifetime::default(), "1".parse().unwrap());
/// assert!("25".parse::<AccessLifetime>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessLifetime(u8);

/// A number of hours that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a whole number of hours from 1 to {MAX_HOURS}")]
pub struct InvalidAccessLifetime(String);

const MAX_HOURS: u8 = 24;

impl AccessLifetime {
    /// Returns the hours.
    pub const fn hours(self) -> u8 {
        self.0
    }
}

impl Default for AccessLifetime {
    fn default() -> Self {
        Self(1)
    }
}

impl FromStr for AccessLifetime {
    type Err = InvalidAccessLifetime;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hours = text.parse().ok().filter(|hours| (1..=MAX_HOURS).contains(hours));
        hours.map(Self).ok_or_else(|| InvalidAccessLifetime(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for AccessLifetime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a whole number of hours from 1 to 24";
        whole_number(deserializer, expected, 1..=MAX_HOURS).map(Self)
    }
}

impl fmt::Display for AccessLifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lifetime_is_one_to_twenty_four_hours() {
        for (text, expected) in
            [("1", Some(1)), ("24", Some(24)), ("0", None), ("25", None), ("1.5", None), ("", None)]
        {
            let lifetime = text.parse::<AccessLifetime>().ok();
            assert_eq!(lifetime.map(AccessLifetime::hours), expected, "{text}");
        }
        let refused = "-1".parse::<AccessLifetime>().unwrap_err().to_string();
        assert_eq!(refused, r#""-1" is not a whole number of hours from 1 to 24"#);
    }
}
