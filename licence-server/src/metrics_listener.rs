//! `/metrics`, on a listener of its own, because only the operator of the service may read it.

use std::sync::Arc;

use licence_store::Store;
use warp::Filter;
use warp::http::header::{CONTENT_TYPE, HeaderValue};

use crate::app::App;
use crate::listener::{Listener, serve_app};
use crate::metrics::Metrics;
use crate::reply::Response;
use crate::request::RequestContext;
use crate::state::AppState;

const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

/// Serves `/metrics` and nothing else until `shutdown` is ready.
pub async fn serve_metrics(
    listener: Listener,
    metrics: Arc<Metrics>,
    store: Store,
    shutdown: impl Future<Output = ()>,
) {
    let routes = warp::ext::get().then(move |context: Arc<RequestContext>| {
        let metrics = Arc::clone(&metrics);
        async move { answer(&context, &metrics).await }
    });
    serve_app(listener, App::new(AppState::new(store), warp::service(routes)), shutdown).await;
}

async fn answer(context: &RequestContext, metrics: &Metrics) -> Response {
    if context.path() != "/metrics" {
        return context.no_route().into_response(context.id());
    }
    let store = context.store();
    let health = store.health().await;
    metrics.database.set(health.database.into());
    metrics.cache.set(health.cache.into());
    metrics.key_lease.set(store.has_key_lease().into());
    let held_units = i64::try_from(store.held_limit_units()).unwrap_or(i64::MAX);
    metrics.limit_units_held.set(held_units);
    let [held_catalogue, _] = &metrics.catalogue;
    held_catalogue.set(store.held_catalogue_version().unwrap_or(0));
    // `up` reports a database that is away; what only it knows keeps its last value. Each question
    // would wait for it.
    if health.database {
        note_database(context, metrics).await;
    }
    let mut response = Response::new(metrics.text().into());
    response.headers_mut().insert(CONTENT_TYPE, OPEN_METRICS);
    response
}

async fn note_database(context: &RequestContext, metrics: &Metrics) {
    let store = context.store();
    let waiting = tokio::join!(store.waiting_deliveries(), store.delivery_lag(context.now()));
    if let (Ok(waiting), Ok(lag)) = waiting {
        metrics.note_deliveries(store.delivery_counts(), waiting, lag);
    }
    if let Ok(version) = store.newest_catalogue_version().await {
        let [_, newest_catalogue] = &metrics.catalogue;
        newest_catalogue.set(version);
    }
    if let Ok(registers) = store.freshness(context.now()).await {
        metrics.note_registers(&registers);
    }
}
