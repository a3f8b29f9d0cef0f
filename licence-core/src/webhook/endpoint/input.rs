//! The bodies that create and change endpoints, read into what they say (specification 4.4).

use serde_json::{Map, Value};
use thiserror::Error;

use super::WebhookEndpoint;
use crate::UnknownWord;
use crate::event::EventName;
use crate::webhook::url_policy::{UrlError, UrlPolicy, WebhookUrl};

/// The longest description, in characters (specification 8).
pub const MAX_DESCRIPTION_CHARS: usize = 500;

/// What is wrong with a body.
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
        /// What it has to be.
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
    /// The member at fault.
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::NotAnObject => None,
            Self::Field { field, .. } => Some(field),
            Self::Event(_) => Some("events"),
            Self::Url(_) => Some("url"),
        }
    }
}

/// What a new endpoint shall be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointDraft {
    /// Where deliveries go; what its name resolves to is still to be judged.
    pub url: WebhookUrl,
    /// The events, each once.
    pub events: Vec<EventName>,
    /// Whether events of operators come only for those on the watchlist.
    pub watchlist_only: bool,
    /// What its owner says of it.
    pub description: Option<String>,
}

impl EndpointDraft {
    /// Reads the body of a creation. Members of other names are passed over.
    ///
    /// # Errors
    /// [`EndpointInputError`], the first in the order of the specification's members.
    pub fn from_json(body: &[u8], policy: &UrlPolicy) -> Result<Self, EndpointInputError> {
        let body = object(body)?;
        let url = body.get("url").map(|it| url(it, policy)).unwrap_or(missing("url"))?;
        let events = body.get("events").map(events).unwrap_or(missing("events"))?;
        let watchlist_only = flag(&body, "watchlist_only")?.unwrap_or(true);
        let description = body.get("description").map(description).transpose()?.flatten();
        Ok(Self { url, events, watchlist_only, description })
    }
}

/// What a change of an endpoint says; `None` leaves a member as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointChange {
    /// Where deliveries go; what its name resolves to is still to be judged.
    pub url: Option<WebhookUrl>,
    /// The events, each once.
    pub events: Option<Vec<EventName>>,
    /// Whether it gets new deliveries.
    pub active: Option<bool>,
    /// Whether events of operators come only for those on the watchlist.
    pub watchlist_only: Option<bool>,
    /// What its owner says of it; `Some(None)` clears it.
    pub description: Option<Option<String>>,
}

impl EndpointChange {
    /// Reads the body of a change. Members of other names are passed over.
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

    /// The endpoint after the change.
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

fn object(body: &[u8]) -> Result<Map<String, Value>, EndpointInputError> {
    serde_json::from_slice(body).map_err(|_| EndpointInputError::NotAnObject)
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
        // PostgreSQL keeps no text that holds one.
        Value::String(text) if text.contains('\0') => refused("description", "holds a NUL"),
        Value::String(text) => Ok(Some(text.clone())),
        _ => refused("description", "is a string or null"),
    }
}
