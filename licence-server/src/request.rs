//! The request context: a request as the routes see it, path and query decoded once.

mod escape;
mod query;

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{Empty, Full};
use licence_core::account::plan::Plans;
use licence_core::network::CallerNetwork;
use licence_core::request::quoted;
use licence_core::time::Timestamp;
use licence_store::Store;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use warp::http::header::{CONTENT_TYPE, HOST};
use warp::http::request::Parts;
use warp::http::uri::{PathAndQuery, Uri};
use warp::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use warp::hyper::body::Bytes;

use crate::body::{BodyError, Incoming};
use crate::client_address;
use crate::collector::AnsweredRequest;
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::state::AppState;

pub(crate) use escape::percent_encode;
pub(crate) use query::{Query, given_twice};

/// What the pipeline and the handlers know of one request.
pub struct RequestContext {
    state: Arc<AppState>,
    id: HeaderValue,
    method: Method,
    is_head: bool,
    uri: Uri,
    headers: HeaderMap,
    peer: SocketAddr,
    body: Incoming,
}

impl RequestContext {
    pub(crate) fn new(
        state: Arc<AppState>,
        id: HeaderValue,
        head: Parts,
        peer: SocketAddr,
        body: Incoming,
    ) -> Self {
        let is_head = head.method == Method::HEAD;
        Self {
            state,
            id,
            method: if is_head { Method::GET } else { head.method },
            is_head,
            uri: normalize(head.uri),
            headers: head.headers,
            peer,
            body,
        }
    }

    /// Returns the request that the filters take: it has nothing but the context, as an extension.
    pub(crate) fn request(context: &Arc<RequestContext>) -> Request<Empty<Bytes>> {
        let mut request = Request::new(Empty::new());
        request.extensions_mut().insert(Arc::clone(context));
        request
    }

    /// Returns the request that asks the API for what a tool of the connector asks: its body is JSON.
    pub(crate) fn for_api(&self, method: Method, uri: Uri, body: Vec<u8>) -> Self {
        Self {
            state: Arc::clone(&self.state),
            id: self.id.clone(),
            method,
            is_head: false,
            uri,
            headers: HeaderMap::new(),
            peer: self.peer,
            body: Incoming::new(Full::new(Bytes::from(body)), false),
        }
    }

    /// Returns the store.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// Returns the time, by the server's clock.
    pub fn now(&self) -> Timestamp {
        self.state.now()
    }

    /// Returns the request id, in the reply and the log.
    pub fn id(&self) -> &HeaderValue {
        &self.id
    }

    pub(crate) fn id_text(&self) -> &str {
        self.id.to_str().unwrap_or_default()
    }

    /// Returns the store that records acts with the address and the id of this request.
    pub(crate) fn recording_store(&self) -> Store {
        self.store().acting_for_request(self.client_address(), self.id_text())
    }

    /// Returns the method; `HEAD` is `GET` here.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Returns the path, in which only characters that need it are still escaped.
    pub fn path(&self) -> &str {
        self.uri.path()
    }

    /// Returns whether only the head of the answer is wanted.
    pub(crate) fn is_head(&self) -> bool {
        self.is_head
    }

    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns whether the body is a form, as a browser sends it.
    pub(crate) fn has_form(&self) -> bool {
        let media_type = self.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        media_type.is_some_and(|it| it.starts_with(b"application/x-www-form-urlencoded"))
    }

    /// Returns the time of an injected clock, in tests. Windows are then counted by it, even where
    /// servers share a clock.
    pub(crate) fn injected_time(&self) -> Option<Timestamp> {
        self.state.is_clock_injected.then(|| self.now())
    }

    pub(crate) fn plans(&self) -> &Plans {
        &self.state.plans
    }

    /// Returns the public address of this server, without a slash at its end.
    pub(crate) fn base_url(&self) -> &str {
        &self.state.base_url
    }

    /// Refuses the request while the database server is away: a query would wait for it.
    pub(crate) fn require_database(&self) -> Result<(), Problem> {
        match self.store().is_database_away() {
            true => Err(Problem::database_away()),
            false => Ok(()),
        }
    }

    /// Records that the database server is away if that is the problem, so that the next requests do
    /// not wait to find out.
    pub(crate) fn note_outage(&self, problem: &Problem) {
        if problem.is_of_absent_database() {
            self.store().note_database_away();
        }
    }

    /// Returns the state that all requests share.
    pub(crate) fn state(&self) -> &Arc<AppState> {
        &self.state
    }

    pub(crate) fn client_address(&self) -> IpAddr {
        client_address::resolve(self.peer.ip(), &self.headers, &self.state.trusted_proxies)
    }

    /// Returns whether the request comes from a proxy that is trusted, which may rewrite `Host`.
    pub(crate) fn is_from_proxy(&self) -> bool {
        self.state.trusted_proxies.iter().any(|it| it.contains(&self.peer.ip().to_canonical()))
    }

    /// Returns what the span of the request says, once it is answered.
    pub(crate) fn answered(
        &self,
        operation: &'static str,
        status: StatusCode,
        took: Duration,
    ) -> AnsweredRequest<'_> {
        let proxy_headers = self.is_from_proxy().then_some(&self.headers);
        AnsweredRequest {
            operation,
            method: &self.method,
            status,
            took,
            id: &self.id,
            proxy_headers,
        }
    }

    pub(crate) fn authority(&self) -> Option<&str> {
        let header = self.headers.get(HOST).and_then(|host| host.to_str().ok());
        header.or(self.uri.authority().map(|authority| authority.as_str()))
    }

    /// Returns the network that the caller is counted by.
    pub(crate) fn client_network(&self) -> CallerNetwork {
        self.client_address().into()
    }

    /// Returns the parameter in the path, decoded; empty where the path has none. A parameter that
    /// cannot be decoded stays as it is; its route refuses it because of the percent sign.
    pub(crate) fn segment(&self) -> Cow<'_, str> {
        let found = Endpoint::at_path(self.path()).next();
        Self::decoded(found.map_or("", |(_, segment)| segment))
    }

    /// Returns a segment of the path, decoded. One that cannot be decoded stays as it is.
    pub(crate) fn decoded(segment: &str) -> Cow<'_, str> {
        escape::decode(segment, false).unwrap_or(Cow::Borrowed(segment))
    }

    /// Returns the query as it came, without its question mark.
    pub(crate) fn raw_query(&self) -> &str {
        self.uri.query().unwrap_or_default()
    }

    /// Returns the path with its query as they came.
    pub(crate) fn path_and_query(&self) -> String {
        self.uri.path_and_query().map_or_else(String::new, |it| it.as_str().to_owned())
    }

    /// Parses the body as a JSON object with this member alone; `what` describes that object.
    pub(crate) async fn json<T: DeserializeOwned>(
        &self,
        limit: usize,
        member: &str,
        what: &'static str,
    ) -> Result<T, Problem> {
        let refused = |why: String| {
            Problem::invalid_input(format!("The body is not {what}: {why}."))
                .suggesting(format!("Send {what} as JSON."))
        };
        let bytes = self.bytes(limit).await?;
        // An array would be taken for the members in their order.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return Err(refused("it is an array".to_owned()));
        }
        serde_json::from_slice(&bytes).map_err(|error| {
            let problem = refused(error.to_string());
            match field_at_fault(&bytes, member) {
                Some(name) => problem.in_field(name),
                None => problem,
            }
        })
    }

    /// Reads the body. The errors are those of the API.
    pub(crate) async fn bytes(&self, limit: usize) -> Result<Vec<u8>, Problem> {
        Ok(self.read_body(limit).await?)
    }

    /// Reads the body, for a protocol that words its own refusals.
    pub(crate) async fn read_body(&self, limit: usize) -> Result<Vec<u8>, BodyError> {
        self.body.read(limit, &self.state.limits).await
    }

    /// Discards the body if no route read it.
    pub(crate) fn discard_body(&self) {
        self.body.discard(&self.state.limits);
    }

    /// Returns the query parameters, decoded.
    pub(crate) fn query(&self) -> Result<Query<'_>, Problem> {
        Query::parse(self.raw_query())
    }

    /// Returns the problem of a path without a route: it cannot be decoded, or names nothing.
    pub(crate) fn no_route(&self) -> Problem {
        match escape::decode(self.path(), false) {
            Ok(_) => Problem::route_not_found(self.path()),
            Err(flaw) => {
                let path = quoted(self.path());
                Problem::invalid_input(format!("The path {path} holds {flaw}."))
            }
        }
    }
}

/// Removes needless escapes from the path, because the filters compare text and `/v1/%63heck` is
/// `/v1/check` (RFC 3986, 6.2.2.2).
fn normalize(uri: Uri) -> Uri {
    if !uri.path().contains('%') {
        return uri;
    }
    let path = escape::unescape_unreserved(uri.path());
    let plain = match uri.query() {
        Some(query) => PathAndQuery::try_from(format!("{path}?{query}")),
        None => PathAndQuery::try_from(path),
    };
    plain.map(Uri::from).unwrap_or(uri)
}

/// The longest member name that an error repeats, in bytes.
const LONGEST_NAME: usize = 64;

/// Returns the member at fault in an object that should have this one: another one, or this one.
fn field_at_fault(body: &[u8], member: &str) -> Option<String> {
    let body: Map<String, Value> = serde_json::from_slice(body).ok()?;
    let other = body.into_iter().map(|(name, _)| name).find(|name| name != member);
    Some(other.unwrap_or_else(|| member.to_owned())).filter(|name| name.len() <= LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needless_escapes_leave_the_path_and_nothing_else() {
        for (uri, expected) in [
            ("/v1/check?domain=%61.example", "/v1/check?domain=%61.example"),
            ("/v1/%63heck?domain=%61.example", "/v1/check?domain=%61.example"),
            ("/v1/%2D%2e%5F%7e", "/v1/-._~"),
            ("/v1%2Fcheck", "/v1%2Fcheck"),
            ("/v1/%FF%zz%", "/v1/%FF%zz%"),
            ("http://host.example/%61", "/a"),
        ] {
            assert_eq!(normalize(uri.parse().unwrap()), *expected, "{uri}");
        }
    }
}
