//! Webhooks.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use licence_core::period::Period;
use uuid::Uuid;

use super::watchlist::AccountFlag;
use super::{ListForm, OneForm};

#[derive(Debug, Subcommand)]
pub(crate) enum WebhooksCommand {
    /// Have events sent to a URL; the signing secret is shown once
    #[command(
        after_help = "Example:\n  licence webhooks create --url https://example.org/hook --event license.status_changed"
    )]
    Create(CreateWebhook),
    /// List the endpoints of the account, without secrets
    #[command(after_help = "Example:\n  licence webhooks list --csv")]
    List {
        #[command(flatten)]
        account: AccountFlag,
        #[command(flatten)]
        form: ListForm,
    },
    /// Change an endpoint; settings that are not given stay as they are
    #[command(after_help = "Example:\n  licence webhooks update 5b0f0f0c-… --active false")]
    Update(UpdateWebhook),
    /// Delete an endpoint with its secrets and deliveries
    #[command(after_help = "Example:\n  licence webhooks delete 5b0f0f0c-…")]
    Delete(OneWebhook),
    /// Give an endpoint a new secret; the old one also signs for another 7 days
    #[command(after_help = "Example:\n  licence webhooks rotate 5b0f0f0c-…")]
    Rotate(OneWebhook),
    /// End the old secret of an endpoint at once, not after 7 days; on a database only
    #[command(
        after_help = "Example:\n  licence webhooks end-old-secret 5b0f0f0c-… --account 0a8f21c4-…"
    )]
    EndOldSecret(OneWebhook),
    /// List the deliveries to an endpoint, the newest first
    #[command(after_help = "Example:\n  licence webhooks deliveries 5b0f0f0c-… --status abandoned")]
    Deliveries {
        /// The endpoint, as `webhooks list` prints it
        id: String,
        /// all, pending, delivered, failed or abandoned [default: all]
        #[arg(long, value_name = "STATUS")]
        status: Option<String>,
        /// The most deliveries, 1 to 200 [default: 100]
        #[arg(long, value_name = "N", allow_hyphen_values = true)]
        limit: Option<String>,
        #[command(flatten)]
        account: AccountFlag,
        #[command(flatten)]
        form: ListForm,
    },
    /// Send a signed test.ping to an endpoint; exit code 1 when it was not accepted
    #[command(after_help = "Example:\n  licence webhooks test 5b0f0f0c-…")]
    Test(OneWebhook),
    /// Verify the signature of a delivery that was received; asks no service
    ///
    /// Exit code 0 when it is valid, 1 when it is not.
    #[command(
        after_help = "Example:\n  licence webhooks verify body.json --signature \"$SIGNATURE\" --secret whsec_…"
    )]
    Verify(VerifyWebhook),
}

impl WebhooksCommand {
    /// Returns the account that the command names.
    pub(crate) fn account(&self) -> Option<Uuid> {
        match self {
            Self::Create(CreateWebhook { account, .. })
            | Self::List { account, .. }
            | Self::Update(UpdateWebhook { account, .. })
            | Self::Deliveries { account, .. } => account.account,
            Self::Delete(one) | Self::Rotate(one) | Self::EndOldSecret(one) | Self::Test(one) => {
                one.account.account
            }
            Self::Verify(_) => None,
        }
    }
}

/// The operators whose events are sent.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(crate) struct WatchlistFlags {
    /// Events of every operator
    #[arg(long, alias = "all-watchlist", conflicts_with = "watchlist_only")]
    no_watchlist_only: bool,
    /// Events of the operators on the watchlist only; the default of a new endpoint
    #[arg(long)]
    watchlist_only: bool,
}

impl WatchlistFlags {
    /// Returns what the flags say; `None` without either of them.
    pub(crate) fn watchlist_only(self) -> Option<bool> {
        match (self.watchlist_only, self.no_watchlist_only) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CreateWebhook {
    /// The URL to send to: https, at most 2048 characters
    #[arg(long)]
    pub(crate) url: String,
    /// An event to send; may repeat
    #[arg(long = "event", value_name = "EVENT", value_delimiter = ',', required = true)]
    pub(crate) events: Vec<String>,
    #[command(flatten)]
    pub(crate) watchlist: WatchlistFlags,
    /// A description, at most 500 characters
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,
    #[command(flatten)]
    pub(crate) account: AccountFlag,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct UpdateWebhook {
    /// The endpoint, as `webhooks list` prints it
    pub(crate) id: String,
    /// The URL to send to: https, at most 2048 characters
    #[arg(long)]
    pub(crate) url: Option<String>,
    /// An event to send, instead of the earlier ones; may repeat
    #[arg(long = "event", value_name = "EVENT", value_delimiter = ',')]
    pub(crate) events: Vec<String>,
    #[command(flatten)]
    pub(crate) watchlist: WatchlistFlags,
    /// Whether it gets new deliveries
    #[arg(long, value_name = "BOOL")]
    pub(crate) active: Option<bool>,
    /// A description, at most 500 characters
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,
    /// Remove the description
    #[arg(long, conflicts_with = "description")]
    pub(crate) no_description: bool,
    #[command(flatten)]
    pub(crate) account: AccountFlag,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct OneWebhook {
    /// The endpoint, as `webhooks list` prints it
    pub(crate) id: String,
    #[command(flatten)]
    pub(crate) account: AccountFlag,
    #[command(flatten)]
    pub(crate) form: OneForm,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct VerifyWebhook {
    /// The body as it was received, byte for byte; - for standard input
    #[arg(default_value = "-", value_name = "FILE|-")]
    pub(crate) payload: PathBuf,
    /// The value of the header X-Service-Signature
    #[arg(long, value_name = "HEADER")]
    pub(crate) signature: String,
    /// The signing secret of the endpoint; while it is rotated, both, one flag each
    #[arg(
        long,
        env = "LICENCE_WEBHOOK_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        value_delimiter = ',',
        value_parser = clap::builder::NonEmptyStringValueParser::new(),
        required = true
    )]
    pub(crate) secret: Vec<String>,
    /// How far the signature's time may lie from now, like 5m or 300s
    #[arg(long, value_name = "DURATION", default_value = "300s", value_parser = tolerance)]
    pub(crate) tolerance: Period,
}

/// Parses a duration; a number alone is seconds, as verifiers of other languages take it.
fn tolerance(text: &str) -> Result<Period, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("{text}s").parse() } else { text.parse() }
}
