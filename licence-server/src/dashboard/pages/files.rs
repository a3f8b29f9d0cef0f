//! The files beside the pages. The names of style, script and icon hold their hash, so browsers keep
//! them for good.

use std::sync::LazyLock;

use warp::http::header::{CACHE_CONTROL, HeaderValue};

use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::document::Document;
use crate::reply;

pub(crate) static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "dashboard",
        "css",
        "text/css; charset=utf-8",
        include_str!("../../../assets/dashboard.css"),
    )
});
pub(crate) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "app",
        "js",
        "text/javascript; charset=utf-8",
        include_str!("../../../assets/app.js"),
    )
});
pub(crate) static ICON: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("icon", "svg", "image/svg+xml", include_str!("../../../assets/icon.svg"))
});

pub(crate) struct Asset {
    pub(crate) path: String,
    document: Document,
}

impl Asset {
    fn new(stem: &str, extension: &str, media_type: &'static str, text: &str) -> Self {
        let hash = reply::short_hash(text.as_bytes());
        let path = format!("/assets/{stem}-{hash}.{extension}");
        Self { path, document: Document::new(media_type, text.to_owned()) }
    }
}

/// `GET /assets/{name}`
pub(crate) async fn asset(page_request: &PageRequest<'_>) -> PageResult {
    let (path, headers) = (page_request.context.path(), page_request.context.headers());
    let assets = [&*STYLE, &SCRIPT, &ICON];
    let asset = assets.into_iter().find(|asset| asset.path == path);
    let mut response = asset.ok_or_else(PageError::not_found)?.document.response(headers);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(CACHE_CONTROL, forever);
    Ok(response)
}

/// `GET /robots.txt`: a check costs the quota of the crawler's network.
pub(crate) async fn robots(_: &PageRequest<'_>) -> PageResult {
    let rules = "User-agent: *\nDisallow: /check\n";
    Ok(reply::with_type("text/plain; charset=utf-8", rules))
}
