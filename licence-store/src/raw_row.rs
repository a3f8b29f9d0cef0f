//! Values as the database hands them over.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

use licence_core::time::Timestamp;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::error::StoreError;
use crate::rows::Row;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Raw<'a> {
    Null,
    Number(i64),
    Text(Cow<'a, str>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

/// An untagged enum would copy every text.
struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a whole number or null")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Raw::Null)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Raw::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        i64::try_from(number).map(Raw::Number).map_err(E::custom)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Raw::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Raw::Text(Cow::Owned(text.to_owned())))
    }
}

/// The values of a row, taken in the order in which they were selected. The first is the row's id.
pub(crate) struct Record<'r> {
    row: Row<'r>,
    rest: std::slice::Iter<'r, Raw<'r>>,
}

impl<'r> Record<'r> {
    pub(crate) fn new(table: &'static str, values: &'r [Raw<'r>]) -> Self {
        let id = match values.first() {
            Some(Raw::Text(id)) => id,
            _ => "",
        };
        Self { row: Row { table, id }, rest: values.iter() }
    }

    pub(crate) fn optional_text(&mut self) -> Result<Option<&'r str>, StoreError> {
        match self.rest.next() {
            Some(Raw::Text(text)) => Ok(Some(text)),
            Some(Raw::Null) => Ok(None),
            other => Err(self.unexpected("a text", other)),
        }
    }

    pub(crate) fn text(&mut self) -> Result<&'r str, StoreError> {
        self.optional_text()?.ok_or_else(|| self.unexpected("a text", None))
    }

    pub(crate) fn optional_time(&mut self) -> Result<Option<Timestamp>, StoreError> {
        match self.rest.next() {
            Some(Raw::Number(millis)) => self.row.time(*millis).map(Some),
            Some(Raw::Null) => Ok(None),
            other => Err(self.unexpected("a number", other)),
        }
    }

    pub(crate) fn time(&mut self) -> Result<Timestamp, StoreError> {
        self.optional_time()?.ok_or_else(|| self.unexpected("a number", None))
    }

    pub(crate) fn value<T: FromStr<Err: Display>>(&mut self) -> Result<T, StoreError> {
        let text = self.text()?;
        self.row.parse(text)
    }

    pub(crate) fn optional_value<T: FromStr<Err: Display>>(
        &mut self,
    ) -> Result<Option<T>, StoreError> {
        let text = self.optional_text()?;
        self.row.parse_optional(text)
    }

    /// Returns the values of a JSON list. PostgreSQL returns null for no rows.
    pub(crate) fn list<T: serde::Deserialize<'r>>(&mut self) -> Result<Vec<T>, StoreError> {
        let text = self.optional_text()?.unwrap_or("[]");
        serde_json::from_str(text).map_err(|error| self.corrupt(error))
    }

    fn unexpected(&self, wanted: &str, found: Option<&Raw<'_>>) -> StoreError {
        self.corrupt(format!("found {found:?} instead of {wanted}"))
    }

    fn corrupt(&self, why: impl ToString) -> StoreError {
        StoreError::corrupt(self.row.table, self.row.id, why)
    }
}
