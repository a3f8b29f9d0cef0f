//! Reads without a key from pages of other origins (decisions 4).

use warp::http::Method;
use warp::http::header::{self, HeaderName, HeaderValue};

use crate::endpoint::Endpoint;
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// The response headers that a page's script may read.
const EXPOSED: &str = "ETag, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Policy, \
                       X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Upgrade-URL";

/// Returns whether a page of any origin may read this endpoint. It may if the endpoint needs no
/// key, because a page cannot keep a key secret.
pub(crate) fn is_open(endpoint: Endpoint) -> bool {
    !endpoint.access().needs_key()
}

/// Returns whether a browser asks for permission to send a request of a page.
pub(crate) fn is_preflight(context: &RequestContext) -> bool {
    let headers = context.headers();
    context.method() == Method::OPTIONS
        && headers.contains_key(header::ORIGIN)
        && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Returns the permission.
pub(crate) fn preflight() -> Response {
    let mut response = reply::no_content();
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "If-None-Match, X-Request-Id"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Lets the page that asked read the reply.
pub(crate) fn allow(context: &RequestContext, endpoint: Endpoint, response: &mut Response) {
    if is_open(endpoint) && context.headers().contains_key(header::ORIGIN) {
        let mut insert = |name: HeaderName, value| {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        };
        insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
}
