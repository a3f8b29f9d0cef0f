//! A value of a row.

use std::borrow::Cow;

use super::columns::ColumnKind;
use crate::time::Timestamp;

/// A value of a row, as both forms write it.
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
    /// Yes or no.
    Boolean(bool),
    /// How many.
    Number(u64),
    /// Several texts.
    List(&'a [Cow<'a, str>]),
    /// An object, as its JSON text.
    Object(&'a str),
}

impl<'a> Cell<'a> {
    /// Text, or nothing.
    pub fn text_or_null(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }

    /// A day, or nothing.
    pub fn date_or_null(date: Option<&'a str>) -> Self {
        date.map_or(Self::Null, Self::Date)
    }

    /// An instant, or nothing.
    pub fn timestamp_or_null(instant: Option<Timestamp>) -> Self {
        instant.map_or(Self::Null, Self::Timestamp)
    }

    /// The kind of a column that this is a value of; `None` for nothing, which every column has.
    pub fn kind(&self) -> Option<ColumnKind> {
        Some(match self {
            Self::Null => return None,
            Self::Text(_) => ColumnKind::Text,
            Self::Date(_) => ColumnKind::Date,
            Self::Timestamp(_) => ColumnKind::Timestamp,
            Self::Boolean(_) => ColumnKind::Boolean,
            Self::Number(_) => ColumnKind::Number,
            Self::List(_) => ColumnKind::List,
            Self::Object(_) => ColumnKind::Object,
        })
    }
}
