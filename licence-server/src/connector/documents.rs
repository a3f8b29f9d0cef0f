//! The documents that clients read before they have a token.

use licence_core::connector;
use licence_core::oauth::ConnectorAddress;
use serde_json::Value;
use warp::http::StatusCode;
use warp::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};

use crate::reply::{self, Response};
use crate::request::RequestContext;

const FIVE_MINUTES: HeaderValue = HeaderValue::from_static("max-age=300");

/// Returns the document about the resource.
pub(super) fn protected_resource(
    context: &RequestContext,
    connector: &ConnectorAddress,
) -> Response {
    json(&connector.protected_resource(&format!("{}/docs", context.base_url())))
}

/// Returns the document about the authorization server.
pub(super) fn authorization_server(connector: &ConnectorAddress) -> Response {
    json(&connector.authorization_server())
}

/// Returns the connector in words.
pub(super) fn llms(address: &ConnectorAddress) -> Response {
    let mut response = Response::new(connector::llms_text(&address.resource()).into());
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response.headers_mut().insert(CACHE_CONTROL, FIVE_MINUTES);
    response
}

/// Returns the server card.
pub(super) fn server_card(address: &ConnectorAddress) -> Response {
    json(&connector::server_card(&address.resource(), env!("CARGO_PKG_VERSION")))
}

fn json(document: &Value) -> Response {
    let mut response = reply::with_body(StatusCode::OK, document.to_string().into_bytes());
    response.headers_mut().insert(CACHE_CONTROL, FIVE_MINUTES);
    response
}
