//! Redirects, files, and the header that keeps a page out of search engines.

use warp::http::StatusCode;
use warp::http::header::{CONTENT_DISPOSITION, HeaderName, HeaderValue, LOCATION};

use super::page_error::{PageError, PageResult};
use crate::reply::{self, Response};

/// Returns a reply that leads the browser to another page (303).
pub(super) fn see_other(path: &str) -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    let path = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, path);
    response
}

pub(super) fn see_other_if(is_changed: bool, path: &str) -> PageResult {
    is_changed.then(|| see_other(path)).ok_or_else(PageError::not_found)
}

/// Returns a file of this name, which has no character that a header would need to quote.
pub(super) fn attachment(name: &str, media_type: &'static str, content: Vec<u8>) -> Response {
    let mut response = reply::with_type(media_type, content);
    if let Ok(name) = HeaderValue::try_from(format!("attachment; filename={name}")) {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    response
}

/// Returns a reply that search engines do not list.
pub(super) fn unindexed(mut response: Response) -> Response {
    let robots = HeaderName::from_static("x-robots-tag");
    response.headers_mut().insert(robots, HeaderValue::from_static("noindex"));
    response
}
