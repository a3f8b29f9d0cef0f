//! A request to count.

use licence_core::account::AccountId;
use licence_core::account::daily_usage::RouteClass;
use licence_core::account::key::KeyId;
use licence_core::time::Timestamp;

/// A request whose outcome is known.
#[derive(Clone, Copy, Debug)]
pub struct CountedRequest {
    /// The account that made it.
    pub account_id: AccountId,
    /// The key that made it; `None` for a member of the account.
    pub key_id: Option<KeyId>,
    /// The routes it belongs to.
    pub route_class: RouteClass,
    /// When it was admitted or refused.
    pub at: Timestamp,
}

/// Why a request was refused or failed.
#[derive(Clone, Copy, Debug)]
pub struct RefusalCause<'r> {
    /// Method and path, without the values of its parameters.
    pub route: &'static str,
    /// The `code` of the error body.
    pub code: &'static str,
    /// The `details.reason` of the error body.
    pub reason: &'static str,
    /// The id of the request.
    pub request_id: &'r str,
}
