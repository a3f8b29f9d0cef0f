//! Why a request is refused or fails, as the API says it: the one table of status, code and reason
//! (specification 7, and two rows of our own).

/// Declares [`ProblemKind`], so that status, code, reason and suggestion of a kind are in one place.
macro_rules! problem_kinds {
    ($( $(#[$meta:meta])* $kind:ident: $status:literal $code:literal $reason:literal, $suggestion:literal; )+) => {
        /// A row of the specification's section 7: decides status, `code` and `details.reason`.
        ///
        /// Exhaustive, because a front end words each kind in its own way.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ProblemKind {
            $( $(#[$meta])* $kind, )+
        }

        impl ProblemKind {
            /// Every problem kind, in the order of the specification; ours come last.
            pub const ALL: &'static [Self] = &[ $( Self::$kind, )+ ];

            /// Returns the status of HTTP, `code` and `details.reason`.
            pub const fn columns(self) -> (u16, &'static str, &'static str) {
                match self { $( Self::$kind => ($status, $code, $reason), )+ }
            }

            /// Returns `details.reason`.
            pub const fn reason(self) -> &'static str {
                self.columns().2
            }

            /// Returns what the caller can do about the problem, unless the problem replaces it.
            pub const fn suggestion(self) -> &'static str {
                match self { $( Self::$kind => $suggestion, )+ }
            }
        }
    };
}

problem_kinds! {
    /// A query parameter, a path or a body is malformed, repeated or not available.
    InvalidInput: 400 "invalid_query" "invalid_input",
        "Correct the request and send it again.";
    /// An export as of an instant.
    AsOfNotSupported: 400 "invalid_query" "as_of_not_supported",
        "Leave as_of out: an export shows the present. Ask /v1/licenses/{license_id}?as_of=… for the past of one licence.";
    /// `domain` is no bare hostname.
    NotAValidHostname: 400 "invalid_query" "not_a_valid_hostname",
        "Send the bare hostname, such as example.com, without scheme, path or port.";
    /// `domain` is longer than 253 characters.
    HostnameTooLong: 400 "invalid_query" "hostname_too_long",
        "Send a hostname of at most 253 characters.";
    /// Neither `domain` nor `license_number` is given.
    MissingRequiredParameter: 400 "invalid_query" "missing_required_parameter",
        "Add domain=<hostname> or license_number=<number> to the query.";
    /// Two parameters that exclude each other.
    ConflictingParameters: 400 "invalid_query" "conflicting_parameters",
        "Send one of the two parameters, not both.";
    /// `limit` or `offset` of the watchlist's operators.
    InvalidPagination: 400 "invalid_query" "invalid_pagination",
        "Send a limit from 1 to 200 and an offset of 0 or more.";
    /// The cursor of the watchlist's events.
    InvalidCursor: 400 "invalid_query" "invalid_cursor",
        "Send next_cursor of the page before, unchanged, or begin again with since.";
    /// `since` lies before the oldest event kept.
    SinceExceedsRetentionWindow: 400 "invalid_query" "since_exceeds_retention_window",
        "Send a since of at most 30 days ago.";
    /// An unknown event name.
    InvalidEventType: 400 "invalid_query" "invalid_event_type",
        "Subscribe to the event names of the description only.";
    /// The address of a webhook is no URL.
    InvalidUrl: 400 "invalid_query" "invalid_url",
        "Send an absolute https URL of at most 2048 characters.";
    /// The address of a webhook is not https.
    InvalidScheme: 400 "invalid_query" "invalid_scheme",
        "Send an https URL.";
    /// The address of a webhook names no host.
    EmptyHost: 400 "invalid_query" "empty_host",
        "Send a URL with a host name.";
    /// The host of a webhook is never called.
    BlockedHostname: 400 "invalid_query" "blocked_hostname",
        "Send the URL of a host on the public internet.";
    /// The host of a webhook has no address.
    UnresolvableHost: 400 "invalid_query" "unresolvable_host",
        "Send the URL of a host that resolves in the public DNS.";
    /// The host of a webhook has an address that is never called.
    PrivateIpBlocked: 400 "invalid_query" "private_ip_blocked",
        "Send the URL of a host with public addresses only.";
    /// A slug with other characters, empty or too long.
    InvalidSlug: 400 "invalid_slug" "invalid_input",
        "Send an operator slug: 1 to 100 letters, digits and hyphens.";
    /// `limit` or `offset` of a jurisdiction's operators.
    JurisdictionPagination: 400 "invalid_pagination" "invalid_input",
        "Send a limit from 1 to 200 and an offset of 0 or more.";
    /// A licence id that is no UUID.
    InvalidLicenseId: 400 "invalid_license_id" "invalid_input",
        "Send the id of a licence, a UUID, not its number. Checks and operators show it.";
    /// A jurisdiction code of another form.
    InvalidJurisdictionCode: 400 "invalid_jurisdiction_code" "invalid_input",
        "Send a code of 2 to 16 letters or digits; /v1/jurisdictions lists them.";
    /// No `Authorization` header where a key is needed.
    ApiKeyMissing: 401 "auth_required" "api_key_missing",
        "Send the header Authorization: Bearer <API_KEY>.";
    /// An `Authorization` header of another form.
    MalformedHeader: 401 "auth_invalid" "malformed_header",
        "Send exactly one header of the form Authorization: Bearer <API_KEY>.";
    /// No such key.
    ApiKeyInvalid: 401 "auth_invalid" "api_key_invalid",
        "Check that the key was copied whole: 36 characters that begin with lic_.";
    /// The key was revoked.
    ApiKeyRevoked: 401 "auth_revoked" "api_key_revoked",
        "Use another key of the account, or create one.";
    /// The key expired.
    ApiKeyExpired: 401 "auth_revoked" "api_key_expired",
        "Use another key of the account, or create one with a later expiry.";
    /// The account has no plan, or one that ended.
    PlanInactive: 402 "payment_required" "plan_inactive",
        "Choose a plan for the account; its keys then work again.";
    /// A trial key where trial keys do not go.
    EndpointRequiresPaidPlan: 402 "payment_required" "endpoint_requires_paid_plan",
        "Choose a paid plan. Trial keys may check and use the endpoints that need no key.";
    /// An export below the plan that includes it.
    ExportRequiresPro: 402 "payment_required" "export_requires_pro",
        "Choose the plan Pro or a higher one to export.";
    /// The watchlist is full.
    WatchlistQuotaExceeded: 403 "quota_exceeded" "watchlist_quota_exceeded",
        "Remove an operator from the watchlist, or choose a higher plan.";
    /// The plan's webhook endpoints are in use.
    WebhookQuotaExceeded: 403 "quota_exceeded" "webhook_quota_exceeded",
        "Delete a webhook endpoint, or choose a higher plan.";
    /// No such route.
    RouteNotFound: 404 "not_found" "route_not_found",
        "The routes are described at /openapi.json; a trailing slash is another path.";
    /// No operator has this slug.
    OperatorNotFound: 404 "not_found" "operator_not_found",
        "Find the slug with /v1/operators/search?q=…";
    /// No licence has this id.
    LicenseNotFound: 404 "not_found" "license_not_found",
        "Use license_id of a check or of an operator's licences; a licence number is asked with /v1/check?license_number=…";
    /// No jurisdiction has this code.
    JurisdictionNotFound: 404 "not_found" "jurisdiction_not_found",
        "/v1/jurisdictions lists the codes.";
    /// No webhook of the account has this id.
    WebhookNotFound: 404 "not_found" "webhook_not_found",
        "GET /v1/webhooks lists the endpoints of the account.";
    /// No such dataset.
    DatasetNotFound: 404 "not_found" "dataset_not_found",
        "Export licences, operators or domains.";
    /// The route takes other methods.
    MethodNotAllowed: 405 "method_not_allowed" "method_not_allowed",
        "Use a method that the Allow header lists.";
    /// The operator is on the watchlist already.
    WatchlistDuplicate: 409 "invalid_query" "watchlist_duplicate",
        "Nothing is to be done: the operator is watched.";
    /// No secret to sign a test with.
    NoActiveSecret: 409 "invalid_query" "no_active_secret",
        "Rotate the secret of the endpoint, then test it again.";
    /// The hourly cap of calls without a key.
    KeylessQuotaExceeded: 429 "rate_limited" "quota_exceeded",
        "Wait until reset_at, or send an API key: keyed calls are not counted by address.";
    /// The plan's requests of one second.
    PerSecondLimitExceeded: 429 "rate_limited" "per_second_limit_exceeded",
        "Wait one second; send requests more evenly, or up to 100 domains in one batch.";
    /// A trial key's requests of one day.
    PrelaunchDailyCap: 429 "rate_limited" "prelaunch_daily_cap",
        "Wait until reset_at, or choose a paid plan.";
    /// The plan's polls of one hour.
    WatchlistEventsPollLimit: 429 "rate_limited" "watchlist_events_poll_limit",
        "Wait until reset_at; X-Poll-Recommended-Interval tells how often to poll.";
    /// The plan's exports of one day.
    ExportDailyLimitReached: 429 "rate_limited" "export_daily_limit_reached",
        "Wait until reset_at, or choose a higher plan.";
    /// The plan's requests of one month.
    MonthlyRequestLimitReached: 429 "quota_exceeded" "monthly_request_limit_reached",
        "Wait until reset_at, or choose a higher plan.";
    /// The service failed.
    InternalError: 500 "server_error" "internal_error",
        "Try again after 1, 2 and 4 seconds; if it goes on failing, report the X-Request-Id.";
    /// The server has no capacity left for this kind of request. Not in the specification.
    ServiceOverloaded: 503 "service_overloaded" "too_many_requests_at_once",
        "Try again after the seconds of Retry-After; this request was not charged.";
    /// The database cannot be reached. Not in the specification.
    DatabaseUnavailable: 503 "service_unavailable" "database_unavailable",
        "Try again after the seconds of Retry-After; this request was not charged.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_reason_tell_the_kinds_apart() {
        let mut pairs: Vec<_> = ProblemKind::ALL.iter().map(|kind| kind.columns()).collect();
        assert!(pairs.iter().all(|(status, ..)| (400..600).contains(status)), "{pairs:?}");
        pairs.sort_unstable_by_key(|(_, code, reason)| (*code, *reason));
        pairs.dedup_by_key(|(_, code, reason)| (*code, *reason));
        assert_eq!(pairs.len(), ProblemKind::ALL.len());
    }
}
