//! From a request to its endpoint, and through the access pipeline to the endpoint's answer.
//!
//! warp's filters stand once around all of it: a chain of filters in front of the check would cost
//! as much as the check itself, so the path is matched in one step.

use std::sync::Arc;

use warp::Filter;
use warp::http::Method;

use crate::access;
use crate::app::Routes;
use crate::cors;
use crate::endpoint::Endpoint;
use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;
use crate::routes::{
    check, coverage, docs, export, health, jurisdictions, licences, openapi, operators, stats,
    watchlist, webhooks,
};

/// The routes of the API.
pub fn routes() -> impl Routes {
    // In a box, because warp moves a future several times before it runs.
    warp::service(
        warp::ext::get()
            .then(|context: Arc<RequestContext>| Box::pin(async move { route(&context).await })),
    )
}

async fn route(context: &RequestContext) -> Response {
    match find_route(context) {
        Ok(Route::Endpoint(endpoint)) => access::answer(endpoint, context).await,
        Ok(Route::Docs) => match docs::docs(context).await {
            Ok(response) => reply::conditional(context, response),
            Err(problem) => problem.into_response(context.id()),
        },
        Ok(Route::Preflight) => cors::preflight(),
        Err(problem) => problem.into_response(context.id()),
    }
}

/// What a path and method name.
enum Route {
    Endpoint(Endpoint),
    /// A browser asks whether a page may read an endpoint.
    Preflight,
    /// The page that describes the API; no part of it.
    Docs,
}

/// Returns the route of a request. A path with a trailing slash has none.
fn find_route(context: &RequestContext) -> Result<Route, Problem> {
    let (endpoints, _) = Endpoint::at_path(context.path());
    let is_docs = context.path() == "/docs";
    if context.path().ends_with('/') || (endpoints.is_empty() && !is_docs) {
        return Err(context.no_route());
    }
    if is_docs && context.method() == Method::GET {
        return Ok(Route::Docs);
    }
    if let Some(endpoint) = endpoints.iter().find(|e| e.method() == context.method()) {
        return Ok(Route::Endpoint(*endpoint));
    }
    if cors::is_preflight(context) && endpoints.iter().any(|e| cors::is_open(*e)) {
        return Ok(Route::Preflight);
    }
    let allow = if is_docs { "GET, HEAD".to_owned() } else { Endpoint::allow_header(endpoints) };
    Err(Problem::method_not_allowed(context.method(), context.path(), allow))
}

/// Only the access pipeline calls this: there is no other way to a handler.
pub(crate) async fn call(
    endpoint: Endpoint,
    context: &RequestContext,
) -> Result<Response, Problem> {
    // The most frequent call does not pay for the size of the others' futures.
    match endpoint {
        Endpoint::CheckDomain => check::check(context).await,
        other => Box::pin(call_boxed(other, context)).await,
    }
}

async fn call_boxed(endpoint: Endpoint, context: &RequestContext) -> Result<Response, Problem> {
    let segment = context.segment();
    let segment = segment.as_ref();
    match endpoint {
        Endpoint::CheckDomain => check::check(context).await,
        Endpoint::CheckDomainBatch => check::batch(context).await,
        Endpoint::ListJurisdictions => jurisdictions::list(context).await,
        Endpoint::GetJurisdiction => jurisdictions::show(context, segment).await,
        Endpoint::ListJurisdictionOperators => jurisdictions::operators(context, segment).await,
        Endpoint::SearchOperators => operators::search(context).await,
        Endpoint::GetOperator => operators::show(context, segment).await,
        Endpoint::ListOperatorLicenses => operators::licences(context, segment).await,
        Endpoint::GetOperatorRegulatoryActions => {
            operators::regulatory_actions(context, segment).await
        }
        Endpoint::GetLicense => licences::show(context, segment).await,
        Endpoint::GetLicenseHistory => licences::history(context, segment).await,
        Endpoint::ExportDataset => export::dataset(context, segment).await,
        Endpoint::GetWatchlist => watchlist::summary(context).await,
        Endpoint::ListWatchlistOperators => watchlist::operators(context).await,
        Endpoint::AddWatchlistOperator => watchlist::add(context).await,
        Endpoint::RemoveWatchlistOperator => watchlist::remove(context, segment).await,
        Endpoint::ListWatchlistEvents => watchlist::events(context).await,
        Endpoint::CreateWebhook => webhooks::create(context).await,
        Endpoint::ListWebhooks => webhooks::list(context).await,
        Endpoint::UpdateWebhook => webhooks::update(context, segment).await,
        Endpoint::DeleteWebhook => webhooks::delete(context, segment).await,
        Endpoint::RotateWebhookSecret => webhooks::rotate_secret(context, segment).await,
        Endpoint::ListWebhookDeliveries => webhooks::deliveries(context, segment).await,
        Endpoint::TestWebhook => webhooks::test(context, segment).await,
        Endpoint::CheckHealth => health::health(context).await,
        Endpoint::CheckCoverage => coverage::coverage(context).await,
        Endpoint::GetStats => stats::stats(context).await,
        Endpoint::GetOpenApi => openapi::openapi(context).await,
    }
}
