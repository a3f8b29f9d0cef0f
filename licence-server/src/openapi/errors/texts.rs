//! The error texts of the examples.

use licence_core::account::plan::Plan;

use crate::problem::ProblemKind::{self, *};

/// Returns the error text and the field at fault of a problem kind's example.
pub(super) const fn error_and_field(kind: ProblemKind) -> (&'static str, Option<&'static str>) {
    match kind {
        InvalidInput => ("The parameter limit is given twice.", Some("limit")),
        AsOfNotSupported => ("An export shows the present; it takes no as_of.", Some("as_of")),
        NotAValidHostname => ("\"https://a.example\" is not a bare hostname.", Some("domain")),
        HostnameTooLong => ("The hostname has 260 characters; the limit is 253.", Some("domain")),
        MissingRequiredParameter => {
            ("A check needs the parameter domain or the parameter license_number.", None)
        }
        ConflictingParameters => ("A check takes domain or license_number, not both.", None),
        InvalidPagination | JurisdictionPagination => {
            ("limit is 500; it goes from 1 to 200.", Some("limit"))
        }
        InvalidCursor => ("The cursor cannot be read.", Some("cursor")),
        SinceExceedsRetentionWindow => {
            ("since lies 45 days back; events are kept for 30 days.", Some("since"))
        }
        InvalidEventType => ("\"license.gone\" is not an event name.", Some("events")),
        InvalidUrl => ("\"example\" is no absolute URL.", Some("url")),
        InvalidScheme => ("The URL has the scheme http; webhooks need https.", Some("url")),
        EmptyHost => ("The URL names no host.", Some("url")),
        BlockedHostname => ("Webhooks are not sent to localhost.", Some("url")),
        UnresolvableHost => ("hooks.example has no address.", Some("url")),
        PrivateIpBlocked => {
            ("hooks.example resolves to an address that is not public.", Some("url"))
        }
        InvalidSlug => ("\"lantern spin\" is not a slug.", Some("slug")),
        InvalidLicenseId => ("\"000102-R\" is not a UUID.", Some("license_id")),
        InvalidJurisdictionCode => ("\"U-K\" is not a jurisdiction code.", Some("code")),
        ApiKeyMissing => ("This endpoint needs an API key.", None),
        MalformedHeader => ("The Authorization header is not of the form Bearer <key>.", None),
        ApiKeyInvalid => ("The API key is not known.", None),
        ApiKeyRevoked => ("The API key was revoked.", None),
        ApiKeyExpired => ("The API key expired.", None),
        PlanInactive => ("The account has no active plan.", None),
        EndpointRequiresPaidPlan => ("Trial keys cannot use this endpoint.", None),
        ExportRequiresPro => ("The plan starter includes no exports.", None),
        WatchlistQuotaExceeded => ("The watchlist holds 25 of 25 operators.", None),
        WebhookQuotaExceeded => ("The account has 1 of 1 webhook endpoints.", None),
        RouteNotFound => ("No route has the path \"/v1/nothing\".", None),
        OperatorNotFound => ("No operator has the slug \"nobody\".", None),
        LicenseNotFound => ("No licence has this id.", None),
        JurisdictionNotFound => ("\"XX\" is none of the seven jurisdictions.", None),
        WebhookNotFound => ("The account has no webhook with this id.", None),
        DatasetNotFound => ("\"brands\" is no dataset.", None),
        MethodNotAllowed => ("\"/v1/check/batch\" does not take the method \"GET\".", None),
        WatchlistDuplicate => {
            ("harbour-lantern-gaming-limited is watched already.", Some("operator_slug"))
        }
        NoActiveSecret => ("The webhook has no unexpired secret.", None),
        KeylessQuotaExceeded => ("10 of 10 requests of this hour are used.", None),
        PerSecondLimitExceeded => ("5 of 5 requests of this second are used.", None),
        PrelaunchDailyCap => ("1000 of 1000 requests of this day are used.", None),
        WatchlistEventsPollLimit => ("10 of 10 polls of this hour are used.", None),
        ExportDailyLimitReached => ("10 of 10 exports of this day are used.", None),
        MonthlyRequestLimitReached => ("10000 of 10000 requests of this month are used.", None),
        InternalError => ("The service failed to answer this request.", None),
        ServiceOverloaded => ("The server has too many requests at once.", None),
        DatabaseUnavailable => ("The service cannot reach its database.", None),
    }
}

/// Returns the limit in the example of a limit's problem kind, which is used up, and when it resets.
pub(super) const fn limit(kind: ProblemKind) -> Option<(u64, Option<&'static str>)> {
    const HOUR: Option<&str> = Some("2026-11-01T07:00:00.000Z");
    const DAY: Option<&str> = Some("2026-11-02T00:00:00.000Z");
    Some(match kind {
        WatchlistQuotaExceeded => (25, None),
        WebhookQuotaExceeded => (1, None),
        KeylessQuotaExceeded | WatchlistEventsPollLimit => (10, HOUR),
        PerSecondLimitExceeded => (5, Some("2026-11-01T06:00:01.000Z")),
        PrelaunchDailyCap => (1_000, DAY),
        ExportDailyLimitReached => (10, DAY),
        MonthlyRequestLimitReached => (10_000, Some("2026-12-01T00:00:00.000Z")),
        _ => return None,
    })
}

/// Returns the plan in the example of a problem kind that a plan or a limit decides.
pub(super) const fn plan_tier(kind: ProblemKind) -> Option<&'static str> {
    match kind {
        KeylessQuotaExceeded => Some("public"),
        PlanInactive => Some(Plan::Canceled.as_str()),
        PrelaunchDailyCap => Some(Plan::Trial.as_str()),
        ExportDailyLimitReached => Some(Plan::Pro.as_str()),
        ExportRequiresPro
        | WatchlistQuotaExceeded
        | WebhookQuotaExceeded
        | PerSecondLimitExceeded
        | WatchlistEventsPollLimit
        | MonthlyRequestLimitReached => Some(Plan::Starter.as_str()),
        _ => None,
    }
}
