//! The neutral form as JSON.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_path_to_error::Segment;

use super::RegisterReading;
use crate::register::source_file::{line_at, not_the_register, text_of};
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
    /// [`RegisterError`] with the line of the first fault: no JSON, bad UTF-8, a member that is
    /// missing or of the wrong type, an unknown word, and what [`RegisterReading::validate`]
    /// refuses. A wrong member is named, with its licence.
    pub fn from_json(bytes: &[u8], file: &str) -> Result<Self, RegisterError> {
        let text = text_of(file, bytes)?;
        if !text.trim_start().starts_with('{') {
            let fault = not_the_register("a register reading as a JSON object", text);
            return Err(RegisterError::at_line(file, 1, fault));
        }
        let mut reading: Self =
            serde_json::from_str(text).map_err(|error| explained(&error, text, file))?;
        reading.leave_out_what_says_nothing();
        match reading.first_fault() {
            None => Ok(reading),
            Some((element, fault)) => {
                let line = element.line_in(text);
                Err(RegisterError { file: file.to_owned(), line, fault })
            }
        }
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
        Category::Data => RegisterFault::Malformed(with_place(text, &message)),
    };
    RegisterError::at_line(file, error.line() as u64, fault)
}

fn without_position(error: &serde_json::Error) -> String {
    let position = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().replace(&position, "")
}

/// Returns a fault after its licence and member, because the parser knows only the line.
fn with_place(text: &str, message: &str) -> String {
    let json = &mut serde_json::Deserializer::from_str(text);
    let fault = serde_path_to_error::deserialize::<_, RegisterReading>(json).err();
    let path: Vec<_> = fault.iter().flat_map(|fault| fault.path()).collect();
    let (element, members) = match path.as_slice() {
        [Segment::Map { key }, Segment::Seq { index }, members @ ..] if key == "licences" => {
            (licence_label(text, *index), members)
        }
        [Segment::Map { key }, Segment::Seq { index }, members @ ..]
            if key == "regulatory_actions" =>
        {
            (format!("regulatory action {}", index + 1), members)
        }
        members => (String::new(), members),
    };
    let as_suffix = |step: &&Segment| match step {
        Segment::Seq { .. } => step.to_string(),
        _ => format!(".{step}"),
    };
    let members: String = members.iter().map(as_suffix).collect();
    let parts = [element.as_str(), members.trim_start_matches('.'), message];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

/// Returns the number of a licence in its list, and what to call it by.
fn licence_label(text: &str, index: usize) -> String {
    let reading: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let licence = &reading["licences"][index];
    let text_at = |path| licence.pointer(path).and_then(serde_json::Value::as_str);
    match text_at("/license_number").or_else(|| text_at("/operator/name")) {
        Some(name) => format!("licence {} ({})", index + 1, quoted(name)),
        None => format!("licence {}", index + 1),
    }
}

/// A part of a reading that a fault is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// The reading itself.
    Reading,
    /// A licence, counted from zero.
    Licence(usize),
    /// An enforcement action, counted from zero.
    Action(usize),
}

impl Element {
    /// Returns the line on which the element begins, counted from one; `None` when the JSON has no
    /// such element.
    fn line_in(self, json: &str) -> Option<u64> {
        let (list, index) = match self {
            Self::Reading => return None,
            Self::Licence(index) => ("licences", index),
            Self::Action(index) => ("regulatory_actions", index),
        };
        let members: HashMap<String, &RawValue> = serde_json::from_str(json).ok()?;
        let elements: Vec<&RawValue> = serde_json::from_str(members.get(list)?.get()).ok()?;
        let element = elements.get(index)?.get();
        Some(line_at(json.as_bytes(), element.as_ptr() as usize - json.as_ptr() as usize))
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
