//! One file a screen: it parses the form, calls the store and fills the struct of its template.

pub(super) mod audit;
pub(super) mod batch;
pub(super) mod check;
pub(super) mod check_result;
pub(super) mod connections;
pub(super) mod consent;
pub(super) mod coverage;
pub(super) mod deliveries;
pub(super) mod event;
pub(super) mod events;
pub(super) mod evidence;
pub(super) mod exports;
pub(super) mod keys;
pub(super) mod licences;
pub(super) mod members;
mod new_key;
pub(super) mod new_webhook;
pub(super) mod operators;
pub(super) mod overview;
pub(super) mod passkeys;
mod reads;
mod repeat;
pub(super) mod settings;
pub(super) mod sign_in;
pub(super) mod watchlist;
pub(super) mod webhook;
pub(super) mod webhook_test;
pub(super) mod webhooks;

use warp::http::header::{CONTENT_TYPE, HeaderValue};

use crate::reply::Response;

/// `GET /robots.txt`: a check costs the quota of the crawler's network.
pub(super) fn robots() -> Response {
    let mut response = Response::new("User-agent: *\nDisallow: /check\n".into());
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}
