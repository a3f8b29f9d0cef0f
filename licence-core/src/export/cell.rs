//! A value of a row.

use std::borrow::Cow;

use crate::time::Timestamp;

/// A value of a row, which both formats can write.
///
/// Exhaustive, because every format must write each kind of value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// Nothing.
    Null,
    /// Text, a register's or the service's own.
    Text(&'a str),
    /// A calendar day, as it is written.
    Date(&'a str),
    /// An instant.
    Timestamp(Timestamp),
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Number(u64),
    /// Several texts.
    List(&'a [Cow<'a, str>]),
    /// An object, as its JSON text.
    Object(&'a str),
}

impl<'a> Cell<'a> {
    /// Returns a text, or nothing.
    pub fn text_or_null(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }

    /// Returns a day, or nothing.
    pub fn date_or_null(date: Option<&'a str>) -> Self {
        date.map_or(Self::Null, Self::Date)
    }

    /// Returns an instant, or nothing.
    pub fn timestamp_or_null(instant: Option<Timestamp>) -> Self {
        instant.map_or(Self::Null, Self::Timestamp)
    }
}
