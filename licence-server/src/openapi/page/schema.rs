//! Schemas in words.

use serde::Serialize;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Object, SchemaType};
use utoipa::openapi::{Ref, RefOr, Schema, SchemaFormat};

use super::markup::{escape, markdown, table};

/// Returns the type of value that a schema allows, as HTML.
pub(super) fn kind(schema: &RefOr<Schema>) -> String {
    match schema {
        RefOr::Ref(reference) => link(reference),
        RefOr::T(Schema::Array(array)) => match &array.items {
            ArrayItems::RefOrSchema(items) => format!("array of {}", kind(items)),
            ArrayItems::False => "array".to_owned(),
        },
        RefOr::T(Schema::Object(object)) => object_kind(object),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().map(kind).collect::<Vec<_>>().join(" or "),
        RefOr::T(_) => "anything".to_owned(),
    }
}

fn link(reference: &Ref) -> String {
    let name = escape(reference.ref_location.rsplit('/').next().unwrap_or_default());
    format!("<a href=\"#schema-{name}\">{name}</a>")
}

fn object_kind(object: &Object) -> String {
    let mut words = type_names(&object.schema_type).join(" or ");
    if let Some(SchemaFormat::KnownFormat(format)) = &object.format {
        words.push_str(&format!(" ({})", word(format)));
    }
    if let Some(AdditionalProperties::RefOr(values)) = object.additional_properties.as_deref() {
        words.push_str(&format!(" of {}", kind(values)));
    }
    if let Some(values) = &object.enum_values {
        let values = values.iter().filter(|value| value.is_string());
        let values: Vec<_> = values.map(plain).collect();
        words.push_str(&format!(": {}", values.join(", ")));
    }
    words + &bounds(object)
}

fn bounds(object: &Object) -> String {
    let number = |number: &utoipa::Number| match number {
        utoipa::Number::Int(number) => number.to_string(),
        utoipa::Number::UInt(number) => number.to_string(),
        utoipa::Number::Float(number) => number.to_string(),
    };
    let mut bounds = String::new();
    for (word, bound) in [("from", &object.minimum), ("to", &object.maximum)] {
        bounds.extend(bound.as_ref().map(|bound| format!(" {word} {}", number(bound))));
    }
    bounds.extend(object.max_length.map(|most| format!(", at most {most} characters")));
    bounds.extend(object.default.as_ref().map(|value| format!(", by default {}", plain(value))));
    bounds
}

/// Returns a value as code, a text without its quotation marks.
pub(super) fn plain(value: &serde_json::Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    format!("<code>{}</code>", escape(&text))
}

fn type_names(kind: &SchemaType) -> Vec<String> {
    match kind {
        SchemaType::Type(kind) => vec![word(kind)],
        SchemaType::Array(kinds) => kinds.iter().map(word).collect(),
        SchemaType::AnyValue => vec!["anything".to_owned()],
    }
}

/// Returns the word that the document has for a type or a format.
fn word(value: &impl Serialize) -> String {
    let word = serde_json::to_value(value).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

/// Returns a schema of the components: its description and its members.
pub(super) fn article(name: &str, schema: &RefOr<Schema>) -> String {
    let (about, body) = match schema {
        RefOr::T(Schema::Object(object)) if object.properties.is_empty() => {
            (object.description.as_deref(), format!("<p>{}</p>\n", kind(schema)))
        }
        RefOr::T(Schema::Object(object)) => (object.description.as_deref(), members(object)),
        _ => (None, format!("<p>{}</p>\n", kind(schema))),
    };
    let (name, about) = (escape(name), markdown(about.unwrap_or_default()));
    format!("<article id=\"schema-{name}\">\n<h3>{name}</h3>\n{about}{body}</article>\n")
}

fn members(object: &Object) -> String {
    let row = |(name, schema): (&String, &RefOr<Schema>)| {
        let presence = if object.required.contains(name) { "always" } else { "sometimes" };
        let about = markdown(description(schema));
        vec![format!("<code>{}</code>", escape(name)), kind(schema), presence.to_owned(), about]
    };
    let rows: Vec<_> = object.properties.iter().map(row).collect();
    table(&["Member", "Type", "Present", "Meaning"], &rows)
}

fn description(schema: &RefOr<Schema>) -> &str {
    let text = match schema {
        RefOr::Ref(reference) => return &reference.description,
        RefOr::T(Schema::Object(object)) => &object.description,
        RefOr::T(Schema::Array(array)) => &array.description,
        RefOr::T(Schema::OneOf(one)) => &one.description,
        RefOr::T(_) => &None,
    };
    text.as_deref().unwrap_or_default()
}
