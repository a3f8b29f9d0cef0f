//! Parses the bodies that create and change endpoints (specification 4.4).

use std::fmt;

use serde::Serialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use thiserror::Error;

use super::WebhookEndpoint;
use crate::UnknownWord;
use crate::event::EventName;
use crate::webhook::url_policy::{UrlError, UrlPolicy, WebhookUrl};

/// The longest description, in characters (specification 8).
pub const MAX_DESCRIPTION_CHARS: usize = 500;

/// Why a body is refused.
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndpointInputError {
    /// It is no JSON object.
    #[error("the body is not a JSON object")]
    NotAnObject,
    /// A member is missing or of another form.
    #[error("{field} {rule}")]
    Field {
        /// The member.
        field: &'static str,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// An unknown event name.
    #[error(transparent)]
    Event(#[from] UnknownWord),
    /// The URL is refused.
    #[error(transparent)]
    Url(#[from] UrlError),
}

impl EndpointInputError {
    /// Returns the name of the invalid member.
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::NotAnObject => None,
            Self::Field { field, .. } => Some(field),
            Self::Event(_) => Some("events"),
            Self::Url(_) => Some("url"),
        }
    }
}

/// Whether a new endpoint gets events of operators only for those on the watchlist, if its body
/// does not say so.
pub const DEFAULT_WATCHLIST_ONLY: bool = true;

/// A new endpoint.
// The body of `POST /v1/webhooks`, stated once: `from_json` reads it, the description of the API
// shows it, and clients write it with a URL and events that the server has still to check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = WebhookCreationRequest, bound = ""))]
pub struct EndpointDraft<Url = WebhookUrl, Event = EventName> {
    /// Where deliveries go: https, a host of the public internet.
    // What the name of the host resolves to is still to be judged.
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = String, format = "uri", max_length = 2048)
    )]
    pub url: Url,
    /// The events that the endpoint receives.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<EventName>, min_items = 1))]
    pub events: Vec<Event>,
    /// Whether events of operators come only for those on the watchlist.
    #[serde(skip_serializing_if = "is_default_watchlist_only")]
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Option<bool>, default = true, nullable = false)
    )]
    pub watchlist_only: bool,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_length = 500))]
    pub description: Option<String>,
}

fn is_default_watchlist_only(value: &bool) -> bool {
    *value == DEFAULT_WATCHLIST_ONLY
}

impl EndpointDraft {
    /// Parses the body of a creation. Unknown members are ignored; a known one is given once.
    ///
    /// # Errors
    /// [`EndpointInputError`], the first in the order of the specification's members.
    pub fn from_json(body: &[u8], policy: &UrlPolicy) -> Result<Self, EndpointInputError> {
        let body = object(body)?;
        let url = body.get("url").map(|it| url(it, policy)).unwrap_or(missing("url"))?;
        let events = body.get("events").map(events).unwrap_or(missing("events"))?;
        let watchlist_only = flag(&body, "watchlist_only")?.unwrap_or(DEFAULT_WATCHLIST_ONLY);
        let description = body.get("description").map(description).transpose()?.flatten();
        Ok(Self { url, events, watchlist_only, description })
    }
}

/// What to change; what is left out stays as it is.
// The body of `PATCH /v1/webhooks/{id}`, stated once like `EndpointDraft`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = WebhookChangeRequest, bound = ""))]
pub struct EndpointChange<Url = WebhookUrl, Event = EventName> {
    /// Where deliveries go: https, a host of the public internet.
    // What the name of the host resolves to is still to be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Option<String>, format = "uri", max_length = 2048, nullable = false)
    )]
    pub url: Option<Url>,
    /// The events that the endpoint receives.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Option<Vec<EventName>>, min_items = 1, nullable = false)
    )]
    pub events: Option<Vec<Event>>,
    /// Whether it gets deliveries; while it does not, pending ones wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub active: Option<bool>,
    /// Whether events of operators come only for those on the watchlist.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub watchlist_only: Option<bool>,
    /// What it is for; null clears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, max_length = 500))]
    pub description: Option<Option<String>>,
}

impl<Url, Event> Default for EndpointChange<Url, Event> {
    fn default() -> Self {
        Self { url: None, events: None, active: None, watchlist_only: None, description: None }
    }
}

impl EndpointChange {
    /// Parses the body of a change. Unknown members are ignored; a known one is given once.
    ///
    /// # Errors
    /// [`EndpointInputError`], the first in the order of the specification's members.
    pub fn from_json(body: &[u8], policy: &UrlPolicy) -> Result<Self, EndpointInputError> {
        let body = object(body)?;
        Ok(Self {
            url: body.get("url").map(|it| url(it, policy)).transpose()?,
            events: body.get("events").map(events).transpose()?,
            active: flag(&body, "active")?,
            watchlist_only: flag(&body, "watchlist_only")?,
            description: body.get("description").map(description).transpose()?,
        })
    }

    /// Returns the endpoint after the change.
    pub fn apply(self, endpoint: WebhookEndpoint) -> WebhookEndpoint {
        WebhookEndpoint {
            url: self.url.map_or(endpoint.url, |url| url.as_str().to_owned()),
            events: self.events.unwrap_or(endpoint.events),
            active: self.active.unwrap_or(endpoint.active),
            watchlist_only: self.watchlist_only.unwrap_or(endpoint.watchlist_only),
            description: self.description.unwrap_or(endpoint.description),
            ..endpoint
        }
    }
}

const MEMBERS: [&str; 5] = ["url", "events", "active", "watchlist_only", "description"];

fn object(body: &[u8]) -> Result<Map<String, Value>, EndpointInputError> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let object = json.deserialize_map(Object::default());
    let object = object.and_then(|object| json.end().map(|()| object));
    match object.map_err(|_| EndpointInputError::NotAnObject)? {
        Object { doubled: Some(field), .. } => refused(field, "is given twice"),
        Object { members, .. } => Ok(members),
    }
}

/// A JSON object, and the first member of a body that it has twice.
#[derive(Default)]
struct Object {
    members: Map<String, Value>,
    doubled: Option<&'static str>,
}

impl<'de> Visitor<'de> for Object {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self, A::Error> {
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            let known = MEMBERS.into_iter().find(|member| *member == name);
            if self.members.insert(name, value).is_some() {
                self.doubled = self.doubled.or(known);
            }
        }
        Ok(self)
    }
}

fn missing<T>(field: &'static str) -> Result<T, EndpointInputError> {
    refused(field, "is missing")
}

fn refused<T>(field: &'static str, rule: &'static str) -> Result<T, EndpointInputError> {
    Err(EndpointInputError::Field { field, rule })
}

fn url(value: &Value, policy: &UrlPolicy) -> Result<WebhookUrl, EndpointInputError> {
    match value.as_str() {
        Some(text) => Ok(policy.parse(text)?),
        None => refused("url", "is a string"),
    }
}

fn events(value: &Value) -> Result<Vec<EventName>, EndpointInputError> {
    let names = match value.as_array() {
        Some(names) if !names.is_empty() => names,
        Some(_) => return refused("events", "has at least one event name"),
        None => return refused("events", "is an array of event names"),
    };
    let mut events = Vec::new();
    for name in names {
        let Some(name) = name.as_str() else { return refused("events", "has strings only") };
        let event: EventName = name.parse()?;
        if !events.contains(&event) {
            events.push(event);
        }
    }
    Ok(events)
}

fn flag(
    body: &Map<String, Value>,
    field: &'static str,
) -> Result<Option<bool>, EndpointInputError> {
    match body.get(field) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => refused(field, "is true or false"),
    }
}

fn description(value: &Value) -> Result<Option<String>, EndpointInputError> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if text.chars().count() > MAX_DESCRIPTION_CHARS => {
            refused("description", "is at most 500 characters long")
        }
        // PostgreSQL stores no text with a NUL.
        Value::String(text) if text.contains('\0') => refused("description", "holds a NUL"),
        Value::String(text) => Ok(Some(text.clone())),
        _ => refused("description", "is a string or null"),
    }
}
