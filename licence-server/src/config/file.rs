//! The TOML file.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use licence_core::account::plan::{Plan, PlanTable};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::network::Network;
use licence_core::oauth::AccessLifetime;
use licence_core::origin::Origin;
use licence_core::register::sources::RegisterTable;
use licence_store::service::{RetentionTable, WebhookTable};
use serde::Deserialize;

use super::error::ConfigError;
use super::values::{BaseUrl, LogFormat};

/// The keys of the file: those of the flags, and the tables.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct File {
    pub(super) database_url: Option<String>,
    pub(super) cache_url: Option<String>,
    pub(super) listen: Option<SocketAddr>,
    pub(super) metrics_listen: Option<SocketAddr>,
    pub(super) metrics_remote: Option<bool>,
    pub(super) dashboard_listen: Option<SocketAddr>,
    pub(super) dashboard_url: Option<Origin>,
    pub(super) require_passkey: Option<bool>,
    pub(super) connector_listen: Option<SocketAddr>,
    pub(super) connector_url: Option<Origin>,
    pub(super) connector_token_hours: Option<AccessLifetime>,
    pub(super) behind_proxy: Option<bool>,
    pub(super) tls_cert: Option<PathBuf>,
    pub(super) tls_key: Option<PathBuf>,
    pub(super) trusted_proxy: Option<Vec<Network>>,
    pub(super) base_url: Option<BaseUrl>,
    pub(super) sample: Option<bool>,
    pub(super) no_jobs: Option<bool>,
    pub(super) webhook_allow: Option<Vec<Network>>,
    pub(super) secret_key_file: Option<PathBuf>,
    pub(super) catalogue_folder: Option<PathBuf>,
    pub(super) catalogue_key_file: Option<PathBuf>,
    pub(super) log: Option<String>,
    pub(super) log_format: Option<LogFormat>,
    pub(super) webhooks: WebhookTable,
    pub(super) registers: BTreeMap<JurisdictionCode, RegisterTable>,
    pub(super) plans: BTreeMap<Plan, PlanTable>,
    pub(super) retention: RetentionTable,
}

impl File {
    /// Reads the file at this path.
    pub(super) fn read(path: &Path) -> Result<Self, ConfigError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError(format!("cannot read {name}: {error}")))?;
        Self::parse(&name, &text)
    }

    /// Reads the text of a file of this name.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError(in_one_line(name, text, &error)))
    }
}

/// File, line, key and fault. TOML's own message would show the whole line, where a database's
/// password may stand.
fn in_one_line(name: &str, text: &str, error: &toml::de::Error) -> String {
    let fault = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return format!("{name}: {fault}");
    };
    let line = before.matches('\n').count() + 1;
    match key_at(text, line) {
        Some(key) => format!("{name}, line {line}, {key}: {fault}"),
        None => format!("{name}, line {line}: {fault}"),
    }
}

/// The key that is set on this line, with its table.
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
        let file = File::parse(
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
            every = "6h"
            grace = "0"

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
            ("\nlisten = 'here'", "it.toml, line 2, listen: invalid socket address syntax"),
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
                "[retention]\nfacts = '1d'",
                "it.toml, line 2, retention.facts: unknown field `facts`",
            ),
            (
                "[retention]\nevents = '23h'",
                "it.toml, line 2, retention.events: 23h is shorter than 24h",
            ),
            ("listen = ", "it.toml, line 1, listen: "),
            ("database_url = { p = 'hush' }", "it.toml, line 1, database_url: invalid type"),
        ] {
            let error = File::parse("it.toml", text).err().unwrap().to_string();
            assert!(error.starts_with(expected), "{error}");
            assert!(!error.contains('\n') && !error.contains("hush"), "{error}");
        }
    }
}
