//! A receiver of webhooks: an ordinary HTTP server on threads of its own that keeps what it read,
//! with the instant, and answers 200; under `/hang` it never answers.

use std::fs;
use std::future::pending;
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use warp::hyper::body::Bytes;
use warp::path::FullPath;
use warp::{Filter, Reply};

use crate::support::processor::processor_seconds;

/// What its threads are called.
const THREADS: &str = "receiver";

/// A request as it came.
pub struct Received {
    pub at: Instant,
    pub delivery_id: String,
    body: Bytes,
}

impl Received {
    /// What stands between a text of the body and the next of another.
    pub fn between(&self, before: &str, after: &str) -> &str {
        let body = std::str::from_utf8(&self.body).expect("JSON");
        let (_, rest) = body.split_once(before).expect("it is there");
        rest.split_once(after).expect("it ends").0
    }
}

pub struct Receiver {
    port: u16,
    shared: Arc<Shared>,
    runtime: Option<Runtime>,
}

#[derive(Default)]
struct Shared {
    count: AtomicUsize,
    received: Mutex<Vec<Received>>,
}

impl Receiver {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        listener.set_nonblocking(true).expect("a socket of the runtime");
        let runtime = Builder::new_multi_thread().thread_name(THREADS).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let shared = Arc::new(Shared::default());
        let routes = routes(Arc::clone(&shared));
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a socket");
            warp::serve(routes).incoming(listener).run().await;
        });
        Self { port, shared, runtime: Some(runtime) }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// How many requests it answered.
    pub fn count(&self) -> usize {
        self.shared.count.load(Ordering::Acquire)
    }

    /// Until it answered so many, or not one more for ten seconds.
    pub async fn wait_for(&self, count: usize) {
        let (mut last, mut since) = (self.count(), Instant::now());
        while last < count && since.elapsed() < Duration::from_secs(10) {
            tokio::time::sleep(Duration::from_millis(1)).await;
            if self.count() > last {
                (last, since) = (self.count(), Instant::now());
            }
        }
    }

    /// What it answered since it was last asked.
    pub fn take(&self) -> Vec<Received> {
        self.shared.count.store(0, Ordering::Release);
        std::mem::take(&mut *self.shared.received.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The processor time of its threads.
    pub fn processor_seconds(&self) -> f64 {
        let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let is_ours = |name: String| name.trim_end() == THREADS;
        let ours = tasks.filter(|it| fs::read_to_string(it.path().join("comm")).is_ok_and(is_ours));
        ours.map(|it| processor_seconds(&format!("self/task/{}", it.file_name().display()))).sum()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        // What hangs is not waited for.
        self.runtime.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

fn routes(
    shared: Arc<Shared>,
) -> impl Filter<Extract = impl Reply, Error = warp::Rejection> + Clone + Send + 'static {
    warp::post()
        .and(warp::path::full())
        .and(warp::header("x-service-delivery-id"))
        .and(warp::body::bytes())
        .then(move |path: FullPath, delivery_id: String, body: Bytes| {
            let shared = Arc::clone(&shared);
            async move {
                if path.as_str().starts_with("/hang") {
                    pending::<()>().await;
                }
                let received = Received { at: Instant::now(), delivery_id, body };
                shared.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
                shared.count.fetch_add(1, Ordering::Release);
                "ok"
            }
        })
}
