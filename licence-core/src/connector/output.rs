//! The schemas of structured content: which members each tool returns. Lists hold plain objects,
//! because clients flatten nested schemas badly.

use serde_json::{Map, Value, json};

use super::tool::Tool;

#[derive(Clone, Copy)]
enum Type {
    Text,
    TextOrNull,
    Flag,
    Number,
    NumberOrNull,
    Object,
    ObjectOrNull,
    /// An object that is returned at times: the whole body of the API on request, or what was left
    /// out of a content that would be too large.
    Optional,
    /// A list of objects.
    Rows,
    /// A list of texts.
    Texts,
}

use Type::*;

/// Returns the members that a tool returns.
const fn members(tool: Tool) -> &'static [(&'static str, Type)] {
    match tool {
        Tool::CheckDomain | Tool::CheckLicenceNumber => &[
            ("question", Object),
            ("verdict", Text),
            ("licensed", Flag),
            ("sentence", Text),
            ("match", ObjectOrNull),
            ("jurisdictions", Rows),
            ("as_of", ObjectOrNull),
            ("evidence", Object),
            ("alternatives", Rows),
            ("related_hosts", Rows),
            ("caveats", Texts),
            ("full", Optional),
            ("more", Optional),
        ],
        Tool::CheckDomains => &[
            ("count", Number),
            ("results", Rows),
            ("stale_jurisdictions", Texts),
            ("more", Optional),
        ],
        Tool::SearchOperators => {
            &[("total", Number), ("operators", Rows), ("next_offset", NumberOrNull)]
        }
        Tool::GetOperator => &[
            ("operator", Object),
            ("licences", Rows),
            ("domains", Rows),
            ("actions", Rows),
            ("more", Object),
        ],
        Tool::GetLicence => {
            &[("licence", Object), ("as_of", ObjectOrNull), ("history", Rows), ("more", Object)]
        }
        Tool::ListRegulatoryActions => {
            &[("total", Number), ("actions", Rows), ("next_offset", NumberOrNull)]
        }
        Tool::GetCoverage => &[("status", Text), ("registers", Rows), ("more", Optional)],
        Tool::ListWatchlist => &[
            ("count", Number),
            ("limit", NumberOrNull),
            ("operators", Rows),
            ("next_offset", NumberOrNull),
        ],
        Tool::ListWatchlistEvents => {
            &[("events", Rows), ("next_cursor", TextOrNull), ("has_more", Flag)]
        }
        Tool::WatchOperator => &[
            ("operator_slug", Text),
            ("already_watched", Flag),
            ("count", Number),
            ("limit", NumberOrNull),
        ],
        Tool::UnwatchOperator => &[
            ("operator_slug", Text),
            ("was_watched", Flag),
            ("count", Number),
            ("limit", NumberOrNull),
        ],
    }
}

impl Tool {
    /// Returns the JSON Schema of the structured content.
    pub fn output_schema(self) -> Map<String, Value> {
        let members = members(self);
        let properties: Map<String, Value> =
            members.iter().map(|(name, kind)| ((*name).to_owned(), kind.schema())).collect();
        let always = members.iter().filter(|(_, kind)| !matches!(kind, Optional));
        let required: Vec<&str> = always.map(|(name, _)| *name).collect();
        Map::from_iter([
            ("type".to_owned(), "object".into()),
            ("properties".to_owned(), properties.into()),
            ("required".to_owned(), required.into()),
            ("additionalProperties".to_owned(), false.into()),
        ])
    }
}

impl Type {
    fn schema(self) -> Value {
        match self {
            Text => json!({"type": "string"}),
            TextOrNull => json!({"type": ["string", "null"]}),
            Flag => json!({"type": "boolean"}),
            Number => json!({"type": "integer"}),
            NumberOrNull => json!({"type": ["integer", "null"]}),
            Object | Optional => json!({"type": "object"}),
            ObjectOrNull => json!({"type": ["object", "null"]}),
            Rows => json!({"type": "array", "items": {"type": "object"}}),
            Texts => json!({"type": "array", "items": {"type": "string"}}),
        }
    }
}
