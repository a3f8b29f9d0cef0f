//! Replies: one serialisation, few headers.

use serde::Serialize;
use warp::http::StatusCode;
use warp::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use warp::hyper::body::{Body, Bytes};

use crate::problem::Problem;

/// A reply of the API.
pub type Response = warp::reply::Response;

/// The size most answers stay under, so that the buffer is not grown on the way.
const USUAL_BYTES: usize = 2048;

/// A JSON body with this status.
pub(crate) fn json<T: Serialize>(status: StatusCode, value: &T) -> Result<Response, Problem> {
    let mut bytes = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut bytes, value).map_err(Problem::internal)?;
    Ok(with_body(status, bytes))
}

/// A reply with an error body.
pub(crate) fn error<T: Serialize>(status: StatusCode, body: &T) -> Response {
    with_body(status, to_bytes(body))
}

/// The bytes of an error body, which holds nothing but texts.
pub(crate) fn to_bytes<T: Serialize>(body: &T) -> Vec<u8> {
    serde_json::to_vec(body).unwrap_or_default()
}

fn with_body(status: StatusCode, bytes: Vec<u8>) -> Response {
    let mut response = Response::new(Bytes::from(bytes).into());
    *response.status_mut() = status;
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
