//! Who a client of the connector is: its id, and what its metadata say.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use url::Url;

use super::jwk::Jwks;
use super::redirect::{InvalidRedirect, check_redirect, redirect_matches};
use crate::connector::clean::clean_text;
use crate::text::quoted;
use crate::wire_enum::wire_enum;

/// The largest metadata document.
pub const MAX_DOCUMENT_BYTES: usize = 5 * 1024;
/// The most redirect addresses of a client.
pub const MAX_REDIRECTS: usize = 20;
/// The most characters of the id of a client.
pub const MAX_CLIENT_ID_CHARS: usize = 500;
/// The most characters of the name of a client.
pub const MAX_NAME_CHARS: usize = 80;

/// The shortest and the longest time for which a document counts as fresh, whatever its site says.
pub const DOCUMENT_FRESH: (Duration, Duration) =
    (Duration::from_secs(5 * 60), Duration::from_secs(24 * 3_600));
/// How long a document is used while the client's site does not answer.
pub const DOCUMENT_KEPT: Duration = Duration::from_secs(7 * 86_400);

wire_enum! {
    /// How the service knows a client.
    pub enum ClientKind: "kind of client" {
        /// By the document at the https address that is its id.
        Document = "document",
        /// The client registered itself, and nobody vouches for its name.
        Registered = "registered",
        /// An operator of the service added it.
        Added = "added",
    }
}

/// The id of a client.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClientId(pub String);

impl ClientId {
    /// Returns the address of the client's document if the id is one that may be fetched: https,
    /// with a path, without user, fragment and dot segments.
    pub fn document_address(&self) -> Option<&str> {
        let text = self.0.as_str();
        let url = Url::parse(text).ok().filter(|_| text.len() <= MAX_CLIENT_ID_CHARS)?;
        // A parser drops dot segments, so that an id with them would be a second name of one page.
        let is_normal = url.as_str() == text;
        let is_bare =
            url.fragment().is_none() && url.username().is_empty() && url.password().is_none();
        let encoded_dot = text.to_ascii_lowercase().contains("%2e");
        (url.scheme() == "https" && url.path() != "/" && is_normal && is_bare && !encoded_dot)
            .then_some(text)
    }

    /// Returns the host of the client's document.
    pub fn host(&self) -> Option<String> {
        Url::parse(self.document_address()?).ok()?.host_str().map(str::to_owned)
    }
}

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a client states about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientMetadata {
    /// Its name, which anybody may choose.
    pub client_name: Option<String>,
    /// Where codes may be sent.
    pub redirect_uris: Vec<String>,
    /// Whether the client may exchange codes without proving who it is.
    pub allows_none: bool,
    /// Where its keys are.
    pub jwks_uri: Option<String>,
    /// Its keys, if the metadata hold them.
    pub jwks: Option<Jwks>,
}

/// A client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// The id.
    pub id: ClientId,
    /// How the service knows it.
    pub kind: ClientKind,
    /// What it states about itself.
    pub metadata: ClientMetadata,
}

/// Why the metadata of a client are not used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidClient {
    /// The metadata are no JSON object, or too long.
    #[error("the metadata are no JSON object of at most {0} bytes")]
    NotAnObject(usize),
    /// The document is about another client.
    #[error("the client_id of the document is {0}, and must be the address of the document")]
    OtherId(String),
    /// A redirect address is not permitted.
    #[error(transparent)]
    Redirect(#[from] InvalidRedirect),
    /// There is no redirect address, or there are too many.
    #[error("redirect_uris must hold 1 to {MAX_REDIRECTS} texts")]
    Redirects,
    /// A member has a form or a value that the service does not take.
    #[error("{member} {fault}")]
    Member {
        /// Its name.
        member: &'static str,
        /// What is wrong with it.
        fault: &'static str,
    },
}

impl ClientMetadata {
    /// Returns the metadata of a document that was fetched from the address that is the id.
    ///
    /// # Errors
    /// [`InvalidClient`] names the member that breaks a rule.
    pub fn from_document(id: &ClientId, document: &[u8]) -> Result<Self, InvalidClient> {
        let members = parse_object(document, MAX_DOCUMENT_BYTES)?;
        let stated = members.get("client_id").and_then(Value::as_str).unwrap_or_default();
        if stated != id.0 {
            return Err(InvalidClient::OtherId(quoted(stated)));
        }
        if members.contains_key("client_secret") {
            return Err(member("client_secret", "must be absent, because the document is public"));
        }
        let method = "token_endpoint_auth_method";
        let allows_none = match text(&members, method)? {
            None | Some("none") => true,
            Some("private_key_jwt") => lists_none(&members),
            Some(_) => return Err(member(method, "must be none or private_key_jwt")),
        };
        let jwks_uri = text(&members, "jwks_uri")?.map(str::to_owned);
        if jwks_uri.as_ref().is_some_and(|it| !it.starts_with("https://")) {
            return Err(member("jwks_uri", "must be an https address"));
        }
        let jwks = members.get("jwks").map(Jwks::from_value);
        if !allows_none && jwks_uri.is_none() && jwks.is_none() {
            return Err(member("jwks_uri", "is missing, and private_key_jwt needs keys"));
        }
        Ok(Self { allows_none, jwks_uri, jwks, ..Self::public(&members)? })
    }

    /// Returns the metadata that a public client needs: its name and redirect addresses.
    pub(super) fn public(members: &Map<String, Value>) -> Result<Self, InvalidClient> {
        let redirects = members.get("redirect_uris").and_then(Value::as_array);
        let redirects = redirects.ok_or(InvalidClient::Redirects)?.iter().map(Value::as_str);
        let redirects: Option<Vec<&str>> = redirects.collect();
        require_member(members, "grant_types", "authorization_code")?;
        require_member(members, "response_types", "code")?;
        Self::new(text(members, "client_name")?, &redirects.ok_or(InvalidClient::Redirects)?)
    }

    /// Returns the metadata of a client with this name and these redirect addresses.
    ///
    /// # Errors
    /// [`InvalidClient`] for no address, too many, or one that is not permitted.
    pub fn new(name: Option<&str>, redirects: &[&str]) -> Result<Self, InvalidClient> {
        if !(1..=MAX_REDIRECTS).contains(&redirects.len()) {
            return Err(InvalidClient::Redirects);
        }
        redirects.iter().try_for_each(|address| check_redirect(address))?;
        let name = name.map(|name| clean_text(name, MAX_NAME_CHARS)).filter(|it| !it.is_empty());
        let redirect_uris = redirects.iter().map(|&address| address.to_owned()).collect();
        Ok(Self { client_name: name, redirect_uris, allows_none: true, jwks_uri: None, jwks: None })
    }

    /// Returns whether a code may be sent to an address.
    pub fn allows_redirect(&self, requested: &str) -> bool {
        self.redirect_uris.iter().any(|stated| redirect_matches(stated, requested))
    }
}

pub(super) fn parse_object(body: &[u8], limit: usize) -> Result<Map<String, Value>, InvalidClient> {
    let parsed = (body.len() <= limit).then(|| serde_json::from_slice(body).ok()).flatten();
    parsed.ok_or(InvalidClient::NotAnObject(limit))
}

fn member(member: &'static str, fault: &'static str) -> InvalidClient {
    InvalidClient::Member { member, fault }
}

fn text<'m>(
    members: &'m Map<String, Value>,
    name: &'static str,
) -> Result<Option<&'m str>, InvalidClient> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(member(name, "must be a text")),
    }
}

/// Returns whether a plural member lists the method `none`, as ChatGPT's document does.
fn lists_none(members: &Map<String, Value>) -> bool {
    ["token_endpoint_auth_methods", "token_endpoint_auth_methods_supported"].iter().any(|name| {
        let methods = members.get(*name).and_then(Value::as_array).into_iter().flatten();
        methods.into_iter().any(|method| method == "none")
    })
}

fn require_member(
    members: &Map<String, Value>,
    name: &'static str,
    needed: &str,
) -> Result<(), InvalidClient> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(()),
        Some(Value::Array(words)) if words.iter().any(|word| word == needed) => Ok(()),
        Some(_) => Err(member(name, "lacks the one that the service uses")),
    }
}

#[cfg(test)]
mod tests;
