//! Style, script and icon of the pages. Their names hold their hash, so browsers keep them for good.

use std::sync::LazyLock;

use warp::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue};

use super::page_error::PageError;
use crate::document::Document;
use crate::reply::{self, Response};

pub(super) static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "dashboard",
        "css",
        "text/css; charset=utf-8",
        include_str!("../../assets/dashboard.css"),
    )
});
pub(super) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("app", "js", "text/javascript; charset=utf-8", include_str!("../../assets/app.js"))
});
pub(super) static ICON: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("icon", "svg", "image/svg+xml", include_str!("../../assets/icon.svg"))
});

/// A file that pages load.
pub(super) struct Asset {
    pub(super) path: String,
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
pub(super) fn send(path: &str, request_headers: &HeaderMap) -> Result<Response, PageError> {
    let assets = [&*STYLE, &SCRIPT, &ICON];
    let asset = assets.into_iter().find(|asset| asset.path == path);
    let mut response = asset.ok_or_else(PageError::not_found)?.document.response(request_headers);
    let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(CACHE_CONTROL, forever);
    Ok(response)
}
