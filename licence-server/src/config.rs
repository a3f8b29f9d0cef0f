//! Options: flags before environment before one TOML file before defaults (decisions 1).

mod effective;
mod error;
mod extra_listen;
mod flags;
mod require_passkey;
mod tables;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::network::Network;
use licence_core::origin::Origin;
use licence_core::register::sources::RegisterPlan;
use licence_core::webhook::url_policy::UrlPolicy;
use licence_store::StoreOptions;
use licence_store::outbound::{certificates, certificates_file};
use licence_store::service::{ConfigFile, Retention, WebhookOptions, WebhookTable};

use self::flags::Flags;

pub use self::error::ConfigError;
pub use self::extra_listen::ExtraListen;
pub use self::tables::Tables;
pub use licence_store::service::{BaseUrl, LogFormat};

/// Where the server listens by default.
const LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);

/// The options of a server, merged and checked.
pub struct Config {
    /// The database, the cache, and how webhooks are sent.
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
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The public address; without it, the one the server listens on.
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
    /// The options that only the TOML file has.
    pub tables: Tables,
}

impl Config {
    /// How long events and deliveries are kept.
    pub fn retention(&self) -> Retention {
        self.tables.retention
    }

    /// Returns how each register is read that a server with these options reads by itself, or
    /// another server with the same options beside it.
    ///
    /// The sample registers are fiction. A server that shows them reads a register only if an
    /// address is configured, because a real reading would mark every sample licence as missing.
    pub fn register_plans(&self) -> Vec<RegisterPlan> {
        let is_configured = |plan: &RegisterPlan| {
            self.tables.registers.get(&plan.code).is_some_and(|table| table.urls.is_some())
        };
        let plans = JurisdictionCode::ALL.iter().map(|code| self.tables.register_plan(*code));
        let is_read =
            |plan: &RegisterPlan| !plan.urls.is_empty() && (!self.sample || is_configured(plan));
        plans.filter(is_read).collect()
    }

    /// Returns the options that the flags and the file name together, and the defaults of the rest.
    fn from_options(flags: Flags, file: ConfigFile) -> Result<Self, ConfigError> {
        let listen = flags.listen.or(file.listen).unwrap_or(LISTEN);
        let tls = tls(flags.tls_cert.or(file.tls_cert), flags.tls_key.or(file.tls_key))?;
        let behind_proxy = flags.behind_proxy.or(file.behind_proxy).unwrap_or(false);
        refuse_open_plaintext(listen, tls.is_some() || behind_proxy)?;
        let metrics_listen = flags.metrics_listen.or(file.metrics_listen);
        let metrics_remote = flags.metrics_remote.or(file.metrics_remote).unwrap_or(false);
        refuse_open_metrics(metrics_listen, metrics_remote)?;
        let sample = flags.sample.or(file.sample).unwrap_or(false);
        let sample_api = sample.then_some(listen);
        let dashboard = flags.dashboard_listen.or(file.dashboard_listen);
        let dashboard_listen = ExtraListen::from_option(dashboard, sample_api, 1);
        let connector = flags.connector_listen.or(file.connector_listen);
        let connector_listen = ExtraListen::from_option(connector, sample_api, 2);
        for ExtraListen { address, .. } in dashboard_listen.iter().chain(&connector_listen) {
            refuse_open_plaintext(*address, tls.is_some() || behind_proxy)?;
        }
        extra_listen::refuse_shared_address([
            ("--listen", Some(listen)),
            ("--metrics-listen", metrics_listen),
            ("--dashboard-listen", dashboard),
            ("--connector-listen", connector),
        ])?;
        let dashboard_url = flags.dashboard_url.or(file.dashboard_url);
        let require_passkey = require_passkey::require_passkey(
            flags.require_passkey.or(file.require_passkey),
            dashboard_listen,
            dashboard_url.as_ref(),
            tls.is_some(),
        )?;
        let connector_url = flags.connector_url.or(file.connector_url);
        let urls = [dashboard_url.as_ref(), connector_url.as_ref()];
        extra_listen::require_urls(connector_listen, urls, dashboard_listen.is_some())?;
        let trusted_proxies = networks(flags.trusted_proxy.or(file.trusted_proxy));
        refuse_unknown_proxy(behind_proxy, &trusted_proxies)?;
        let base_url = flags.base_url.or(file.base_url);
        let webhooks = webhook_options(
            file.webhooks,
            networks(flags.webhook_allow.or(file.webhook_allow)),
            [base_url.as_ref().map(BaseUrl::as_str)]
                .into_iter()
                .chain(urls.map(|url| url.map(Origin::as_str)))
                .flatten(),
            flags.secret_key_file.or(file.secret_key_file),
        )?;
        Ok(Self {
            store: store(
                flags.database_url.or(file.database_url),
                flags.cache_url.or(file.cache_url),
                flags.catalogue_folder.or(file.catalogue_folder),
                webhooks,
            )
            .with_access_lifetime(
                flags.connector_token_hours.or(file.connector_token_hours).unwrap_or_default(),
            ),
            listen,
            metrics_listen,
            metrics_remote,
            dashboard_listen,
            dashboard_url,
            require_passkey,
            connector_listen,
            connector_url,
            behind_proxy,
            tls,
            trusted_proxies,
            base_url,
            sample,
            no_jobs: flags.no_jobs.or(file.no_jobs).unwrap_or(false),
            log: flags.log.or(file.log).unwrap_or_else(|| "warn".to_owned()),
            catalogue_key_file: flags.catalogue_key_file.or(file.catalogue_key_file),
            log_format: flags.log_format.or(file.log_format).unwrap_or_default(),
            tables: Tables {
                registers: file.registers,
                plans: file.plans,
                retention: file.retention.with_defaults(),
            },
        })
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
        let file = flags.config.as_deref().map(ConfigFile::read).transpose();
        let file = file.map_err(|error| ConfigError(error.to_string()))?.unwrap_or_default();
        Config::from_options(flags, file).map(|config| Self::Serve(Box::new(config)))
    }
}

fn store(
    database_url: Option<String>,
    cache_url: Option<String>,
    catalogue_folder: Option<PathBuf>,
    webhooks: WebhookOptions,
) -> StoreOptions {
    let defaults = StoreOptions::default();
    let options = StoreOptions::new(database_url.unwrap_or(defaults.database_url))
        .with_cache(cache_url.unwrap_or(defaults.cache_url))
        .with_webhooks(webhooks);
    match catalogue_folder {
        Some(folder) => options.with_catalogue_folder(folder),
        None => options,
    }
}

/// Returns how webhooks are sent. The service does not call itself by its public names.
fn webhook_options<'u>(
    table: WebhookTable,
    allowed: Vec<IpNet>,
    own_urls: impl Iterator<Item = &'u str>,
    key_file: Option<PathBuf>,
) -> Result<WebhookOptions, ConfigError> {
    let policy = UrlPolicy::default().allowing(allowed);
    let policy = own_urls.fold(policy, UrlPolicy::except_service_at);
    let mut options = WebhookOptions::from_table(table, policy, key_file)
        .map_err(|error| ConfigError(error.to_string()))?;
    options.post.certificates = readable_certificates()?;
    Ok(options)
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

/// Returns the file of certificates of one's own, which webhooks trust too. A file that cannot be
/// read stops the start, and not every delivery later.
fn readable_certificates() -> Result<Option<PathBuf>, ConfigError> {
    let file = certificates_file();
    if let Some(file) = &file {
        certificates(file).map_err(|error| ConfigError(error.to_string()))?;
    }
    Ok(file)
}

/// Metrics show the traffic of customers and need no key.
fn refuse_open_metrics(listen: Option<SocketAddr>, is_remote: bool) -> Result<(), ConfigError> {
    match listen {
        Some(listen) if !is_remote && !listen.ip().to_canonical().is_loopback() => {
            Err(ConfigError(format!(
                "refusing to serve metrics on {listen}, which is no loopback address: anybody who \
                 reaches it may read them; give --metrics-remote when a private network or a \
                 firewall keeps the public out"
            )))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
