//! The library on a socket of its own, with limits a test can wait for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use licence_server::{
    App, AppState, Limits, Listener, RequestContext, Response, Routes, serve_app,
};
use licence_store::{Store, StoreOptions};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use warp::Filter;

/// The sample registers in memory.
pub async fn sample_store() -> Store {
    let options = StoreOptions::new("sqlite::memory:");
    let store = Store::open(&options).await.unwrap();
    store.apply_sample(licence_server::system_time()).await.unwrap();
    store
}

/// Limits short enough to wait for.
pub const SHORT: Limits = Limits {
    quiet: Duration::from_millis(400),
    reader: Duration::from_millis(800),
    body_time: Duration::from_millis(400),
    unread_body_bytes: 1024,
    linger: Duration::from_millis(50),
    drain: Duration::from_secs(30),
    connections: 100,
    connections_per_network: 100,
    handshakes: 100,
    head_bytes: 128 * 1024,
    keyless_requests: 64,
    keyless_wait: Duration::from_secs(5),
    document_bytes_per_second: 32 * 1024 * 1024,
};

/// Limits nobody waits for.
pub const LONG: Limits = Limits {
    quiet: Duration::from_secs(600),
    reader: Duration::from_secs(600),
    body_time: Duration::from_secs(600),
    ..SHORT
};

/// A server inside the test.
pub struct Served {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Served {
    pub async fn start<R: Routes>(app: App<R>) -> Self {
        let listener = Listener::bind(([127, 0, 0, 1], 0).into(), None).await.unwrap();
        Self::on(listener, app).await
    }

    pub async fn on<R: Routes>(listener: Listener, app: App<R>) -> Self {
        let address = listener.address().unwrap();
        let (stop, stopped) = oneshot::channel();
        let shutdown = async { stopped.await.unwrap_or_default() };
        let task = tokio::spawn(serve_app(listener, app, shutdown));
        Self { address, stop: Some(stop), task }
    }

    /// The API over the sample.
    pub async fn api(limits: Limits) -> Self {
        let state = AppState::new(sample_store().await).with_limits(limits);
        Self::start(licence_server::app(state)).await
    }

    /// A route of the test's own at every path.
    pub async fn route<H, F>(limits: Limits, handler: H) -> Self
    where
        H: Fn(Arc<RequestContext>) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Response> + Send + 'static,
    {
        let state = AppState::new(sample_store().await).with_limits(limits);
        let route = warp::ext::get().then(handler);
        Self::start(App::new(state, warp::service(route))).await
    }

    /// Tells the server to stop.
    pub fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits until it has.
    pub async fn stopped(self) {
        tokio::time::timeout(super::client::PATIENCE, self.task).await.unwrap().unwrap();
    }
}

/// A reply of a test's route.
pub fn text(text: &'static str) -> Response {
    Response::new(text.into())
}

/// Checks that a body is an error of this code and reason, and gives its `details`.
pub fn assert_error(body: &Value, code: &str, reason: &str) -> Value {
    let details = body["details"].clone();
    assert_eq!((&body["code"], &details["reason"]), (&code.into(), &reason.into()), "{body}");
    assert!(!body["error"].as_str().unwrap().is_empty(), "{body}");
    assert!(!details["suggestion"].as_str().unwrap().is_empty(), "{body}");
    assert!(body["error"].as_str().unwrap().len() < 700, "{body}");
    details
}
