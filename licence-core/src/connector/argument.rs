//! The arguments of tools: one declaration gives the schema and checks what a client sends.

use serde_json::{Map, Value, json};

use super::refusal::CallRefusal;
use crate::event::cursor::Cursor;
use crate::event::feed::FeedError;
use crate::point_in_time::InvalidAsOf;
use crate::problem::ProblemKind;
use crate::request::{self, RequestError};
use crate::text::quoted;
use crate::time::Timestamp;

#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A text with its least and greatest number of characters.
    Text(usize, usize),
    /// A list of texts of any content: how many at most. The API judges each by itself.
    Texts(usize),
    /// A number from the first to the second; the third without the argument.
    Number(u64, u64, u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Some of these words.
    Words(&'static [&'static str]),
    /// True or false; false without the argument.
    Flag,
}

pub(super) struct Argument {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_required: bool,
    /// What it says, with an example.
    pub(super) description: &'static str,
}

impl Argument {
    /// Returns the JSON Schema of the argument. Schemas hold no `$ref` and no `oneOf`, because
    /// clients flatten these badly.
    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text(min, max) => json!({"type": "string", "minLength": min, "maxLength": max}),
            Kind::Texts(max) => json!({
                "type": "array", "minItems": 1, "maxItems": max, "items": {"type": "string"},
            }),
            Kind::Number(min, max, default) => json!({
                "type": "integer", "minimum": min, "maximum": max, "default": default,
            }),
            Kind::Word(words) => json!({"type": "string", "enum": words}),
            Kind::Words(words) => json!({
                "type": "array", "uniqueItems": true,
                "items": {"type": "string", "enum": words},
            }),
            Kind::Flag => json!({"type": "boolean", "default": false}),
        };
        schema["description"] = self.description.into();
        schema
    }

    fn fault(&self, value: &Value) -> Option<String> {
        let word = |words: &[&str], text: &str| {
            (!words.contains(&text))
                .then(|| format!("is {}, and must be one of {}", quoted(text), words.join(", ")))
        };
        match (self.kind, value) {
            (Kind::Text(min, max), Value::String(text)) => {
                let length = text.chars().count();
                (!(min..=max).contains(&length))
                    .then(|| format!("has {length} characters, and takes {min} to {max}"))
            }
            (Kind::Texts(max), Value::Array(items)) => {
                if !(1..=max).contains(&items.len()) {
                    return Some(format!("holds {} texts, and takes 1 to {max}", items.len()));
                }
                let is_other = items.iter().any(|item| !item.is_string());
                is_other.then(|| "holds something other than texts".to_owned())
            }
            (Kind::Number(min, max, _), Value::Number(number)) => {
                let fits = whole_number(value).is_some_and(|it| (min..=max).contains(&it));
                (!fits)
                    .then(|| format!("is {number}, and must be a whole number from {min} to {max}"))
            }
            (Kind::Word(words), Value::String(text)) => word(words, text),
            (Kind::Words(words), Value::Array(items)) => items.iter().find_map(|item| match item {
                Value::String(text) => word(words, text),
                _ => Some("holds something other than texts".to_owned()),
            }),
            (Kind::Flag, Value::Bool(_)) => None,
            (kind, _) => Some(format!("must be {}", kind.noun())),
        }
    }

    /// Returns the refusal of a value that does not fit: that of the API's rule if it has one.
    fn refusal(&self, value: &Value) -> Option<CallRefusal> {
        let fault = self.fault(value)?;
        let by_api = value.as_str().and_then(|text| refused_by_api(self.name, text));
        Some(match by_api {
            Some(error) => CallRefusal::from(&error),
            None => refused(ProblemKind::InvalidInput, self.name, &fault),
        })
    }

    /// Returns the refusal of a call without the argument.
    fn missing(&self) -> CallRefusal {
        let kind = match self.name {
            "domain" | "license_number" => ProblemKind::MissingRequiredParameter,
            _ => ProblemKind::InvalidInput,
        };
        let suggestion = format!("Send {}. {}.", self.name, self.description);
        CallRefusal { suggestion: Some(suggestion), ..refused(kind, self.name, "is missing") }
    }
}

/// Returns why the API refuses a text whose length does not fit the schema; `None` for an argument whose
/// length the schema alone limits, or if the API's rule accepts the text.
fn refused_by_api(name: &str, text: &str) -> Option<RequestError> {
    match name {
        "domain" => request::domain(text).err(),
        "license_number" => request::licence_number(text).err(),
        "operator" => request::slug(text).err(),
        "license_id" => request::licence_id(text).err(),
        "jurisdiction" => request::jurisdiction_code(text).err(),
        "as_of" => Some(RequestError::AsOf(InvalidAsOf::NoInstant(quoted(text)))),
        "since" => text.parse::<Timestamp>().err().map(|error| FeedError::from(error).into()),
        "cursor" => text.parse::<Cursor>().err().map(|error| FeedError::from(error).into()),
        _ => None,
    }
}

fn refused(kind: ProblemKind, name: &str, fault: &str) -> CallRefusal {
    let refusal = CallRefusal::new(kind, format!("The argument {name} {fault}."));
    CallRefusal { field: Some(name.to_owned()), ..refusal }
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Self::Text(..) | Self::Word(_) => "a text",
            Self::Texts(..) | Self::Words(_) => "a list of texts",
            Self::Number(..) => "a whole number",
            Self::Flag => "true or false",
        }
    }
}

/// Returns an integer as JSON Schema has it: `5.0` is one.
fn whole_number(value: &Value) -> Option<u64> {
    let float = || value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    // A number above the largest of the type counts as the largest.
    value.as_u64().or_else(|| float().map(|number| number as u64))
}

/// Returns the JSON Schema of the arguments of a tool.
pub(super) fn schema(arguments: &[Argument]) -> Map<String, Value> {
    let properties: Map<String, Value> =
        arguments.iter().map(|it| (it.name.to_owned(), it.schema())).collect();
    let required: Vec<&str> =
        arguments.iter().filter(|it| it.is_required).map(|it| it.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// The arguments of a call, which fit their declarations, with the defaults of numbers.
pub(super) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Returns the arguments, or the refusal of the first invalid one.
    pub(super) fn check(
        declared: &[Argument],
        mut values: Map<String, Value>,
    ) -> Result<Self, Box<CallRefusal>> {
        // Some clients send null for what they leave out.
        values.retain(|_, value| !value.is_null());
        if let Some(name) = values.keys().find(|name| declared.iter().all(|it| it.name != *name)) {
            let known: Vec<&str> = declared.iter().map(|it| it.name).collect();
            let known = known.join(", ");
            let fault = format!("is not an argument of this tool; it takes {known}");
            return Err(Box::new(refused(ProblemKind::InvalidInput, name, &fault)));
        }
        for argument in declared {
            let refusal = match values.get(argument.name) {
                Some(value) => argument.refusal(value),
                None => argument.is_required.then(|| argument.missing()),
            };
            if let Some(refusal) = refusal {
                return Err(Box::new(refusal));
            }
            if let Kind::Number(_, _, default) = argument.kind {
                values.entry(argument.name).or_insert(default.into());
            }
        }
        Ok(Self(values))
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).and_then(Value::as_str).map(str::to_owned)
    }

    pub(super) fn required(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    /// Returns a list of texts; an empty one without the argument.
    pub(super) fn texts(&self, name: &str) -> Vec<String> {
        let items = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        items.filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Returns a number, or its default.
    pub(super) fn number(&self, name: &str) -> u64 {
        self.0.get(name).and_then(whole_number).unwrap_or_default()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }
}
