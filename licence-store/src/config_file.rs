//! The configuration file: one for the server and the command line, so that both know its keys.

mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use licence_core::account::plan::{Plan, PlanTable};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::network::Network;
use licence_core::oauth::AccessLifetime;
use licence_core::origin::Origin;
use licence_core::register::sources::RegisterTable;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::error::one_line;
use crate::events::Retention;
use crate::webhooks::WebhookTable;

pub use self::values::{BaseUrl, ListenAddress, LogFormat};

/// A configuration file that cannot be used. Its text is one line that shows no line of the file,
/// because a password may be there.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ConfigFileError(String);

/// The keys of the file: those of the server's flags, and the tables. An unknown key is refused,
/// because a misspelt option would otherwise have its default.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "`licence-server --help` explains each key as a flag")]
pub struct ConfigFile {
    pub database_url: Option<String>,
    pub cache_url: Option<String>,
    pub listen: Option<ListenAddress>,
    pub metrics_listen: Option<ListenAddress>,
    pub metrics_remote: Option<bool>,
    pub dashboard_listen: Option<ListenAddress>,
    pub dashboard_url: Option<Origin>,
    pub require_passkey: Option<bool>,
    pub connector_listen: Option<ListenAddress>,
    pub connector_url: Option<Origin>,
    pub connector_token_hours: Option<AccessLifetime>,
    pub behind_proxy: Option<bool>,
    pub tls_cert: Option<PathBuf>,
    pub tls_key: Option<PathBuf>,
    pub trusted_proxy: Option<Vec<Network>>,
    pub base_url: Option<BaseUrl>,
    pub sample: Option<bool>,
    pub no_jobs: Option<bool>,
    pub webhook_allow: Option<Vec<Network>>,
    pub secret_key_file: Option<PathBuf>,
    pub catalogue_folder: Option<PathBuf>,
    pub catalogue_key_file: Option<PathBuf>,
    pub log: Option<String>,
    pub log_format: Option<LogFormat>,
    pub webhooks: WebhookTable,
    pub registers: BTreeMap<JurisdictionCode, RegisterTable>,
    pub plans: BTreeMap<Plan, PlanTable>,
    pub retention: Retention,
}

impl ConfigFile {
    /// Reads the text of a file of this name.
    ///
    /// # Errors
    /// [`ConfigFileError`]: the text has an unknown key or a bad value.
    pub fn parse(name: &str, text: &str) -> Result<Self, ConfigFileError> {
        parse_toml(name, text)
    }
}

/// Reads a TOML file. The error names file, line and key.
///
/// # Errors
/// [`ConfigFileError`]: the file cannot be read, or is not of the form.
pub fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T, ConfigFileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ConfigFileError(format!("cannot read {}: {error}", path.display())))?;
    parse_toml(&path.display().to_string(), &text)
}

fn parse_toml<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, ConfigFileError> {
    toml::from_str(text).map_err(|error| ConfigFileError(in_one_line(name, text, &error)))
}

/// File, line, key and fault. TOML's own message would show the whole line, which may contain the
/// password of a database.
fn in_one_line(name: &str, text: &str, error: &toml::de::Error) -> String {
    let fault = one_line(error.message());
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return format!("{name}: {fault}");
    };
    let line = before.matches('\n').count() + 1;
    match key_at(text, line) {
        Some(key) => format!("{name}, line {line}, {key}: {fault}"),
        None => format!("{name}, line {line}: {fault}"),
    }
}

/// Returns the key that is set on this line, with its table.
fn key_at(text: &str, line: usize) -> Option<String> {
    let mut table = None;
    let mut key = None;
    for line in text.lines().take(line).map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.split_once(']')) {
            (table, key) = (Some(header.0), None);
        } else if let Some((left, _)) = line.split_once('=') {
            key = Some(left.trim());
        }
    }
    match (table, key) {
        (Some(table), Some(key)) => Some(format!("{table}.{key}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_file_is_read() {
        let file = ConfigFile::parse(
            "it.toml",
            r#"
            database_url = "sqlite://x.db"
            cache_url = "memory://"
            listen = "127.0.0.1:0"
            behind_proxy = true
            tls_cert = "cert.pem"
            tls_key = "key.pem"
            trusted_proxy = ["10.0.0.0/8", "fd00::/8"]
            dashboard_listen = "127.0.0.1:8081"
            dashboard_url = "https://licence.example.org"
            require_passkey = true
            connector_token_hours = 24
            base_url = "https://api.example.org"
            sample = true
            no_jobs = true
            webhook_allow = ["127.0.0.0/8"]
            secret_key_file = "secret.key"
            catalogue_folder = "catalogues"
            catalogue_key_file = "catalogue.key"
            log = "info"
            log_format = "json"

            [webhooks]
            retry_delays = ["30s", "2m", "10m", "1h", "6h", "24h"]
            attempt_timeout = "10s"
            refused_ports = [22, 25]

            [registers.UKGC]
            urls = ["https://register.example/a.csv", "http://127.0.0.1:9/b.csv"]
            every = "1m"
            grace = "0"
            max_drop_percent = 100

            [registers.KH]
            urls = []

            [plans.starter]
            requests_per_second = 5
            requests_per_month = "unlimited"

            [retention]
            events = "30d"
            deliveries = "30d"
            "#,
        );
        assert!(file.is_ok(), "{:?}", file.err());
    }

    #[test]
    fn a_fault_names_file_line_and_key() {
        for (text, expected) in [
            ("databse_url = 'x'", "it.toml, line 1, databse_url: unknown field `databse_url`"),
            ("[register.CW]", "it.toml, line 1, register.CW: unknown field `register`"),
            ("\nlisten = 'here'", "it.toml, line 2, listen: \"here\" is not HOST:PORT, an IP"),
            (
                "metrics_listen = '127.0.0.1:99999'",
                "it.toml, line 1, metrics_listen: \"127.0.0.1:99999\" is not HOST:PORT",
            ),
            ("log = 'a'\nsample = 1", "it.toml, line 2, sample: invalid type: integer `1`"),
            ("[registers.XX]\nurls = []", "it.toml, line 1, registers.XX: \"XX\" is not a juris"),
            ("[registers.UKGC]\nurls = ['x']", "it.toml, line 2, registers.UKGC.urls: \"x\" is no"),
            ("[webhooks]\nattempt_timeout = 5", "it.toml, line 2, webhooks.attempt_timeout: inva"),
            ("[webhooks]\nretry_delays = [\n'5x']", "it.toml, line 2, webhooks.retry_delays: "),
            (
                "connector_token_hours = 25",
                "it.toml, line 1, connector_token_hours: \"25\" is not a whole number of hours",
            ),
            ("[plans.gold]", "it.toml, line 1, plans.gold: \"gold\" is not a plan"),
            ("[plans.pro]\npolls_per_hour = -1", "it.toml, line 2, plans.pro.polls_per_hour: inv"),
            ("[plans.pro]\npolls_per_hour = 'all'", "it.toml, line 2, plans.pro.polls_per_hour: i"),
            (
                "[plans.pro]\npolls_per_hour = 99999999999999999999",
                "it.toml, line 2, plans.pro.polls_per_hour: 99999999999999999999 is not a limit: \
                 write a whole number up to 18446744073709551615, or \"unlimited\"",
            ),
            (
                "[webhooks]\nrefused_ports = [70000]",
                "it.toml, line 2, webhooks.refused_ports: invalid value: integer `70000`, \
                 expected a port: a whole number from 0 to 65535",
            ),
            (
                "[retention]\nfacts = '1d'",
                "it.toml, line 2, retention.facts: unknown field `facts`",
            ),
            (
                "[retention]\nevents = '23h'",
                "it.toml, line 2, retention.events: 23h is shorter than 24h",
            ),
            (
                "[registers.CW]\nevery = '59s'",
                "it.toml, line 2, registers.CW.every: 59s is shorter than 1m",
            ),
            (
                "[registers.CW]\nevery = '0s'",
                "it.toml, line 2, registers.CW.every: 0 is shorter than",
            ),
            (
                "[registers.CW]\nmax_drop_percent = 101",
                "it.toml, line 2, registers.CW.max_drop_percent: 101 percent is more than 100",
            ),
            ("listen = ", "it.toml, line 1, listen: "),
            ("database_url = { p = 'hush' }", "it.toml, line 1, database_url: invalid type"),
        ] {
            let error = ConfigFile::parse("it.toml", text).err().unwrap().to_string();
            assert!(error.starts_with(expected), "{error}");
            assert!(!error.contains('\n') && !error.contains("hush"), "{error}");
        }
    }
}
