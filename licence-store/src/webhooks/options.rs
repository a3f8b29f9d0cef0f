//! How webhooks are sent.

use std::fmt;
use std::path::PathBuf;

use licence_core::period::Period;
use licence_core::webhook::retry::RetrySchedule;
use licence_core::webhook::url_policy::UrlPolicy;
use serde::Deserialize;
use serde::de::{self, Deserializer, Unexpected, Visitor};
use thiserror::Error;

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
    pub retry_delays: Option<Vec<Period>>,
    /// How long an attempt may take.
    pub attempt_timeout: Option<Period>,
    /// Ports that no webhook may name.
    #[serde(deserialize_with = "ports")]
    pub refused_ports: Vec<u16>,
}

fn ports<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
    let ports = Vec::<Port>::deserialize(deserializer)?;
    Ok(ports.into_iter().map(|Port(port)| port).collect())
}

/// A port of the configuration file. An error about it says the limits instead of a type of Rust.
struct Port(u16);

impl<'de> Deserialize<'de> for Port {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PortVisitor;

        impl Visitor<'_> for PortVisitor {
            type Value = Port;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a port: a whole number from 0 to 65535")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Port, E> {
                let unexpected = || E::invalid_value(Unexpected::Signed(number), &self);
                u16::try_from(number).map(Port).map_err(|_| unexpected())
            }
        }

        deserializer.deserialize_i64(PortVisitor)
    }
}

/// The error of a table with an attempt timeout of zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("webhooks.attempt_timeout is 0; an attempt needs time")]
pub struct NoTimeForAttempts;

impl WebhookOptions {
    /// Returns the options of the table, with defaults for the rest.
    ///
    /// # Errors
    /// [`NoTimeForAttempts`]
    pub fn from_table(
        table: WebhookTable,
        mut policy: UrlPolicy,
        secret_key_file: Option<PathBuf>,
    ) -> Result<Self, NoTimeForAttempts> {
        policy.refused_ports = table.refused_ports;
        let mut post = PostOptions { policy, ..PostOptions::default() };
        if let Some(Period(attempt_timeout)) = table.attempt_timeout {
            if attempt_timeout.is_zero() {
                return Err(NoTimeForAttempts);
            }
            post.attempt_timeout = attempt_timeout;
        }
        let retry = table.retry_delays.map(RetrySchedule::new).unwrap_or_default();
        Ok(Self { post, retry, secret_key_file })
    }
}
