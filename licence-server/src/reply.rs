//! Replies: one serialisation, few headers.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use serde::Serialize;
use warp::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH};
use warp::http::{HeaderMap, StatusCode};
use warp::hyper::body::{Body, Bytes};

use crate::problem::Problem;

/// No reply to a check has more headers, so that the map is not grown on the way.
const USUAL_HEADERS: usize = 20;

/// A reply of the API.
pub type Response = warp::reply::Response;

/// The size most answers stay under, so that the buffer is not grown on the way.
const USUAL_BYTES: usize = 2048;

/// A JSON body that is read again and again: with an `ETag`, so that a client that holds it need
/// not get it again.
pub(crate) fn json<T: Serialize>(value: &T) -> Result<Response, Problem> {
    let bytes = serialised(value)?;
    let tag = entity_tag(&bytes);
    let mut response = with_body(StatusCode::OK, bytes);
    response.headers_mut().insert(ETAG, tag);
    Ok(response)
}

/// A JSON body with this status that is never the same twice.
pub(crate) fn json_once<T: Serialize>(status: StatusCode, value: &T) -> Result<Response, Problem> {
    Ok(with_body(status, serialised(value)?))
}

/// Done, and nothing to say.
pub(crate) fn no_content() -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

fn serialised<T: Serialize>(value: &T) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut bytes, value).map_err(Problem::internal)?;
    Ok(bytes)
}

/// The same bytes have the same tag, on every server of one version; that differing ones share it
/// is as unlikely as two equal UUIDs. Nothing is proven by it, so it need not withstand an attacker,
/// and a cryptographic digest would cost more than the rest of a check. Weak, for the same answer may
/// be sent compressed.
pub(crate) fn entity_tag(bytes: &[u8]) -> HeaderValue {
    let [one, other] = [0, 1].map(|seed| FixedState::with_seed(seed).hash_one(bytes));
    let tag = format!("W/\"{one:016x}{other:016x}\"");
    HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// The reply, or 304 when the caller holds it already (RFC 9110, 13.1.2).
pub(crate) fn conditional(request_headers: &HeaderMap, mut response: Response) -> Response {
    let held = request_headers.get_all(IF_NONE_MATCH).into_iter();
    let Some(tag) = response.headers().get(ETAG).and_then(|tag| tag.to_str().ok()) else {
        return response;
    };
    let is_held = |value: &HeaderValue| {
        let tags = value.to_str().unwrap_or_default().split(',').map(str::trim);
        tags.into_iter().any(|held| held == "*" || opaque(held) == opaque(tag))
    };
    if response.status() == StatusCode::OK && held.into_iter().any(is_held) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Default::default();
        response.headers_mut().remove(CONTENT_TYPE);
    }
    response
}

/// A tag as it is compared: weak and strong alike.
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// A reply with these bytes of JSON.
pub(crate) fn with_body(status: StatusCode, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Bytes::from(bytes).into());
    *response.status_mut() = status;
    response.headers_mut().reserve(USUAL_HEADERS);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The same reply as `HEAD` gets it: the length is told, the body is not sent.
pub(crate) fn strip_body(response: &mut Response) {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    *response.body_mut() = Default::default();
}
