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
use crate::request::Visit;
use crate::routes::{
    check, coverage, docs, export, health, jurisdictions, licences, openapi, operators, stats,
    watchlist, webhooks,
};

/// The routes of the API.
pub fn routes() -> impl Routes {
    // In a box, for warp moves a future several times before it runs.
    warp::service(
        warp::ext::get().then(|visit: Arc<Visit>| Box::pin(async move { route(&visit).await })),
    )
}

async fn route(visit: &Visit) -> Response {
    match find(visit) {
        Ok(Found::Endpoint(endpoint)) => access::answered(endpoint, visit).await,
        Ok(Found::Docs) => match docs::docs(visit).await {
            Ok(response) => reply::conditional(visit, response),
            Err(problem) => problem.into_response(visit.id()),
        },
        Ok(Found::Preflight) => cors::preflight(),
        Err(problem) => problem.into_response(visit.id()),
    }
}

/// What stands at a path.
enum Found {
    Endpoint(Endpoint),
    /// A browser asks whether a page may read an endpoint.
    Preflight,
    /// The page that describes the API; no part of it.
    Docs,
}

/// A trailing slash is another path, which no route has.
fn find(visit: &Visit) -> Result<Found, Problem> {
    let (endpoints, _) = Endpoint::at(visit.path());
    let is_docs = visit.path() == "/docs";
    if visit.path().ends_with('/') || (endpoints.is_empty() && !is_docs) {
        return Err(visit.no_route());
    }
    if is_docs && visit.method() == Method::GET {
        return Ok(Found::Docs);
    }
    if let Some(endpoint) = endpoints.iter().find(|e| e.method() == visit.method()) {
        return Ok(Found::Endpoint(*endpoint));
    }
    if cors::is_preflight(visit) && endpoints.iter().any(|e| cors::is_open(*e)) {
        return Ok(Found::Preflight);
    }
    let allow = if is_docs { "GET, HEAD".to_owned() } else { Endpoint::allow(endpoints) };
    Err(Problem::method_not_allowed(visit.method(), visit.path(), allow))
}

/// Only the access pipeline calls this: there is no other way to a handler.
pub(crate) async fn call(endpoint: Endpoint, visit: &Visit) -> Result<Response, Problem> {
    // What is asked most does not pay for the size of the others' futures.
    match endpoint {
        Endpoint::CheckDomain => check::check(visit).await,
        other => Box::pin(call_other(other, visit)).await,
    }
}

async fn call_other(endpoint: Endpoint, visit: &Visit) -> Result<Response, Problem> {
    let segment = visit.segment();
    let segment = segment.as_ref();
    match endpoint {
        Endpoint::CheckDomain => check::check(visit).await,
        Endpoint::CheckDomainBatch => check::batch(visit).await,
        Endpoint::ListJurisdictions => jurisdictions::list(visit).await,
        Endpoint::GetJurisdiction => jurisdictions::show(visit, segment).await,
        Endpoint::ListJurisdictionOperators => jurisdictions::operators(visit, segment).await,
        Endpoint::SearchOperators => operators::search(visit).await,
        Endpoint::GetOperator => operators::show(visit, segment).await,
        Endpoint::ListOperatorLicenses => operators::licences(visit, segment).await,
        Endpoint::GetOperatorRegulatoryActions => {
            operators::regulatory_actions(visit, segment).await
        }
        Endpoint::GetLicense => licences::show(visit, segment).await,
        Endpoint::GetLicenseHistory => licences::history(visit, segment).await,
        Endpoint::ExportDataset => export::dataset(visit, segment).await,
        Endpoint::GetWatchlist => watchlist::summary(visit).await,
        Endpoint::ListWatchlistOperators => watchlist::operators(visit).await,
        Endpoint::AddWatchlistOperator => watchlist::add(visit).await,
        Endpoint::RemoveWatchlistOperator => watchlist::remove(visit, segment).await,
        Endpoint::ListWatchlistEvents => watchlist::events(visit).await,
        Endpoint::CreateWebhook => webhooks::create(visit).await,
        Endpoint::ListWebhooks => webhooks::list(visit).await,
        Endpoint::UpdateWebhook => webhooks::update(visit, segment).await,
        Endpoint::DeleteWebhook => webhooks::delete(visit, segment).await,
        Endpoint::RotateWebhookSecret => webhooks::rotate_secret(visit, segment).await,
        Endpoint::ListWebhookDeliveries => webhooks::deliveries(visit, segment).await,
        Endpoint::TestWebhook => webhooks::test(visit, segment).await,
        Endpoint::CheckHealth => health::health(visit).await,
        Endpoint::CheckCoverage => coverage::coverage(visit).await,
        Endpoint::GetStats => stats::stats(visit).await,
        Endpoint::GetOpenApi => openapi::openapi(visit).await,
    }
}
