//! The files beside the pages.

use warp::http::header::{CONTENT_TYPE, HeaderValue};

use crate::dashboard::assets;
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::reply::Response;

/// `GET /assets/{name}`
pub(crate) async fn asset(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    assets::send(page_request.context.path(), page_request.context.headers())
}

/// `GET /robots.txt`: a check costs the quota of the crawler's network.
pub(crate) async fn robots(_: &PageRequest<'_>) -> Result<Response, PageError> {
    let mut response = Response::new("User-agent: *\nDisallow: /check\n".into());
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    Ok(response)
}
