//! What types say of themselves in the API's description where a derive cannot tell.

use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::event::EventId;
use crate::operator::{MAX_SLUG_CHARS, Slug};
use crate::time::Timestamp;

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        text()
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .pattern(Some(r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$"))
            .description(Some("An instant in UTC, to the millisecond."))
            .examples(["2026-11-01T06:00:00.000Z"])
            .into()
    }
}

impl ToSchema for Timestamp {}

impl PartialSchema for Slug {
    fn schema() -> RefOr<Schema> {
        text()
            .pattern(Some("^[a-z0-9-]+$"))
            .min_length(Some(1))
            .max_length(Some(MAX_SLUG_CHARS))
            .description(Some("An operator's name in addresses; it never changes once given."))
            .examples(["harbour-lantern-gaming-limited"])
            .into()
    }
}

impl ToSchema for Slug {}

impl PartialSchema for EventId {
    fn schema() -> RefOr<Schema> {
        text()
            .pattern(Some("^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$"))
            .description(Some("The id of an event; ids sort in the order of recording."))
            .examples(["evt_01K8YVQ5R0C7Q2W3E4R5T6Y7V8"])
            .into()
    }
}

impl ToSchema for EventId {}

/// A closed list: its doc comment, then each word with its own.
pub(crate) fn words(doc: &[&str], words: &[(&str, &[&str])]) -> RefOr<Schema> {
    let lines = words.iter().map(|(word, doc)| format!("- `{word}`: {}", joined(doc)));
    let list: Vec<String> = lines.collect();
    text()
        .enum_values(Some(words.iter().map(|(word, _)| *word)))
        .description(Some(format!("{}\n\n{}", joined(doc), list.join("\n"))))
        .into()
}

/// The first paragraph of a doc comment; what follows it (examples, say) is for Rust.
fn joined(doc: &[&str]) -> String {
    let lines = doc.iter().map(|line| line.trim()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::String))
}
