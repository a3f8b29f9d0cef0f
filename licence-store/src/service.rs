//! What a service needs beside questions, readings, exports and history.
//!
//! A program that only asks needs nothing of this module. The methods are those of
//! [`Store`](crate::Store); here are their types.
//!
//! | family | methods | types |
//! |---|---|---|
//! | accounts and keys | `create_account`, `create_key`, `revoke_key` | [`NewKey`] |
//! | members and sessions | `invite_member`, `use_link`, `session`, `disable_member` | [`NewLink`], [`NewSession`], [`MemberChange`] |
//! | the connector | `client`, `propose_code`, `exchange_code`, `refresh_tokens`, `connector_caller`, `grants` | [`ClientRecord`], [`ConnectorCaller`], [`ConnectorError`], [`IssuedTokens`] |
//! | access | `key_status`, `key_status_for_caller`, `keep_key_lease` | [`KeyStatus`], [`KeyHolder`], [`MonotonicClock`] |
//! | admission | `admit`, `refund`, `quota_use`, `flush_usage` | [`QuotaRequest`], [`Admission`] |
//! | the overview of an account | `count_request`, `daily_usage`, `refusals` | [`CountedRequest`], [`RefusalCause`] |
//! | watchlists | `watch_operator`, `watch_operators`, `watchlist_events`, `latest_events`, `event_detail`, `watched_with_events`, `watched_among` | [`WatchResult`], [`EventFilter`], [`EventDetail`], [`WatchedOperator`] |
//! | webhooks | `create_webhook`, `webhook_activity`, `latest_deliveries`, `resend_delivery`, and a [`Sender`] that delivers | [`WebhookOptions`], [`DeliveryCounts`], [`DeliveryList`], [`ResendResult`] |
//! | records of checks | `save_evidence`, `evidence`, `account_evidence`, `revoke_evidence`, `reads_of_answer` | [`Evidence`](licence_core::evidence::Evidence) |
//! | scheduled tasks | `announce_coverage`, `warn_of_expiry`, `prune` | [`CoverageRun`], [`ExpiryRun`], [`PruneRun`] |
//! | the configuration file | | [`ConfigFile`], [`read_toml`] |
//! | health | `health`, `inspect_database`, `try_write` | [`Health`] |

pub use crate::config_file::{
    BaseUrl, ConfigFile, ConfigFileError, ListenAddress, LogFormat, read_toml,
};
pub use crate::connect::sqlite_file;
pub use crate::connector::{
    ClientRecord, ConnectorCaller, ConnectorError, FoundClient, IssuedTokens,
};
pub use crate::coverage::CoverageRun;
pub use crate::deliveries::{Sender, SenderClock};
#[doc(hidden)]
pub use crate::error::one_line;
pub use crate::event_detail::EventDetail;
pub use crate::events::{PruneRun, Retention};
pub use crate::expiry::ExpiryRun;
pub use crate::feed::EventFilter;
pub use crate::files::{files_of, secret_key_beside};
pub use crate::health::Health;
pub use crate::invitations::NewLink;
pub use crate::keys::{KeyHolder, KeyStatus, MonotonicClock, NewKey};
pub use crate::members::MemberChange;
pub use crate::sessions::{NewSession, SignInOrigin};
pub use crate::usage::{Admission, CountedRequest, QuotaRequest, RefusalCause};
pub use crate::value_file::{ValueFileError, value_from_file};
pub use crate::watchlist::{WatchAllResult, WatchResult, WatchedOperator, WatchlistOrder};
pub use crate::webhooks::{
    DeliveryCounts, DeliveryList, ResendResult, SentTest, WebhookOptions, WebhookTable,
};
