//! The command line and the environment.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser};
use licence_core::network::Network;
use licence_core::oauth::AccessLifetime;
use licence_core::origin::Origin;
use licence_store::service::{
    BaseUrl, ConfigFile, ListenAddress, LogFormat, one_line, value_from_file,
};

use super::error::ConfigError;

/// The REST API of the licence verification service.
///
/// Every option is a flag, an environment variable and a key of one TOML file (--database-url,
/// LICENCE_DATABASE_URL, database_url), in that order of precedence. An empty variable counts as not
/// set. An option that repeats is a comma-separated list in the environment and an array in the file.
/// The file also takes the tables [registers.CODE] (urls, every, grace, max_drop_percent, accept),
/// [plans.NAME] (requests_per_second, requests_per_month, requests_per_day, exports_per_day and more: a
/// number or "unlimited"), [retention] (events, deliveries) and [webhooks] (retry_delays,
/// attempt_timeout, refused_ports).
#[derive(Parser)]
#[command(name = "licence-server", version)]
pub(super) struct Flags {
    /// The TOML file.
    #[arg(long, env = "LICENCE_CONFIG", value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// sqlite://PATH, sqlite::memory: or postgres://...; created and migrated at start. PostgreSQL
    /// on another machine needs ?sslmode=verify-full, or another mode. LICENCE_DATABASE_URL_FILE
    /// names a file that holds it [default: sqlite://licence.db].
    #[arg(long, env = "LICENCE_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub(super) database_url: Option<String>,
    /// memory:// for one process, or redis://... for many; rediss://... is encrypted.
    /// LICENCE_CACHE_URL_FILE names a file that holds it [default: memory://].
    #[arg(long, env = "LICENCE_CACHE_URL", value_name = "URL", hide_env_values = true)]
    pub(super) cache_url: Option<String>,
    /// Where to listen; port 0 takes a free one. Plain HTTP on an address that is not loopback
    /// needs --behind-proxy [default: 127.0.0.1:8080].
    #[arg(long, env = "LICENCE_LISTEN", value_name = "ADDRESS")]
    pub(super) listen: Option<ListenAddress>,
    /// A proxy in front of this server speaks HTTPS, so plain HTTP may be served anywhere. Needs
    /// --trusted-proxy.
    #[arg(long, env = "LICENCE_BEHIND_PROXY", value_name = "BOOL", num_args = 0..=1,
        require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub(super) behind_proxy: Option<bool>,
    /// Certificate chain in PEM: serve HTTPS. Needs --tls-key. Both files are loaded again when they
    /// change.
    #[arg(long, env = "LICENCE_TLS_CERT", value_name = "FILE")]
    pub(super) tls_cert: Option<PathBuf>,
    /// Private key in PEM. Needs --tls-cert.
    #[arg(long, env = "LICENCE_TLS_KEY", value_name = "FILE")]
    pub(super) tls_key: Option<PathBuf>,
    /// Where to serve /metrics for Prometheus, in plain HTTP; keep it from the public. An address
    /// that is not loopback needs --metrics-remote [default: nowhere].
    #[arg(long, env = "LICENCE_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(super) metrics_listen: Option<ListenAddress>,
    /// Other machines may read /metrics: --metrics-listen need not be loopback, because a private
    /// network or a firewall keeps the public out.
    #[arg(long, env = "LICENCE_METRICS_REMOTE", value_name = "BOOL", num_args = 0..=1,
        require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub(super) metrics_remote: Option<bool>,
    /// Where to serve the pages of the dashboard; with --tls-cert by HTTPS. Plain HTTP on an address
    /// that is not loopback needs --behind-proxy [default: nowhere; with --sample on loopback: the
    /// port after that of --listen].
    #[arg(long, env = "LICENCE_DASHBOARD_LISTEN", value_name = "ADDRESS")]
    pub(super) dashboard_listen: Option<ListenAddress>,
    /// The public address of the dashboard, for its links and cookies; a host name without a path
    /// [default: http://localhost:PORT if it listens on loopback].
    #[arg(long, env = "LICENCE_DASHBOARD_URL", value_name = "URL")]
    pub(super) dashboard_url: Option<Origin>,
    /// A member who signed in with a link may only add a passkey, and does the rest with it
    /// [default: true if the dashboard has an https address with a host name].
    #[arg(long, env = "LICENCE_REQUIRE_PASSKEY", value_name = "BOOL", num_args = 0..=1,
        require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub(super) require_passkey: Option<bool>,
    /// Where to serve the connector for AI assistants; with --tls-cert by HTTPS. Needs
    /// --connector-url, --dashboard-listen and --dashboard-url. Plain HTTP on an address that is not
    /// loopback needs --behind-proxy [default: nowhere; with --sample on loopback: two ports after
    /// that of --listen].
    #[arg(long, env = "LICENCE_CONNECTOR_LISTEN", value_name = "ADDRESS")]
    pub(super) connector_listen: Option<ListenAddress>,
    /// The public address of the connector, which its tokens name; a host name of its own, without a
    /// path [default: http://localhost:PORT for --sample].
    #[arg(long, env = "LICENCE_CONNECTOR_URL", value_name = "URL")]
    pub(super) connector_url: Option<Origin>,
    /// How many hours an access token of the connector is good: 1 to 24, for assistants that do not
    /// renew it in the middle of a conversation. Ending a connection takes effect at once
    /// [default: 1].
    #[arg(long, env = "LICENCE_CONNECTOR_TOKEN_HOURS", value_name = "HOURS")]
    pub(super) connector_token_hours: Option<AccessLifetime>,
    /// A network whose X-Forwarded-For is believed; the right-most address outside these networks
    /// is the client's. May repeat.
    #[arg(long, env = "LICENCE_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',')]
    pub(super) trusted_proxy: Option<Vec<Network>>,
    /// The public address of the service, for links and the description [default: from --listen].
    #[arg(long, env = "LICENCE_BASE_URL", value_name = "URL")]
    pub(super) base_url: Option<BaseUrl>,
    /// Read the bundled sample registers (fictional operators) if the database is empty. The server
    /// then reads only registers with configured urls.
    #[arg(long, env = "LICENCE_SAMPLE", value_name = "BOOL", num_args = 0..=1,
        require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub(super) sample: Option<bool>,
    /// Serve only: read no register, announce no coverage and no expiry, deliver no webhook, prune
    /// nothing. Checks still see new readings of other processes.
    #[arg(long, env = "LICENCE_NO_JOBS", value_name = "BOOL", num_args = 0..=1,
        require_equals = true, default_missing_value = "true", value_parser = switch)]
    pub(super) no_jobs: Option<bool>,
    /// A network that webhooks may reach although it is private, by http:// too; for tests and
    /// private networks. May repeat.
    #[arg(long, env = "LICENCE_WEBHOOK_ALLOW", value_name = "CIDR", value_delimiter = ',')]
    pub(super) webhook_allow: Option<Vec<Network>>,
    /// The key of the webhook secrets: 32 bytes as one line of base64, made with mode 0600 when
    /// absent. On PostgreSQL webhooks need it [default: beside an SQLite file].
    #[arg(long, env = "LICENCE_SECRET_KEY_FILE", value_name = "FILE")]
    pub(super) secret_key_file: Option<PathBuf>,
    /// The folder in which the newest catalogue is kept for the next start. Nobody else may write
    /// there [default: beside an SQLite file].
    #[arg(long, env = "LICENCE_CATALOGUE_FOLDER", value_name = "DIR")]
    pub(super) catalogue_folder: Option<PathBuf>,
    /// The key that signs the manifest of the catalogue, as `licence catalogue key new` writes it.
    /// Without it there is no manifest to pull.
    #[arg(long, env = "LICENCE_CATALOGUE_KEY_FILE", value_name = "FILE")]
    pub(super) catalogue_key_file: Option<PathBuf>,
    /// What to log to stderr: a tracing filter such as info or licence_server=debug,warn. From
    /// info on, every request is one line [default: warn].
    #[arg(long, env = "LICENCE_LOG", value_name = "FILTER")]
    pub(super) log: Option<String>,
    /// The form of the log: text or json [default: text].
    #[arg(long, env = "LICENCE_LOG_FORMAT", value_name = "FORMAT")]
    pub(super) log_format: Option<LogFormat>,
}

impl Flags {
    /// Returns the flags; or the text to print instead.
    pub(super) fn read(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Result<Self, String>, ConfigError> {
        match command().try_get_matches_from(arguments) {
            Ok(matches) => Self::from_matches(&matches).map(Ok),
            Err(error) => match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Err(error.to_string())),
                _ => Err(ConfigError(first_sentence(&error.to_string()))),
            },
        }
    }

    /// Returns the options of the file, each replaced by its flag if that is given.
    pub(super) fn over(self, file: ConfigFile) -> ConfigFile {
        macro_rules! first_given {
            ($($option:ident)+) => {
                ConfigFile { $( $option: self.$option.or(file.$option), )+ ..file }
            };
        }
        first_given!(
            database_url cache_url listen metrics_listen metrics_remote dashboard_listen
            dashboard_url require_passkey connector_listen connector_url connector_token_hours
            behind_proxy tls_cert tls_key trusted_proxy base_url sample no_jobs webhook_allow
            secret_key_file catalogue_folder catalogue_key_file log log_format
        )
    }

    fn from_matches(matches: &ArgMatches) -> Result<Self, ConfigError> {
        let mut flags = Self::from_arg_matches(matches)
            .map_err(|error| ConfigError(first_sentence(&error.to_string())))?;
        for (id, variable, value) in [
            ("database_url", "LICENCE_DATABASE_URL", &mut flags.database_url),
            ("cache_url", "LICENCE_CACHE_URL", &mut flags.cache_url),
        ] {
            if matches.value_source(id) == Some(ValueSource::CommandLine) {
                continue;
            }
            let in_file = value_from_file(variable, |name| std::env::var_os(name))
                .map_err(|error| ConfigError(error.to_string()))?;
            *value = in_file.or(value.take());
        }
        Ok(flags)
    }
}

/// Returns the command without the environment variables that are empty: they count as not set, because
/// Docker Compose passes variables that are not set as empty ones.
fn command() -> clap::Command {
    let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
    Flags::command().mut_args(|arg| match arg.get_env().is_some_and(is_empty) {
        true => arg.env(Resettable::Reset),
        false => arg,
    })
}

/// `true` or `false`; `1` and `0` in the environment.
fn switch(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err("it is true, false, 1 or 0".to_owned()),
    }
}

/// Returns clap's message in one line, without its tips and usage, whatever the value contains.
fn first_sentence(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let end = ["\n\nUsage:", "\n\nFor more", "\n\n  tip:"]
        .iter()
        .filter_map(|tail| message.find(tail))
        .min();
    one_line(&message[..end.unwrap_or(message.len())])
}
