//! The description of the API, for people.

use warp::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};

use crate::problem::Problem;
use crate::reply::Response;
use crate::request::RequestContext;

/// The page holds its style, runs nothing, asks nobody and stands in nobody's frame.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// `GET /docs`
pub(crate) async fn docs(context: &RequestContext) -> Result<Response, Problem> {
    let page = context.state().description.html(context.base_url(), context.plans());
    let mut response = page.reply(context).await?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}
