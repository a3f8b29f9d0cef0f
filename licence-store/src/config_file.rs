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
use licence_core::webhook::url_policy::UrlPolicy;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use crate::error::one_line;
use crate::events::Retention;
use crate::webhooks::{WebhookOptions, WebhookTable};

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
    #[serde(deserialize_with = "path")]
    pub tls_cert: Option<PathBuf>,
    #[serde(deserialize_with = "path")]
    pub tls_key: Option<PathBuf>,
    pub trusted_proxy: Option<Vec<Network>>,
    pub base_url: Option<BaseUrl>,
    pub sample: Option<bool>,
    pub no_jobs: Option<bool>,
    pub webhook_allow: Option<Vec<Network>>,
    #[serde(deserialize_with = "path")]
    pub secret_key_file: Option<PathBuf>,
    #[serde(deserialize_with = "path")]
    pub catalogue_folder: Option<PathBuf>,
    #[serde(deserialize_with = "path")]
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

    /// Returns how webhooks are sent. They do not call the service itself by its public names.
    pub fn webhook_options(&self) -> WebhookOptions {
        let allowed = self.webhook_allow.iter().flatten().map(|network| network.0).collect();
        let base_url = self.base_url.as_ref().map(BaseUrl::as_str);
        let urls = [self.dashboard_url.as_ref(), self.connector_url.as_ref()];
        let own_urls = [base_url].into_iter().chain(urls.map(|url| url.map(Origin::as_str)));
        let allowing = UrlPolicy::allowing(allowed);
        let policy = own_urls.flatten().fold(allowing, UrlPolicy::except_service_at);
        WebhookOptions::from_table(self.webhooks.clone(), policy, self.secret_key_file.clone())
    }
}

/// Reads the path of an option. An empty one is refused here, where file, line and key are known.
fn path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    match path.as_os_str().is_empty() {
        true => Err(de::Error::custom("\"\" is no path; leave the line out for the default")),
        false => Ok(Some(path)),
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
mod tests;
