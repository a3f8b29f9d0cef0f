//! The description of the API, for people.

use warp::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};

use crate::problem::Problem;
use crate::reply::Response;
use crate::request::Visit;

/// The page holds its style, runs nothing, asks nobody and stands in nobody's frame.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// `GET /docs`
pub(crate) async fn docs(visit: &Visit) -> Result<Response, Problem> {
    let page = visit.state().description.html(visit.base_url(), visit.plans());
    let mut response = page.reply(visit).await?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    Ok(response)
}
