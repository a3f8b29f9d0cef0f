//! How webhooks are sent.

use std::path::PathBuf;

use licence_core::period::Period;
use licence_core::webhook::retry::RetrySchedule;
use licence_core::webhook::url_policy::UrlPolicy;
use licence_core::whole_number::whole_number;
use serde::Deserialize;
use serde::de::{self, Deserializer};

use crate::outbound::PostOptions;

/// How webhooks are sent.
#[derive(Clone, Debug, Default)]
pub struct WebhookOptions {
    /// Where webhooks may go, and how long an attempt may take.
    pub post: PostOptions,
    /// When a delivery is retried.
    pub retry: RetrySchedule,
    /// The file with the key that seals the secrets: 32 bytes as one line of base64. An absent file
    /// is created with mode 0600. Without this option the file lies beside a SQLite database; on
    /// PostgreSQL webhooks need the option.
    pub secret_key_file: Option<PathBuf>,
}

/// `[webhooks]` of a configuration file (decisions 1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WebhookTable {
    /// The waits before the second and later attempts.
    pub retry_delays: Option<RetrySchedule>,
    /// How long an attempt may take, at least a millisecond.
    #[serde(deserialize_with = "attempt_timeout")]
    pub attempt_timeout: Option<Period>,
    /// Ports that no webhook may name.
    #[serde(deserialize_with = "ports")]
    pub refused_ports: Vec<u16>,
}

fn attempt_timeout<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Period>, D::Error> {
    let timeout = Period::deserialize(deserializer)?;
    match timeout.0.is_zero() {
        true => {
            Err(de::Error::custom(format!("{timeout} is shorter than 1ms; an attempt needs time")))
        }
        false => Ok(Some(timeout)),
    }
}

fn ports<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
    let ports = Vec::<Port>::deserialize(deserializer)?;
    Ok(ports.into_iter().map(|Port(port)| port).collect())
}

/// A port of the configuration file.
struct Port(u16);

impl<'de> Deserialize<'de> for Port {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        whole_number(deserializer, "a port: a whole number from 0 to 65535", 0..=u16::MAX).map(Self)
    }
}

impl WebhookOptions {
    /// Returns the options of the table, with defaults for the rest.
    pub fn from_table(
        table: WebhookTable,
        mut policy: UrlPolicy,
        secret_key_file: Option<PathBuf>,
    ) -> Self {
        policy.refused_ports = table.refused_ports;
        let mut post = PostOptions { policy, ..PostOptions::default() };
        if let Some(Period(attempt_timeout)) = table.attempt_timeout {
            post.attempt_timeout = attempt_timeout;
        }
        Self { post, retry: table.retry_delays.unwrap_or_default(), secret_key_file }
    }
}
