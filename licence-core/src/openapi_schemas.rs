//! OpenAPI schemas of the types for which a derive would describe the wrong form.

mod words;

pub(crate) use words::closed_list;

use utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use crate::event::EventId;
use crate::operator::{MAX_SLUG_CHARS, Slug};
use crate::time::Timestamp;
use words::text;

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
