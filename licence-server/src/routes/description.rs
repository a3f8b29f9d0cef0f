//! The description of the API, for programs and for people.

use warp::http::HeaderMap;
use warp::http::StatusCode;
use warp::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, HeaderValue, VARY};
use warp::hyper::body::Body;

use crate::access::Caller;
use crate::document::Document;
use crate::reply::ReplyResult;
use crate::request::RequestContext;

/// The page contains its style, runs nothing, loads nothing and is shown in no frame.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// `GET /openapi.json`
pub(crate) async fn openapi(context: &RequestContext, caller: Option<&Caller>) -> ReplyResult {
    send(context.state().description.json(context.base_url()), context, caller).await
}

/// `GET /openapi-extensions.json`
pub(crate) async fn extensions(context: &RequestContext, caller: Option<&Caller>) -> ReplyResult {
    send(context.state().description.extensions(context.base_url()), context, caller).await
}

/// Returns whether the caller is a browser: its `Accept` names HTML.
pub(crate) fn accepts_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|range| {
        let media_type = range.split(';').next().unwrap_or_default();
        media_type.trim().eq_ignore_ascii_case("text/html")
    })
}

/// `GET /docs`, and `GET /` of a browser.
pub(crate) async fn docs(context: &RequestContext) -> ReplyResult {
    let page = context.state().description.html(context.base_url(), context.plans());
    let mut response = send(page, context, None).await?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    if context.path() == "/" {
        headers.append(VARY, HeaderValue::from_static("accept"));
    }
    Ok(response)
}

/// Returns the reply with a document. A caller without a key waits for a slot.
async fn send(
    document: &Document,
    context: &RequestContext,
    caller: Option<&Caller>,
) -> ReplyResult {
    let response = document.response(context.headers());
    if response.status() == StatusCode::OK && !context.is_head() && caller.is_none() {
        let bytes = response.body().size_hint().lower();
        context.state().keyless.document(context.client_network(), bytes).await?;
    }
    Ok(response)
}
