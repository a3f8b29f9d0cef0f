//! The files beside the pages.

use crate::dashboard::assets;
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::reply::{self, Response};

/// `GET /assets/{name}`
pub(crate) async fn asset(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    assets::send(page_request.context.path(), page_request.context.headers())
}

/// `GET /robots.txt`: a check costs the quota of the crawler's network.
pub(crate) async fn robots(_: &PageRequest<'_>) -> Result<Response, PageError> {
    let rules = "User-agent: *\nDisallow: /check\n";
    Ok(reply::with_type("text/plain; charset=utf-8", rules))
}
