//! The real router over a real database, with a clock that a test sets.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use licence_core::account::plan::{Plan, PlanTable, Plans};
use licence_core::register::sources::RegisterPlan;
use licence_core::time::Timestamp;
use licence_core::webhook::url_policy::UrlPolicy;
use licence_server::http::{HeaderMap, Request};
use licence_server::{App, AppState, Limits, Routes};
use licence_store::Store;
use licence_store::catalogue_file::SigningKey;
use licence_store::service::WebhookOptions;
use serde_json::Value;

use super::callers::{bearer, key_on};
use super::databases::TestDatabase;
use super::readings::{at, cache_url, open_cached, open_with};

/// A service with the sample registers, as it stands at `2026-11-01T07:00:00Z` unless a test says
/// otherwise.
pub struct Service {
    pub store: Store,
    database: TestDatabase,
    cache_url: String,
    clock: Arc<AtomicI64>,
    plans: Plans,
    limits: Limits,
    require_passkey: bool,
    register_plans: Vec<RegisterPlan>,
}

/// Webhooks may go to loopback addresses, and to no others of this machine.
pub fn on_this_machine(database: &TestDatabase) -> WebhookOptions {
    let mut webhooks = database.webhooks();
    webhooks.post.policy = UrlPolicy::allowing(vec!["127.0.0.0/8".parse().unwrap()]);
    webhooks
}

/// A request.
#[derive(Clone)]
pub struct Ask {
    method: &'static str,
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
    from: IpAddr,
}

/// A whole reply.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// The proxy that every service trusts.
pub const PROXY: [u8; 4] = [198, 51, 100, 77];

impl Service {
    pub async fn start() -> Self {
        Self::over(TestDatabase::new().await, &cache_url()).await
    }

    /// With webhooks that may go to receivers on this machine.
    pub async fn sending() -> Self {
        let database = TestDatabase::new().await;
        let webhooks = on_this_machine(&database);
        let store = open_with(&database, &cache_url(), 7, webhooks).await;
        Self::with_sample(store, database, &cache_url()).await
    }

    /// On a database and a cache of the test's own.
    pub async fn over(database: TestDatabase, cache_url: &str) -> Self {
        let store = open_cached(&database, cache_url, 7).await;
        Self::with_sample(store, database, cache_url).await
    }

    async fn with_sample(store: Store, database: TestDatabase, cache_url: &str) -> Self {
        let now = at("2026-11-01T07:00:00Z");
        store.apply_sample(now).await.unwrap();
        let clock = Arc::new(AtomicI64::new(now.epoch_millis()));
        let (plans, limits) = (Plans::default(), Limits::default());
        Self {
            store,
            database,
            cache_url: cache_url.to_owned(),
            clock,
            plans,
            limits,
            require_passkey: false,
            register_plans: Vec::new(),
        }
    }

    /// Limits other than the specification's.
    pub fn with_plan(mut self, plan: Plan, table: Value) -> Self {
        let table: PlanTable = serde_json::from_value(table).unwrap();
        self.plans = Plans([(plan, table)].into());
        self
    }

    /// Limits on what all callers together may take of the server.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// A link may only add a passkey.
    pub fn requiring_passkeys(self) -> Self {
        Self { require_passkey: true, ..self }
    }

    /// These registers are read by the service.
    pub fn reading(self, register_plans: Vec<RegisterPlan>) -> Self {
        Self { register_plans, ..self }
    }

    /// Another server on the same database: the same clock and plans, counters of its own unless
    /// they are shared.
    pub async fn another(&self) -> Self {
        self.another_over(&self.cache_url).await
    }

    /// The same with another address of the cache.
    pub async fn another_over(&self, cache_url: &str) -> Self {
        Self {
            store: open_cached(&self.database, cache_url, 8).await,
            database: self.database.clone(),
            cache_url: cache_url.to_owned(),
            clock: Arc::clone(&self.clock),
            plans: self.plans.clone(),
            limits: self.limits,
            require_passkey: self.require_passkey,
            register_plans: self.register_plans.clone(),
        }
    }

    /// The address of its database.
    pub fn database_url(&self) -> &str {
        self.database.url()
    }

    /// Its database.
    pub fn database(&self) -> &TestDatabase {
        &self.database
    }

    pub fn set_clock(&self, text: &str) {
        self.clock.store(at(text).epoch_millis(), Ordering::SeqCst);
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_epoch_millis(self.clock.load(Ordering::SeqCst)).unwrap()
    }

    pub async fn key(&self, plan: Plan) -> String {
        key_on(&self.store, plan).await
    }

    pub fn app(&self) -> App<impl Routes + use<>> {
        licence_server::app(self.state())
    }

    /// The pages for people, at `https://licence.example`, beside an API with the same counters.
    pub fn dashboard(&self) -> App<impl Routes + use<>> {
        licence_server::dashboard(&self.app())
    }

    /// The connector for assistants, at `https://mcp.example`, with the same counters.
    pub fn connector(&self) -> App<impl Routes + use<>> {
        licence_server::connector(&self.app())
    }

    fn state(&self) -> AppState {
        let clock = Arc::clone(&self.clock);
        let now = move || Timestamp::from_epoch_millis(clock.load(Ordering::SeqCst)).unwrap();
        AppState::new(self.store.clone())
            .with_clock(Arc::new(now))
            .with_random(Arc::new(|| [7; 16]))
            .with_plans(self.plans.clone())
            .with_register_plans(self.register_plans.clone())
            .with_limits(self.limits)
            .with_base_url("https://api.example")
            .with_dashboard_url("https://licence.example")
            .with_required_passkey(self.require_passkey)
            .with_connector_url("https://mcp.example".parse().unwrap())
            .with_trusted_proxies(vec![IpAddr::from(PROXY).into()])
            .with_catalogue_key(catalogue_key())
    }

    pub async fn ask(&self, ask: Ask) -> Reply {
        ask.send_to(&self.app()).await
    }
}

/// What signs the manifest of the catalogue.
pub fn catalogue_key() -> SigningKey {
    let key = SigningKey::generate("licence.example", &[7; 32]).unwrap();
    SigningKey::parse(&key).unwrap()
}

impl Ask {
    pub fn get(target: impl Into<String>) -> Self {
        Self::new("GET", target)
    }

    pub fn new(method: &'static str, target: impl Into<String>) -> Self {
        Self {
            method,
            target: target.into(),
            headers: Vec::new(),
            body: String::new(),
            from: [192, 0, 2, 1].into(),
        }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn key(self, key: &str) -> Self {
        self.header("authorization", &bearer(key))
    }

    pub fn body(self, body: impl Into<String>) -> Self {
        Self { body: body.into(), ..self }
    }

    pub fn from(self, address: &str) -> Self {
        Self { from: address.parse().unwrap(), ..self }
    }

    pub async fn send_to(self, app: &App<impl Routes>) -> Reply {
        let mut request = Request::builder().method(self.method).uri(self.target);
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let request = request.body(self.body).unwrap();
        let answer: Pin<Box<dyn Future<Output = _> + Send + '_>> =
            Box::pin(app.fetch_from(request, SocketAddr::new(self.from, 4711)));
        let (head, body) = answer.await.into_parts();
        Reply { status: head.status.as_u16(), headers: head.headers, body: body.to_vec() }
    }
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// `status code reason` of a refusal, in the form of specification 2.16.
    pub fn refusal(&self) -> String {
        let body = self.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        assert!(!text(&body["error"]).is_empty(), "{body}");
        assert!(!text(&body["details"]["suggestion"]).is_empty(), "{body}");
        format!("{} {} {}", self.status, text(&body["code"]), text(&body["details"]["reason"]))
    }

    /// The headers that tell of limits, one a line.
    pub fn limit_headers(&self) -> String {
        let mut lines: Vec<String> = self
            .headers
            .iter()
            .filter(|(name, _)| {
                let name = name.as_str();
                [
                    "x-monthly",
                    "x-rate",
                    "ratelimit",
                    "x-pre",
                    "x-export-daily",
                    "x-up",
                    "retry",
                    "x-poll",
                ]
                .iter()
                .any(|prefix| name.starts_with(prefix))
            })
            .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
            .collect();
        lines.sort();
        lines.join("\n")
    }
}
