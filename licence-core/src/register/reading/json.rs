//! The neutral form as JSON.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;

use super::RegisterReading;
use crate::register::source_file::{not_the_register, text_of};
use crate::register::{RegisterError, RegisterFault};
use crate::text::{quoted, trimmed};
use crate::time::Date;
use crate::written_date::iso;

impl RegisterReading {
    /// Reads the neutral form; `file` is the name to call it by in errors.
    ///
    /// Unknown members are ignored, as is a number where the regulator publishes none. Blank
    /// identifiers count as absent.
    ///
    /// # Errors
    /// [`RegisterError`] that names the first fault: no JSON, bad UTF-8, a member that is missing or
    /// of the wrong type, an unknown word, and what [`RegisterReading::validate`] refuses. A wrong
    /// member is named with its path.
    pub fn from_json(bytes: &[u8], file: &str) -> Result<Self, RegisterError> {
        let text = text_of(file, bytes)?;
        if !text.trim_start().starts_with('{') {
            let fault = not_the_register("a register reading as a JSON object", text);
            return Err(RegisterError::at_line(file, 1, fault));
        }
        let mut reading: Self =
            serde_json::from_str(text).map_err(|error| explained(&error, text, file))?;
        reading.leave_out_what_says_nothing();
        reading.validate(file)?;
        Ok(reading)
    }

    fn leave_out_what_says_nothing(&mut self) {
        if self.jurisdiction.license_reference_is_ours() {
            self.licences.iter_mut().for_each(|licence| licence.license_number = None);
        }
        let operators = self.licences.iter_mut().map(|licence| &mut licence.operator);
        for operator in operators {
            operator.upstream_id.take_if(|id| trimmed(id).is_empty());
            operator.registered_name.take_if(|name| trimmed(name).is_empty());
        }
        for action in &mut self.regulatory_actions {
            action.upstream_id.take_if(|id| trimmed(id).is_empty());
        }
    }
}

/// Returns the parser's fault in the words of a register.
fn explained(error: &serde_json::Error, text: &str, file: &str) -> RegisterError {
    let message = without_position(error);
    let fault = match error.classify() {
        Category::Eof => RegisterFault::Truncated("the JSON"),
        Category::Syntax | Category::Io => {
            let column = error.column();
            RegisterFault::Malformed(format!("not JSON at column {column}: {message}"))
        }
        Category::Data => RegisterFault::Malformed(with_path(text, message)),
    };
    RegisterError::at_line(file, error.line() as u64, fault)
}

fn without_position(error: &serde_json::Error) -> String {
    let position = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().replace(&position, "")
}

/// Returns a fault after the path of its member, because the parser knows only the line.
fn with_path(text: &str, message: String) -> String {
    const WHOLE: &str = ".";
    let json = &mut serde_json::Deserializer::from_str(text);
    let fault = serde_path_to_error::deserialize::<_, RegisterReading>(json).err();
    match fault.map(|fault| fault.path().to_string()) {
        Some(path) if path != WHOLE => format!("{path}: {message}"),
        _ => message,
    }
}

/// Reads `null` as the default, because lists may be `null` as well as left out.
pub(super) fn nothing_if_null<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    json: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or_default())
}

/// Reads a value from a JSON object. `serde` would also take an array with the members in order.
pub(super) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    json: D,
) -> Result<T, D::Error> {
    json.deserialize_map(ObjectVisitor(PhantomData))
}

/// Reads a list of objects, which may be `null`.
pub(super) fn objects_if_any<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    json: D,
) -> Result<Vec<T>, D::Error> {
    struct Object<T>(T);
    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
        fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
            object(json).map(Self)
        }
    }
    let objects = Option::<Vec<Object<T>>>::deserialize(json)?.unwrap_or_default();
    Ok(objects.into_iter().map(|object| object.0).collect())
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members))
    }
}

/// Reads a text, which counts as missing if it is empty.
pub(super) fn text_if_any<'de, D: Deserializer<'de>>(json: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(json)?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

pub(super) const fn default_true() -> bool {
    true
}

pub(super) fn true_if_null<'de, D: Deserializer<'de>>(json: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or_else(default_true))
}

pub(super) fn day<'de, D: Deserializer<'de>>(json: D) -> Result<Date, D::Error> {
    let text = String::deserialize(json)?;
    iso(&text).ok_or_else(|| {
        D::Error::custom(format!("{} is not a date such as 2026-11-01", quoted(&text)))
    })
}

pub(super) fn day_if_any<'de, D: Deserializer<'de>>(json: D) -> Result<Option<Date>, D::Error> {
    #[derive(Deserialize)]
    struct Day(#[serde(deserialize_with = "day")] Date);
    Ok(Option::<Day>::deserialize(json)?.map(|day| day.0))
}

#[cfg(test)]
mod tests;
