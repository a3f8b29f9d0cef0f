//! Leads a request to its endpoint, and through the access pipeline to the handler.
//!
//! One warp filter surrounds all routes, and the table of endpoints matches the path, because a chain
//! of filters would cost as much as a check.

use std::convert::Infallible;
use std::sync::Arc;

use http_body_util::Empty;
use warp::Filter;
use warp::http::{Method, Request};
use warp::hyper::body::Bytes;

use crate::access::{self, AccessPipeline, Caller};
use crate::allow::allow;
use crate::cors;
use crate::endpoint::{Endpoint, every_endpoint};
use crate::problem::Problem;
use crate::reply::{ReplyResult, Response};
use crate::request::RequestContext;
use crate::routes::{catalogue, check, description, export, lookup, system, watchlist, webhooks};

/// Routes as [`App`](crate::App) calls them: warp filters, turned into a tower service. Each request carries
/// its [`RequestContext`] as an extension.
pub trait Routes:
    tower::Service<Request<Empty<Bytes>>, Response = Response, Error = Infallible, Future: Send>
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<S> Routes for S where
    S: tower::Service<Request<Empty<Bytes>>, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// Returns the routes of the API.
pub fn routes() -> impl Routes {
    // Boxed, because warp moves a future several times before it runs.
    warp::service(warp::ext::get().then(|context: Arc<RequestContext>| {
        Box::pin(async move {
            let outcome = route(&context).await;
            outcome.unwrap_or_else(|problem| problem.into_response(context.id()))
        })
    }))
}

/// Returns the reply of an endpoint, the page that describes the API, or the answer to a browser that
/// asks whether a page may read an endpoint. A path with a trailing slash has no route.
async fn route(context: &RequestContext) -> ReplyResult {
    let endpoints = || Endpoint::at_path(context.path()).map(|(endpoint, _)| endpoint);
    let is_docs = is_docs(context);
    if !is_docs && (context.path().ends_with('/') || endpoints().next().is_none()) {
        return Err(context.no_route());
    }
    if is_docs && context.method() == Method::GET {
        return description::docs(context).await;
    }
    let endpoint = endpoints().find(|e| e.method() == context.method());
    if let Some(endpoint) = endpoint {
        return Ok(answer(endpoint, context).await);
    }
    if cors::is_preflight(context) && endpoints().any(cors::is_open) {
        return Ok(cors::preflight());
    }
    let allow = match is_docs {
        true => "GET, HEAD".to_owned(),
        false => allow(endpoints().map(Endpoint::method)),
    };
    Err(Problem::method_not_allowed(context.method(), context.path(), allow))
}

/// Returns whether a request asks for the page that describes the API. Browsers get it at `/` too.
fn is_docs(context: &RequestContext) -> bool {
    match context.path() {
        "/docs" => true,
        "/" => description::accepts_html(context.headers()),
        _ => false,
    }
}

/// Returns the reply of an endpoint, or the refusal of the access pipeline.
async fn answer(endpoint: Endpoint, context: &RequestContext) -> Response {
    let mut pipeline = AccessPipeline::begin(endpoint);
    let outcome = match pipeline.admit(context).await {
        // The most frequent call does not pay for the size of the others' futures.
        Ok(caller) if endpoint == Endpoint::CheckDomain => check::check(context, caller).await,
        Ok(caller) => Box::pin(call(endpoint, context, caller)).await,
        Err(problem) => Err(problem),
    };
    pipeline.finish(context, outcome).await
}

/// Returns the caller as the handlers of an access take it: as an option where no key is needed, and
/// itself anywhere else, so that no handler of a keyed endpoint can be written without one.
macro_rules! argument {
    (Open $caller:ident) => {
        $caller
    };
    (Validated $caller:ident) => {
        $caller
    };
    (Keyless $caller:ident) => {
        $caller
    };
    ($keyed:ident $caller:ident) => {
        $caller.ok_or_else(access::key_missing)?
    };
}

macro_rules! call {
    (
        $( $endpoint:ident: $method:ident $path:literal $access:ident $operation:literal
        => $handler:path, $describe:path; )+
    ) => {
        /// Returns the answer of an endpoint to a request that was admitted.
        pub(crate) async fn call(
            endpoint: Endpoint,
            context: &RequestContext,
            caller: Option<&Caller>,
        ) -> ReplyResult {
            match endpoint {
                $( Endpoint::$endpoint => $handler(context, argument!($access caller)).await, )+
            }
        }
    };
}
every_endpoint!(call);
