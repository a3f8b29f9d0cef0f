//! The state that all requests share: the store, and the clock and randomness that tests replace.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use ipnet::IpNet;
use licence_core::account::plan::Plans;
use licence_core::event::EVENT_RETENTION;
use licence_core::oauth::ConnectorAddress;
use licence_core::origin::Origin;
use licence_core::period::Period;
use licence_core::register::sources::RegisterPlan;
use licence_core::time::Timestamp;
use licence_store::catalogue_file::SigningKey;
use licence_store::passkeys::PasskeySite;
use licence_store::{CataloguePublication, Store};
use warp::http::HeaderValue;

use crate::access::Failures;
use crate::collector::Collector;
use crate::keyless::KeylessSlots;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::openapi::Description;

/// Returns the time.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;
/// Returns 16 bytes that differ at every call; they name requests and protect nothing.
pub type Random = Arc<dyn Fn() -> [u8; 16] + Send + Sync>;

/// The state that all requests share.
pub struct AppState {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) is_clock_injected: bool,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) limits: Limits,
    pub(crate) keyless: KeylessSlots,
    pub(crate) plans: Plans,
    /// How each register is read that the service reads by itself.
    pub(crate) register_plans: Vec<RegisterPlan>,
    /// How long events are kept: how far back the feed begins.
    pub(crate) event_retention: Period,
    pub(crate) base_url: String,
    /// Whether the public address is an https one: by our own TLS, or by a proxy's.
    pub(crate) is_https: bool,
    /// The public address of the dashboard, without a slash at its end, if it is known.
    pub(crate) dashboard_url: Option<String>,
    /// The site of the dashboard's passkeys, if its address can have any.
    pub(crate) passkey_site: Option<PasskeySite>,
    /// Whether a member who signed in with a link may only add a passkey.
    pub(crate) require_passkey: bool,
    /// The public address of the connector, if it is served.
    pub(crate) connector: Option<ConnectorAddress>,
    pub(crate) upgrade_url: HeaderValue,
    pub(crate) metrics: Arc<Metrics>,
    /// The collector of spans, which gets one for each request.
    pub(crate) collector: Collector,
    pub(crate) description: Description,
    pub(crate) failures: Failures,
    /// What the catalogue endpoints send.
    pub(crate) catalogue: Arc<CataloguePublication>,
    /// What signs it; without it there is no manifest.
    pub(crate) catalogue_key: Option<SigningKey>,
}

impl AppState {
    /// Returns the state of a server over this store, on the system's clock, with the default
    /// [`Limits`] and no trusted proxy.
    pub fn new(store: Store) -> Self {
        let state = Self {
            store,
            clock: Arc::new(system_time),
            random: random(),
            is_clock_injected: false,
            trusted_proxies: Vec::new(),
            limits: Limits::default(),
            keyless: KeylessSlots::new(&Limits::default()),
            plans: Plans::default(),
            register_plans: Vec::new(),
            event_retention: EVENT_RETENTION,
            base_url: String::new(),
            is_https: false,
            dashboard_url: None,
            passkey_site: None,
            require_passkey: false,
            connector: None,
            upgrade_url: HeaderValue::from_static(""),
            metrics: Arc::default(),
            collector: Collector::default(),
            description: Description::default(),
            failures: Failures::default(),
            catalogue: Arc::default(),
            catalogue_key: None,
        };
        state.with_base_url("http://127.0.0.1:8080")
    }

    /// Replaces the clock. The windows of limits then follow it too, even where servers share
    /// their counters and with them a clock.
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, is_clock_injected: true, ..self }
    }

    /// Replaces the plans and their limits.
    pub fn with_plans(self, plans: Plans) -> Self {
        Self { plans, ..self }
    }

    /// Names the registers that the service reads by itself, and how.
    pub fn with_register_plans(self, register_plans: Vec<RegisterPlan>) -> Self {
        Self { register_plans, ..self }
    }

    /// Names the public address of the server: in the description, and where plans are described.
    pub fn with_base_url(self, base_url: &str) -> Self {
        let base_url = base_url.trim_end_matches('/').to_owned();
        let upgrade_url = HeaderValue::try_from(format!("{base_url}/docs#plans"));
        let upgrade_url = upgrade_url.unwrap_or(HeaderValue::from_static("/docs#plans"));
        let is_https = base_url.starts_with("https://");
        Self { base_url, is_https, upgrade_url, ..self }
    }

    /// Names the public address of the dashboard.
    pub fn with_dashboard_url(self, url: &str) -> Self {
        let url = url.trim_end_matches('/').to_owned();
        let passkey_site = PasskeySite::new(&url).ok();
        Self { dashboard_url: Some(url), passkey_site, ..self }
    }

    /// Lets a member who signed in with a link only add a passkey.
    pub fn with_required_passkey(self, require_passkey: bool) -> Self {
        Self { require_passkey, ..self }
    }

    /// Signs the manifest of the catalogue with this key.
    pub fn with_catalogue_key(self, key: SigningKey) -> Self {
        Self { catalogue_key: Some(key), ..self }
    }

    /// Names the public address of the connector, from which its issuer and resource come.
    pub fn with_connector_url(self, url: Origin) -> Self {
        Self { connector: Some(ConnectorAddress(url)), ..self }
    }

    /// Replaces the randomness.
    pub fn with_random(self, random: Random) -> Self {
        Self { random, ..self }
    }

    /// Believes `X-Forwarded-For` when it comes from these networks.
    pub fn with_trusted_proxies(self, trusted_proxies: Vec<IpNet>) -> Self {
        Self { trusted_proxies, ..self }
    }

    /// Replaces the limits.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, keyless: KeylessSlots::new(&limits), ..self }
    }

    /// Returns the metrics of the server.
    pub fn metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.metrics)
    }

    /// Returns whether visitors reach the dashboard by https. Without an address of its own it is
    /// served like the API.
    pub(crate) fn is_dashboard_https(&self) -> bool {
        self.dashboard_url.as_ref().map_or(self.is_https, |url| url.starts_with("https://"))
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.clock)()
    }
}

/// Returns the time of the system's clock; 1970 if the clock is before 1970 or after 9999.
pub fn system_time() -> Timestamp {
    Timestamp::from_system_time(SystemTime::now())
        .or(Timestamp::from_epoch_millis(0))
        .expect("1970 lies between the years 0000 and 9999")
}

/// Returns a counter under the standard library's keyed hash, whose keys come from the system. Its
/// values repeat as rarely as random bytes, and cost no system call.
fn random() -> Random {
    let (high, low) = (RandomState::new(), RandomState::new());
    let count = AtomicU64::new(0);
    Arc::new(move || {
        let count = count.fetch_add(1, Ordering::Relaxed);
        let halves = [high.hash_one(count), low.hash_one(count)];
        (u128::from(halves[0]) << 64 | u128::from(halves[1])).to_be_bytes()
    })
}
