//! The security headers of every reply.

use warp::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

use crate::reply::Response;

/// Makes browsers use HTTPS only, for a year.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");
const NO_SNIFFING: HeaderValue = HeaderValue::from_static("nosniff");
const NO_REFERRER: HeaderValue = HeaderValue::from_static("no-referrer");
const NO_FRAMES: HeaderValue = HeaderValue::from_static("DENY");
/// A page that states no policy of its own loads nothing and runs nothing.
const NO_CONTENT: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Adds the headers. Those of pages go to pages alone, because no browser shows JSON as a page.
pub(crate) fn add(response: &mut Response, is_https: bool) {
    let headers = response.headers_mut();
    let is_page = headers
        .get(CONTENT_TYPE)
        .is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/html"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, NO_SNIFFING);
    headers.entry(REFERRER_POLICY).or_insert(NO_REFERRER);
    if is_https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    if is_page {
        headers.insert(X_FRAME_OPTIONS, NO_FRAMES);
        headers.entry(CONTENT_SECURITY_POLICY).or_insert(NO_CONTENT);
    }
}
