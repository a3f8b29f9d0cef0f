//! Replies: JSON, `ETag`s and empty bodies.

use std::hash::BuildHasher;

use foldhash::quality::FixedState;
use serde::Serialize;
use serde_json::Value;
use warp::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, VARY};
use warp::http::{HeaderMap, StatusCode};
use warp::hyper::body::{Body, Bytes};

use crate::problem::Problem;

/// Room for the headers of every reply to a check, so that the map does not grow.
const USUAL_HEADERS: usize = 20;

/// Marks a reply that is sent uncompressed: its `ETag` is the SHA-256 of its bytes, or it shows a
/// secret.
#[derive(Clone, Copy)]
pub(crate) struct Uncompressed;

/// A reply of the API.
pub type Response = warp::reply::Response;

/// The reply of a handler, or the problem that refuses or fails its request.
pub(crate) type ReplyResult = Result<Response, Problem>;

/// Room for most answers, so that the buffer does not grow.
const USUAL_BYTES: usize = 2048;

const HEXADECIMAL: [u8; 16] = *b"0123456789abcdef";

/// Returns a reply with a JSON body that clients read repeatedly. Its `ETag` saves a client that has
/// the body from reading it again.
pub(crate) fn json<T: Serialize>(value: &T) -> ReplyResult {
    let bytes = serialised(value)?;
    let tag = entity_tag(&bytes);
    let mut response = with_body(StatusCode::OK, bytes);
    response.headers_mut().insert(ETAG, tag);
    Ok(response)
}

/// Returns a reply with this status and a JSON body that is never the same twice.
pub(crate) fn json_once<T: Serialize>(status: StatusCode, value: &T) -> ReplyResult {
    Ok(with_body(status, serialised(value)?))
}

/// Returns a reply without a body.
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

/// Returns the tag of a body. Equal bytes have the same tag on every server of one version; two
/// answers to one question share it once in 2^64. The tag proves nothing, so it need not withstand
/// an attacker, and a cryptographic digest would cost more than the rest of a check. It is weak,
/// because the same answer may be sent compressed.
pub(crate) fn entity_tag(bytes: &[u8]) -> HeaderValue {
    let hash = FixedState::with_seed(0).hash_one(bytes);
    let mut tag = *b"W/\"0000000000000000\"";
    // `format!` costs more than the hash.
    for (digit, byte) in tag[3..19].chunks_exact_mut(2).zip(hash.to_be_bytes()) {
        digit[0] = HEXADECIMAL[usize::from(byte >> 4)];
        digit[1] = HEXADECIMAL[usize::from(byte & 15)];
    }
    HeaderValue::from_bytes(&tag).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Returns 16 hexadecimal digits that differ for other bytes, for names of files.
pub(crate) fn short_hash(bytes: &[u8]) -> String {
    format!("{:016x}", FixedState::with_seed(0).hash_one(bytes))
}

/// Returns the reply, or 304 if the caller has it already (RFC 9110, 13.1.2).
pub(crate) fn conditional(request_headers: &HeaderMap, mut response: Response) -> Response {
    if !request_headers.contains_key(IF_NONE_MATCH) {
        return response;
    }
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
        // The answer itself may vary, and the 304 says what it would say (RFC 9110, 15.4.5).
        vary_by_encoding(&mut response);
    }
    response
}

/// Says that a reply is sent compressed to those who accept that. One that has `Vary` says so.
pub(crate) fn vary_by_encoding(response: &mut Response) {
    if !response.headers().contains_key(VARY) {
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
}

/// Returns the part of a tag that is compared: weak and strong tags are alike.
fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Returns a reply with these bytes of a media type.
pub(crate) fn with_type(media_type: &'static str, bytes: impl Into<Bytes>) -> Response {
    let bytes: Bytes = bytes.into();
    let mut response = Response::new(bytes.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

/// Returns a reply with this status and value of JSON.
pub(crate) fn with_value(status: StatusCode, value: &Value) -> Response {
    with_body(status, value.to_string().into_bytes())
}

/// Returns a reply with these bytes of JSON.
pub(crate) fn with_body(status: StatusCode, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Bytes::from(bytes).into());
    *response.status_mut() = status;
    response.headers_mut().reserve(USUAL_HEADERS);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Turns a reply into the reply to `HEAD`, which has the length of the body and not the body. A reply
/// that is compressed while it is sent has no length (RFC 9110, 8.6).
pub(crate) fn strip_body(response: &mut Response, is_compressed: bool) {
    let length = response.body().size_hint().exact();
    // A 304 has no body, and a length would be that of the whole answer.
    let has_length = !is_compressed && response.status() != StatusCode::NOT_MODIFIED;
    if let Some(length) = length.filter(|_| has_length) {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    *response.body_mut() = Default::default();
}
