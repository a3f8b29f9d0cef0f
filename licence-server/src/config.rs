//! Options: flags before environment before one TOML file before defaults (decisions 1).

mod effective;
mod error;
mod extra_listen;
mod file;
mod flags;
mod require_passkey;
mod tables;
mod values;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use licence_core::network::Network;
use licence_core::origin::Origin;
use licence_core::webhook::url_policy::UrlPolicy;
use licence_store::StoreOptions;
use licence_store::outbound::{certificates, certificates_file};
use licence_store::service::{Retention, WebhookOptions};

use self::file::File;
use self::flags::Flags;

pub use self::error::ConfigError;
pub use self::extra_listen::ExtraListen;
pub use self::tables::Tables;
pub use self::values::{BaseUrl, LogFormat};

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

    /// Returns the options that the flags and the file name together, and the defaults of the rest.
    fn from_options(flags: Flags, file: File) -> Result<Self, ConfigError> {
        let listen = flags.listen.or(file.listen).unwrap_or(LISTEN);
        let tls = tls(flags.tls_cert.or(file.tls_cert), flags.tls_key.or(file.tls_key))?;
        let behind_proxy = flags.behind_proxy.or(file.behind_proxy).unwrap_or(false);
        refuse_open_plaintext(listen, tls.is_some() || behind_proxy)?;
        let metrics_listen = flags.metrics_listen.or(file.metrics_listen);
        let metrics_remote = flags.metrics_remote.or(file.metrics_remote).unwrap_or(false);
        refuse_open_metrics(metrics_listen, metrics_remote)?;
        let sample = flags.sample.or(file.sample).unwrap_or(false);
        let extra = |given: Option<SocketAddr>, port| match given {
            Some(address) => Some(ExtraListen { address, is_required: true }),
            None => ExtraListen::of_sample(listen, port).filter(|_| sample),
        };
        let dashboard_listen = extra(flags.dashboard_listen.or(file.dashboard_listen), 1);
        let connector_listen = extra(flags.connector_listen.or(file.connector_listen), 2);
        for ExtraListen { address, .. } in dashboard_listen.iter().chain(&connector_listen) {
            refuse_open_plaintext(*address, tls.is_some() || behind_proxy)?;
        }
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
        let networks = |flag: Option<Vec<Network>>, file: Option<Vec<Network>>| -> Vec<IpNet> {
            flag.or(file).unwrap_or_default().into_iter().map(|network| network.0).collect()
        };
        let trusted_proxies = networks(flags.trusted_proxy, file.trusted_proxy);
        refuse_unknown_proxy(behind_proxy, &trusted_proxies)?;
        let base_url = flags.base_url.or(file.base_url);
        let own_urls = [base_url.as_ref().map(BaseUrl::as_str)];
        let own_urls = own_urls.into_iter().chain(urls.map(|url| url.map(Origin::as_str)));
        let policy = policy(networks(flags.webhook_allow, file.webhook_allow), own_urls.flatten());
        let key_file = flags.secret_key_file.or(file.secret_key_file);
        let mut webhooks = WebhookOptions::from_table(file.webhooks, policy, key_file)
            .map_err(|error| ConfigError(error.to_string()))?;
        webhooks.post.certificates = readable_certificates()?;
        Ok(Self {
            store: store(
                flags.database_url.or(file.database_url),
                flags.cache_url.or(file.cache_url),
                flags.catalogue_folder.or(file.catalogue_folder),
                webhooks,
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
        let file = flags.config.as_deref().map(File::read).transpose()?.unwrap_or_default();
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

/// The service does not call itself by its public name.
fn policy<'u>(allowed: Vec<IpNet>, own_urls: impl Iterator<Item = &'u str>) -> UrlPolicy {
    own_urls.fold(UrlPolicy::default().allowing(allowed), UrlPolicy::except_service_at)
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
mod tests {
    use licence_core::jurisdiction::JurisdictionCode;
    use serde_json::json;

    use super::*;

    fn config(arguments: &[&str], file: &str) -> Result<Config, String> {
        let program = std::iter::once("licence-server");
        let arguments = program.chain(arguments.iter().copied()).map(OsString::from);
        let flags = Flags::read(arguments).map_err(|error| error.to_string())??;
        let file = File::parse("it.toml", file).map_err(|error| error.to_string())?;
        Config::from_options(flags, file).map_err(|error| error.to_string())
    }

    fn error(arguments: &[&str], file: &str) -> String {
        let error = config(arguments, file).err().unwrap();
        assert_eq!(error.lines().count(), 1, "{error}");
        error
    }

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let listen =
            |arguments: &[&str], file: &str| config(arguments, file).unwrap().listen.to_string();
        let file = "listen = '127.0.0.1:2'";
        assert_eq!(listen(&[], ""), "127.0.0.1:8080");
        assert_eq!(listen(&[], file), "127.0.0.1:2");
        assert_eq!(listen(&["--listen", "127.0.0.1:1"], file), "127.0.0.1:1");
    }

    #[test]
    fn switches_can_be_turned_off_again() {
        let sample = |arguments: &[&str]| config(arguments, "sample = true").unwrap().sample;
        assert!(sample(&[]));
        assert!(sample(&["--sample"]));
        assert!(!sample(&["--sample=false"]));
        assert!(!sample(&["--sample=0"]));
    }

    #[test]
    fn the_audit_log_gets_the_options_without_secrets() {
        let file = "database_url = 'postgres://me:hush@127.0.0.1/x'\nwebhook_allow = ['10.0.0.0/8']\n\
                    [webhooks]\nrefused_ports = [22, 25]";
        let options = config(&["--log", "error"], file).unwrap().effective();
        for (name, expected) in [
            ("webhook_refused_ports", json!([22, 25])),
            ("webhook_allow", json!(["10.0.0.0/8"])),
            ("database_url", json!("postgres://127.0.0.1/x")),
            ("log", json!("error")),
            ("tls_key", json!(null)),
        ] {
            assert_eq!(options[name], expected, "{name}");
        }
    }

    #[test]
    fn a_list_is_given_by_repeating_commas_or_an_array() {
        let proxies = |arguments: &[&str], file: &str| {
            let proxies = config(arguments, file).unwrap().trusted_proxies;
            proxies.iter().map(IpNet::to_string).collect::<Vec<_>>()
        };
        let both = ["10.0.0.0/8", "192.0.2.1/32"];
        assert_eq!(proxies(&["--trusted-proxy=10.0.0.0/8,192.0.2.1"], ""), both);
        let repeated = ["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "192.0.2.1/32"];
        assert_eq!(proxies(&repeated, "trusted_proxy = ['::1/128']"), both);
        assert_eq!(proxies(&[], "trusted_proxy = ['10.0.0.0/8', '192.0.2.1']"), both);
    }

    #[test]
    fn registers_are_read_as_the_file_says_and_else_by_default() {
        let file = "[registers.UKGC]\nevery = '30m'\n[registers.KH]\nurls = []";
        let tables = config(&[], file).unwrap().tables;
        let british = tables.register_plan(JurisdictionCode::Ukgc);
        assert_eq!((british.every.to_string(), british.urls.len()), ("30m".to_owned(), 1));
        assert!(tables.register_plan(JurisdictionCode::Kh).urls.is_empty());
        assert_eq!(tables.register_plan(JurisdictionCode::An).every.to_string(), "6h");
    }

    #[test]
    fn plain_http_stays_on_this_machine_unless_a_proxy_stands_in_front() {
        for listen in ["127.0.0.1:0", "127.9.9.9:0", "[::1]:0", "[::ffff:127.0.0.1]:0"] {
            assert!(config(&["--listen", listen], "").is_ok(), "{listen}");
        }
        for listen in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
            assert!(error(&["--listen", listen], "").starts_with("refusing to serve plain HTTP"));
            let proxied = ["--listen", listen, "--behind-proxy", "--trusted-proxy=10.0.0.2"];
            assert!(config(&proxied, "").is_ok());
            assert!(config(&["--listen", listen, "--tls-cert=c", "--tls-key=k"], "").is_ok());
        }
    }

    #[test]
    fn a_proxy_in_front_is_named() {
        let refused = "--behind-proxy needs --trusted-proxy: ";
        for (arguments, file, is_refused) in [
            (&["--behind-proxy"][..], "", true),
            (&["--behind-proxy"], "trusted_proxy = []", true),
            (&["--listen=0.0.0.0:0"], "behind_proxy = true", true),
            (&["--behind-proxy"], "trusted_proxy = ['10.0.0.0/8']", false),
            (&["--trusted-proxy=10.0.0.2"], "behind_proxy = true", false),
            (&["--trusted-proxy=10.0.0.2"], "", false),
            (&["--behind-proxy=false"], "", false),
        ] {
            let error = config(arguments, file).err();
            assert_eq!(error.is_some(), is_refused, "{arguments:?} {file} {error:?}");
            assert!(error.is_none_or(|error| error.starts_with(refused)));
        }
    }

    #[test]
    fn metrics_stay_on_this_machine_by_default() {
        for listen in ["127.0.0.1:0", "[::1]:0", "[::ffff:127.0.0.1]:0"] {
            assert!(config(&["--metrics-listen", listen], "").is_ok(), "{listen}");
        }
        for listen in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
            let refused = error(&["--metrics-listen", listen], "");
            assert!(refused.starts_with(&format!("refusing to serve metrics on {listen}")));
            assert!(refused.contains("--metrics-remote"));
            assert!(config(&["--metrics-listen", listen, "--metrics-remote"], "").is_ok());
            assert!(config(&["--metrics-listen", listen], "metrics_remote = true").is_ok());
        }
    }

    #[test]
    fn bad_options_are_named_in_one_line() {
        for (arguments, expected) in [
            (&["--nonsense"][..], "unexpected argument '--nonsense' found"),
            (&["--listen"], "a value is required for '--listen <ADDRESS>' but none was supplied"),
            (&["--listen", "here\n\nthere"], "invalid value 'here there' for '--listen <ADDRESS>'"),
            (&["--sample=maybe"], "invalid value 'maybe' for '--sample[=<BOOL>]'"),
            (&["--trusted-proxy=10.0.0.0/33"], "invalid value '10.0.0.0/33' for '--trusted-proxy"),
            (&["--log-format=xml"], "invalid value 'xml' for '--log-format <FORMAT>'"),
            (&["--base-url=example.org"], "invalid value 'example.org' for '--base-url <URL>'"),
            (&["--tls-cert=c"], "--tls-cert needs --tls-key"),
            (&["--tls-key=k"], "--tls-key needs --tls-cert"),
            (&["stray"], "unexpected argument 'stray' found"),
        ] {
            let error = error(arguments, "");
            assert!(error.starts_with(expected), "{error}");
        }
        let timeless = error(&[], "[webhooks]\nattempt_timeout = '0'");
        assert_eq!(timeless, "webhooks.attempt_timeout is 0; an attempt needs time");
    }

    #[test]
    fn help_and_version_are_texts_to_print() {
        assert!(config(&["--version"], "").err().unwrap().starts_with("licence-server "));
        let help = config(&["--help"], "").err().unwrap();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let StoreOptions { database_url, cache_url, .. } = StoreOptions::default();
        for default in [database_url, cache_url, LISTEN.to_string()] {
            assert!(help.contains(&format!("[default: {default}]")), "{default}");
        }
    }
}
