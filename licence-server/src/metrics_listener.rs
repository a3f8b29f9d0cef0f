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
    let health = context.store().health().await;
    metrics.note_health(health.database, health.cache);
    metrics.note_key_lease(context.store().has_key_lease());
    metrics.note_limit_units(context.store().held_limit_units());
    // `up` reports a database that is away; all else keeps its last value.
    let store = context.store();
    let waiting = tokio::join!(store.waiting_deliveries(), store.delivery_lag(context.now()));
    if let (Ok(waiting), Ok(lag)) = waiting {
        metrics.note_deliveries(store.delivery_counts(), waiting, lag);
    }
    if let Ok(versions) = store.catalogue_versions().await {
        metrics.note_catalogue(versions);
    }
    if let Ok(registers) = context.store().freshness(context.now()).await {
        metrics.note_registers(&registers);
    }
    let mut response = Response::new(metrics.text().into());
    response.headers_mut().insert(CONTENT_TYPE, OPEN_METRICS);
    response
}
