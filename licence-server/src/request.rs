//! A request as the routes see it: path and query, decoded once.

mod escape;
mod query;

use std::sync::Arc;

use http_body_util::Empty;
use licence_core::time::Timestamp;
use licence_store::Store;
use warp::http::request::Parts;
use warp::http::uri::{PathAndQuery, Uri};
use warp::http::{HeaderValue, Method, Request};
use warp::hyper::body::Bytes;

use crate::problem::{Problem, Row, shown};
use crate::state::AppState;

pub(crate) use query::Query;

/// One request on its way through the house.
pub struct Visit {
    state: Arc<AppState>,
    id: HeaderValue,
    method: Method,
    uri: Uri,
}

impl Visit {
    pub(crate) fn new(state: Arc<AppState>, id: HeaderValue, head: Parts) -> Self {
        let method = if head.method == Method::HEAD { Method::GET } else { head.method };
        Self { state, id, method, uri: plain(head.uri) }
    }

    /// The request that the filters match; it carries the visit as an extension.
    pub(crate) fn request(visit: &Arc<Visit>) -> Request<Empty<Bytes>> {
        let mut request = Request::new(Empty::new());
        *request.uri_mut() = visit.uri.clone();
        request.extensions_mut().insert(Arc::clone(visit));
        request
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// The time, by the server's clock.
    pub fn now(&self) -> Timestamp {
        self.state.now()
    }

    /// The name of this request in the reply and the log.
    pub fn id(&self) -> &HeaderValue {
        &self.id
    }

    /// The method; `HEAD` is `GET` here.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The path, in which only characters that need it are still escaped.
    pub fn path(&self) -> &str {
        self.uri.path()
    }

    /// The parameters, decoded.
    pub(crate) fn query(&self) -> Result<Query<'_>, Problem> {
        Query::parse(self.uri.query().unwrap_or_default())
    }

    /// Why no route has this path: it cannot be read, or it names nothing.
    pub(crate) fn no_route(&self) -> Problem {
        match escape::decode(self.path(), false) {
            Ok(_) => Problem::route_not_found(self.path()),
            Err(flaw) => {
                let path = shown(self.path());
                Problem::new(Row::InvalidInput, format!("The path {path} holds {flaw}."))
            }
        }
    }
}

/// The same URI without needless escapes in its path: the filters compare text, and
/// `/v1/%63heck` is `/v1/check` (RFC 3986, 6.2.2.2).
fn plain(uri: Uri) -> Uri {
    if !uri.path().contains('%') {
        return uri;
    }
    let path = escape::without_needless(uri.path());
    let plain = match uri.query() {
        Some(query) => PathAndQuery::try_from(format!("{path}?{query}")),
        None => PathAndQuery::try_from(path),
    };
    plain.map(Uri::from).unwrap_or(uri)
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
            assert_eq!(plain(uri.parse().unwrap()), *expected, "{uri}");
        }
    }
}
