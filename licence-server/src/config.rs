//! Options: flags before environment before one TOML file before defaults (decisions 1).

mod effective;
mod error;
mod extra_listen;
mod flags;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use licence_core::account::plan::{Plan, PlanTable};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::network::Network;
use licence_core::origin::Origin;
use licence_core::register::sources::{RegisterPlan, RegisterTable};
use licence_store::StoreOptions;
use licence_store::outbound::{certificates, certificates_file};
use licence_store::service::{ConfigFile, ListenAddress, Retention, read_toml};
use serde::Serialize;

use self::flags::Flags;

pub use self::error::ConfigError;
pub use self::extra_listen::ExtraListen;
pub use licence_store::service::{BaseUrl, LogFormat};

/// Where the server listens by default.
const LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);

/// The options of a server, merged and checked. [`Config::effective`] adds what is not serialized.
#[derive(Serialize)]
pub struct Config {
    /// The database, the cache, and how webhooks are sent.
    #[serde(skip)]
    pub store: StoreOptions,
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where to serve metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// Whether metrics may be served to other machines.
    pub metrics_remote: bool,
    /// Where to serve the dashboard.
    pub dashboard_listen: Option<ExtraListen>,
    /// The public address of the dashboard.
    pub dashboard_url: Option<Origin>,
    /// Whether a member who signed in with a link may only add a passkey.
    pub require_passkey: bool,
    /// Where to serve the connector.
    pub connector_listen: Option<ExtraListen>,
    /// The public address of the connector.
    pub connector_url: Option<Origin>,
    /// Whether a proxy in front speaks HTTPS.
    pub behind_proxy: bool,
    /// Certificate and key, for HTTPS.
    #[serde(skip)]
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The proxies whose `X-Forwarded-For` is believed.
    #[serde(rename = "trusted_proxy")]
    pub trusted_proxies: Vec<IpNet>,
    /// The public address; without it, the one the server listens on.
    #[serde(skip)]
    pub base_url: Option<BaseUrl>,
    /// Read the bundled sample registers into an empty database.
    pub sample: bool,
    /// No background work.
    pub no_jobs: bool,
    /// What to log, as a tracing filter.
    pub log: String,
    /// The form of the log.
    pub log_format: LogFormat,
    /// The key that signs the manifest of the catalogue.
    pub catalogue_key_file: Option<PathBuf>,
    /// `[registers.CODE]` of the TOML file.
    #[serde(skip)]
    pub registers: BTreeMap<JurisdictionCode, RegisterTable>,
    /// `[plans.NAME]` of the TOML file.
    pub plans: BTreeMap<Plan, PlanTable>,
    /// How long events and deliveries are kept.
    pub retention: Retention,
}

impl Config {
    /// Returns how each register is read that a server with these options reads by itself, or
    /// another server with the same options beside it.
    ///
    /// The sample registers are fiction. A server that shows them reads a register only if an
    /// address is configured, because a real reading would mark every sample licence as missing.
    pub fn register_plans(&self) -> Vec<RegisterPlan> {
        let is_configured = |plan: &RegisterPlan| {
            self.registers.get(&plan.code).is_some_and(|table| table.urls.is_some())
        };
        let plans = JurisdictionCode::ALL.iter();
        let plans = plans.map(|code| RegisterPlan::from_table(*code, self.registers.get(code)));
        let is_read =
            |plan: &RegisterPlan| !plan.urls.is_empty() && (!self.sample || is_configured(plan));
        plans.filter(is_read).collect()
    }

    /// Returns the options that the flags and the file name together, and the defaults of the rest.
    fn from_options(flags: Flags, file: ConfigFile) -> Result<Self, ConfigError> {
        let mut options = flags.over(file);
        let tls = tls(options.tls_cert.take(), options.tls_key.take())?;
        let behind_proxy = options.behind_proxy.unwrap_or(false);
        let listens = Listens::from_options(&options, tls.is_some() || behind_proxy)?;
        let require_passkey = extra_listen::require_passkey(
            options.require_passkey,
            listens.dashboard,
            options.dashboard_url.as_ref(),
            tls.is_some(),
        )?;
        let urls = [options.dashboard_url.as_ref(), options.connector_url.as_ref()];
        extra_listen::require_urls(listens.connector, urls, listens.dashboard.is_some())?;
        let trusted_proxies = networks(options.trusted_proxy.take());
        refuse_unknown_proxy(behind_proxy, &trusted_proxies)?;
        Ok(Self {
            store: store_options(&mut options)?,
            listen: listens.api,
            metrics_listen: listens.metrics,
            metrics_remote: options.metrics_remote.unwrap_or(false),
            dashboard_listen: listens.dashboard,
            dashboard_url: options.dashboard_url,
            require_passkey,
            connector_listen: listens.connector,
            connector_url: options.connector_url,
            behind_proxy,
            tls,
            trusted_proxies,
            base_url: options.base_url,
            sample: options.sample.unwrap_or(false),
            no_jobs: options.no_jobs.unwrap_or(false),
            log: options.log.unwrap_or_else(|| "warn".to_owned()),
            catalogue_key_file: options.catalogue_key_file,
            log_format: options.log_format.unwrap_or_default(),
            registers: options.registers,
            plans: options.plans,
            retention: options.retention,
        })
    }
}

struct Listens {
    api: SocketAddr,
    metrics: Option<SocketAddr>,
    dashboard: Option<ExtraListen>,
    connector: Option<ExtraListen>,
}

impl Listens {
    /// Returns where a server with these options listens. Plain HTTP that others can read is refused
    /// unless the server is protected by TLS or a proxy, and so is one address for two options.
    fn from_options(options: &ConfigFile, is_protected: bool) -> Result<Self, ConfigError> {
        let address = |given: Option<ListenAddress>| given.map(|given| given.0);
        let api = address(options.listen).unwrap_or(LISTEN);
        let metrics = address(options.metrics_listen);
        let dashboard_given = address(options.dashboard_listen);
        let connector_given = address(options.connector_listen);
        refuse_open_plaintext(api, is_protected)?;
        refuse_open_metrics(metrics, options.metrics_remote.unwrap_or(false))?;
        let sample_api = options.sample.unwrap_or(false).then_some(api);
        let dashboard = ExtraListen::from_option(dashboard_given, sample_api, 1);
        let connector = ExtraListen::from_option(connector_given, sample_api, 2);
        for ExtraListen { address, .. } in dashboard.iter().chain(&connector) {
            refuse_open_plaintext(*address, is_protected)?;
        }
        extra_listen::refuse_shared_address([
            ("--listen", Some(api)),
            ("--metrics-listen", metrics),
            ("--dashboard-listen", dashboard_given),
            ("--connector-listen", connector_given),
        ])?;
        Ok(Self { api, metrics, dashboard, connector })
    }
}

/// What the command line requests.
pub enum Command {
    /// Serve.
    Serve(Box<Config>),
    /// Print this text (help, version) and end.
    Print(String),
}

impl Command {
    /// Reads the command line (the program's name first), the environment, and the file that they
    /// name.
    ///
    /// # Errors
    /// [`ConfigError`]: an option or a line of the file is wrong, or they contradict each other.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, ConfigError> {
        let flags = match Flags::read(arguments)? {
            Ok(flags) => flags,
            Err(text) => return Ok(Self::Print(text)),
        };
        let file = flags.config.as_deref().map(read_toml::<ConfigFile>).transpose();
        let file = file.map_err(|error| ConfigError(error.to_string()))?.unwrap_or_default();
        Config::from_options(flags, file).map(|config| Self::Serve(Box::new(config)))
    }
}

/// Takes the options of the store.
fn store_options(options: &mut ConfigFile) -> Result<StoreOptions, ConfigError> {
    let mut webhooks = options.webhook_options();
    webhooks.post.certificates = readable_certificates()?;
    let defaults = StoreOptions::default();
    let database_url = options.database_url.take().unwrap_or(defaults.database_url);
    let mut store = StoreOptions::new(database_url)
        .with_cache(options.cache_url.take().unwrap_or(defaults.cache_url))
        .with_webhooks(webhooks);
    store.catalogue_folder = options.catalogue_folder.take();
    store.access_lifetime = options.connector_token_hours.take().unwrap_or_default();
    Ok(store)
}

fn networks(given: Option<Vec<Network>>) -> Vec<IpNet> {
    given.unwrap_or_default().into_iter().map(|network| network.0).collect()
}

fn tls(
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
) -> Result<Option<(PathBuf, PathBuf)>, ConfigError> {
    match (certificate, key) {
        (Some(certificate), Some(key)) => Ok(Some((certificate, key))),
        (None, None) => Ok(None),
        (Some(_), None) => Err(ConfigError("--tls-cert needs --tls-key".to_owned())),
        (None, Some(_)) => Err(ConfigError("--tls-key needs --tls-cert".to_owned())),
    }
}

/// API keys and cookies must not cross a network in the clear (specification, section 5).
fn refuse_open_plaintext(listen: SocketAddr, is_protected: bool) -> Result<(), ConfigError> {
    if is_protected || listen.ip().to_canonical().is_loopback() {
        return Ok(());
    }
    Err(ConfigError(format!(
        "refusing to serve plain HTTP on {listen}, which is no loopback address: give --tls-cert \
         and --tls-key, or --behind-proxy when a proxy in front of it speaks HTTPS"
    )))
}

/// Without a trusted proxy every caller has the proxy's address.
fn refuse_unknown_proxy(behind_proxy: bool, trusted: &[IpNet]) -> Result<(), ConfigError> {
    if !behind_proxy || !trusted.is_empty() {
        return Ok(());
    }
    Err(ConfigError(
        "--behind-proxy needs --trusted-proxy: otherwise all callers count as one address, the \
         proxy's, and share one limit; name the network your proxy speaks from, such as \
         --trusted-proxy 10.0.0.2"
            .to_owned(),
    ))
}

/// Returns the file of additional certificates, which webhooks trust too. A file that cannot be read
/// fails the start, instead of every later delivery.
fn readable_certificates() -> Result<Option<PathBuf>, ConfigError> {
    let file = certificates_file();
    if let Some(file) = &file {
        certificates(file).map_err(|error| ConfigError(error.to_string()))?;
    }
    Ok(file)
}

/// Metrics show the traffic of customers and need no key.
fn refuse_open_metrics(listen: Option<SocketAddr>, is_remote: bool) -> Result<(), ConfigError> {
    let is_open = |listen: &SocketAddr| !is_remote && !listen.ip().to_canonical().is_loopback();
    let Some(listen) = listen.filter(is_open) else { return Ok(()) };
    Err(ConfigError(format!(
        "refusing to serve metrics on {listen}, which is no loopback address: anybody who reaches \
         it may read them; give --metrics-remote when a private network or a firewall keeps the \
         public out"
    )))
}

#[cfg(test)]
mod tests;
