//! Replies that are no pages.

use warp::http::StatusCode;
use warp::http::header::{HeaderValue, LOCATION};

use crate::reply::Response;

/// Returns a reply that leads the browser to another page (303).
pub(super) fn see_other(path: &str) -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    let path = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, path);
    response
}
