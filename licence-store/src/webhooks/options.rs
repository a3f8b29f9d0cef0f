//! How webhooks are sent.

use std::path::PathBuf;

use licence_core::period::Period;
use licence_core::webhook::retry::RetrySchedule;
use licence_core::webhook::url_policy::UrlPolicy;
use serde::Deserialize;
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
    pub refused_ports: Vec<u16>,
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
