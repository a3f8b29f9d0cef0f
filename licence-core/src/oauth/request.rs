//! Authorization requests: what a client asks a member for, and how the answer is sent back.
//!
//! Until the client and its redirect address are proven, an error is a page: an answer to an address
//! that is not the client's would make the service a redirector for everybody.

use thiserror::Error;
use url::form_urlencoded;

use super::client::{Client, ClientId};
use super::metadata::ConnectorAddress;
use super::pkce::Challenge;
use super::redirect::with_parameters;
use super::scopes::Scopes;

/// The longest query of an authorization request.
pub const MAX_QUERY_BYTES: usize = 8 * 1024;
const MAX_VALUE_CHARS: usize = 2_000;
/// The parameters that the protocol gives a meaning. Others are ignored.
const KNOWN: [&str; 11] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "response_mode",
    "state",
    "scope",
    "resource",
    "code_challenge",
    "code_challenge_method",
    "request",
    "request_uri",
];

/// Why a request is answered by a page of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PageRefusal {
    /// The query is too long, or is not UTF-8.
    #[error("The request of the client is longer than 8 kB, or is not UTF-8.")]
    Unreadable,
    /// There is no client id, or there are two.
    #[error("The client does not say who it is: client_id must appear in the address once.")]
    ClientId,
    /// There is no redirect address, or there are two.
    #[error(
        "The client does not say where to answer: redirect_uri must appear in the address once."
    )]
    Redirect,
    /// The redirect address is none of the client's.
    #[error("The address to answer to is not one that the client has stated.")]
    ForeignRedirect,
}

/// An error that is sent to the client at its redirect address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectedError {
    /// Where the client takes answers.
    pub return_to: ReturnAddress,
    /// The code of the protocol.
    pub error: &'static str,
    /// What is wrong.
    pub description: &'static str,
}

impl RedirectedError {
    /// Returns the redirect address with the error.
    pub fn address(&self, connector: &ConnectorAddress) -> String {
        let error = [("error", self.error), ("error_description", self.description)];
        self.return_to.answer(connector, &error)
    }
}

/// Why a request cannot be put to the member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorizationRefusal {
    /// A page shows it to the member.
    Page(PageRefusal),
    /// It is sent to the client at its redirect address.
    Redirect(RedirectedError),
}

/// Where a client takes the answer: an address that is proven to be its own, and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnAddress {
    /// The redirect address, as the request gives it.
    pub redirect_uri: String,
    /// What the client wants back unchanged.
    pub state: Option<String>,
}

impl ReturnAddress {
    /// Returns the address with an answer: its parameters, the state, and the issuer (RFC 9207).
    pub fn answer(&self, connector: &ConnectorAddress, parameters: &[(&str, &str)]) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        let own = state.into_iter().chain([("iss", connector.issuer())]);
        let all: Vec<(&str, &str)> = parameters.iter().copied().chain(own).collect();
        with_parameters(&self.redirect_uri, &all)
    }
}

/// What a member is asked to consent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Where the answer goes.
    pub return_to: ReturnAddress,
    /// The proof that the client owes at the exchange.
    pub challenge: Challenge,
    /// What it asks for.
    pub scopes: Scopes,
}

/// The parameters of an authorization request, which names one client and one redirect address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationRequest {
    client_id: ClientId,
    redirect_uri: String,
    fields: Vec<(String, String)>,
}

impl AuthorizationRequest {
    /// Returns the request of a query.
    ///
    /// # Errors
    /// [`PageRefusal`]: nobody knows yet where an error could be sent.
    pub fn parse(query: &str) -> Result<Self, PageRefusal> {
        if query.len() > MAX_QUERY_BYTES {
            return Err(PageRefusal::Unreadable);
        }
        // A parameter without a value counts as absent (RFC 6749 section 3.1).
        let fields: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .filter(|(name, value)| KNOWN.contains(&name.as_str()) && !value.is_empty())
            .collect();
        if fields.iter().any(|(_, value)| value.contains(char::REPLACEMENT_CHARACTER)) {
            return Err(PageRefusal::Unreadable);
        }
        let client_id = only(&fields, "client_id").ok_or(PageRefusal::ClientId)?;
        let redirect_uri = only(&fields, "redirect_uri").ok_or(PageRefusal::Redirect)?;
        Ok(Self { client_id: ClientId(client_id), redirect_uri, fields })
    }

    /// Returns the client that the request names.
    pub fn client_id(&self) -> &ClientId {
        &self.client_id
    }

    /// Returns what to ask the member, once the client is known.
    ///
    /// # Errors
    /// [`AuthorizationRefusal`] says whether the browser or the client gets the error.
    pub fn judge(
        &self,
        client: &Client,
        connector: &ConnectorAddress,
    ) -> Result<Proposal, AuthorizationRefusal> {
        if client.id != self.client_id || !client.metadata.allows_redirect(&self.redirect_uri) {
            return Err(AuthorizationRefusal::Page(PageRefusal::ForeignRedirect));
        }
        let state = only(&self.fields, "state");
        let return_to = ReturnAddress { redirect_uri: self.redirect_uri.clone(), state };
        match self.parameters(connector) {
            Ok((challenge, scopes)) => Ok(Proposal { return_to, challenge, scopes }),
            Err((error, description)) => {
                let error = RedirectedError { return_to, error, description };
                Err(AuthorizationRefusal::Redirect(error))
            }
        }
    }

    fn parameters(
        &self,
        connector: &ConnectorAddress,
    ) -> Result<(Challenge, Scopes), (&'static str, &'static str)> {
        let invalid = |description| ("invalid_request", description);
        let count = |name: &str| self.fields.iter().filter(|(field, _)| field == name).count();
        if KNOWN.iter().any(|name| count(name) > 1) {
            return Err(invalid("a parameter appears in the request twice"));
        }
        if self.fields.iter().any(|(_, value)| value.len() > MAX_VALUE_CHARS) {
            return Err(invalid("a parameter has more than 2,000 bytes"));
        }
        if self.get("request").is_some() {
            return Err(("request_not_supported", "request objects are not supported"));
        }
        if self.get("request_uri").is_some() {
            return Err(("request_uri_not_supported", "request objects are not supported"));
        }
        match self.get("response_type") {
            Some("code") => {}
            Some(_) => return Err(("unsupported_response_type", "response_type must be code")),
            None => return Err(invalid("response_type is missing; it must be code")),
        }
        if self.get("response_mode").is_some_and(|mode| mode != "query") {
            return Err(invalid("response_mode must be query"));
        }
        if self.get("code_challenge_method") != Some("S256") {
            return Err(invalid("code_challenge_method must be S256"));
        }
        let challenge = self.get("code_challenge").and_then(Challenge::parse);
        let challenge =
            challenge.ok_or(invalid("code_challenge must be 43 characters of base64url"))?;
        if self.get("resource").is_some_and(|resource| !connector.is_resource(resource)) {
            return Err(("invalid_target", "resource must be the address of this connector"));
        }
        let scopes = Scopes::requested(self.get("scope"));
        let scopes = scopes.ok_or(("invalid_scope", "none of the scopes is known"))?;
        Ok((challenge, scopes))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// Returns the value of a parameter that appears in the query once.
fn only(fields: &[(String, String)], name: &str) -> Option<String> {
    let mut values = fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value);
    let first = values.next()?;
    values.next().is_none().then(|| first.clone())
}

#[cfg(test)]
mod tests;
