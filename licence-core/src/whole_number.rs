//! Whole numbers of the configuration file. An error about one says its limits, and no type of Rust.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{self, Deserializer, Unexpected, Visitor};

/// Reads a number of this range. `expected` names it and its limits, for the error.
///
/// # Errors
/// A value of another type, or out of the range.
pub fn whole_number<'de, D: Deserializer<'de>, N: TryFrom<i64> + PartialOrd>(
    deserializer: D,
    expected: &'static str,
    range: RangeInclusive<N>,
) -> Result<N, D::Error> {
    deserializer.deserialize_i64(WholeNumber { expected, range })
}

struct WholeNumber<N> {
    expected: &'static str,
    range: RangeInclusive<N>,
}

impl<N: TryFrom<i64> + PartialOrd> Visitor<'_> for WholeNumber<N> {
    type Value = N;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<N, E> {
        let in_range = N::try_from(number).ok().filter(|number| self.range.contains(number));
        in_range.ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<N, E> {
        match i64::try_from(number) {
            Ok(number) => self.visit_i64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }
}
