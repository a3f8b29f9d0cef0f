//! The error texts of the examples.

use licence_core::account::plan::Plan;

use crate::problem::ProblemKind;

/// Returns the error text and the field at fault of a problem kind's example.
pub(super) const fn error_and_field(kind: ProblemKind) -> (&'static str, Option<&'static str>) {
    match kind {
        ProblemKind::InvalidInput => ("The parameter limit is given twice.", Some("limit")),
        ProblemKind::AsOfNotSupported => {
            ("An export shows the present; it takes no as_of.", Some("as_of"))
        }
        ProblemKind::NotAValidHostname => {
            ("\"https://a.example\" is not a bare hostname.", Some("domain"))
        }
        ProblemKind::HostnameTooLong => {
            ("The hostname has 260 characters; the limit is 253.", Some("domain"))
        }
        ProblemKind::MissingRequiredParameter => {
            ("A check needs the parameter domain or the parameter license_number.", None)
        }
        ProblemKind::ConflictingParameters => {
            ("A check takes domain or license_number, not both.", None)
        }
        ProblemKind::InvalidPagination | ProblemKind::JurisdictionPagination => {
            ("limit is 500; it goes from 1 to 200.", Some("limit"))
        }
        ProblemKind::InvalidCursor => ("The cursor cannot be read.", Some("cursor")),
        ProblemKind::SinceExceedsRetentionWindow => {
            ("since lies 45 days back; events are kept for 30 days.", Some("since"))
        }
        ProblemKind::InvalidEventType => ("\"license.gone\" is not an event name.", Some("events")),
        ProblemKind::InvalidUrl => ("\"example\" is no absolute URL.", Some("url")),
        ProblemKind::InvalidScheme => {
            ("The URL has the scheme http; webhooks need https.", Some("url"))
        }
        ProblemKind::EmptyHost => ("The URL names no host.", Some("url")),
        ProblemKind::BlockedHostname => ("Webhooks are not sent to localhost.", Some("url")),
        ProblemKind::UnresolvableHost => ("hooks.example has no address.", Some("url")),
        ProblemKind::PrivateIpBlocked => {
            ("hooks.example resolves to an address that is not public.", Some("url"))
        }
        ProblemKind::InvalidSlug => ("\"lantern spin\" is not a slug.", Some("slug")),
        ProblemKind::InvalidLicenseId => ("\"000102-R\" is not a UUID.", Some("license_id")),
        ProblemKind::InvalidJurisdictionCode => {
            ("\"U-K\" is not a jurisdiction code.", Some("code"))
        }
        ProblemKind::ApiKeyMissing => ("This endpoint needs an API key.", None),
        ProblemKind::MalformedHeader => {
            ("The Authorization header is not of the form Bearer <key>.", None)
        }
        ProblemKind::ApiKeyInvalid => ("The API key is not known.", None),
        ProblemKind::ApiKeyRevoked => ("The API key was revoked.", None),
        ProblemKind::ApiKeyExpired => ("The API key expired.", None),
        ProblemKind::PlanInactive => ("The account has no active plan.", None),
        ProblemKind::EndpointRequiresPaidPlan => ("Trial keys cannot use this endpoint.", None),
        ProblemKind::ExportRequiresPro => ("The plan starter includes no exports.", None),
        ProblemKind::WatchlistQuotaExceeded => ("The watchlist holds 25 of 25 operators.", None),
        ProblemKind::WebhookQuotaExceeded => ("The account has 1 of 1 webhook endpoints.", None),
        ProblemKind::RouteNotFound => ("No route has the path \"/v1/nothing\".", None),
        ProblemKind::OperatorNotFound => ("No operator has the slug \"nobody\".", None),
        ProblemKind::LicenseNotFound => ("No licence has this id.", None),
        ProblemKind::JurisdictionNotFound => ("\"XX\" is none of the seven jurisdictions.", None),
        ProblemKind::WebhookNotFound => ("The account has no webhook with this id.", None),
        ProblemKind::DatasetNotFound => ("\"brands\" is no dataset.", None),
        ProblemKind::MethodNotAllowed => {
            ("\"/v1/check/batch\" does not take the method \"GET\".", None)
        }
        ProblemKind::WatchlistDuplicate => {
            ("harbour-lantern-gaming-limited is watched already.", Some("operator_slug"))
        }
        ProblemKind::NoActiveSecret => ("The webhook has no unexpired secret.", None),
        ProblemKind::KeylessQuotaExceeded => ("10 of 10 requests of this hour are used.", None),
        ProblemKind::PerSecondLimitExceeded => ("5 of 5 requests of this second are used.", None),
        ProblemKind::PrelaunchDailyCap => ("1000 of 1000 requests of this day are used.", None),
        ProblemKind::WatchlistEventsPollLimit => ("10 of 10 polls of this hour are used.", None),
        ProblemKind::ExportDailyLimitReached => ("10 of 10 exports of this day are used.", None),
        ProblemKind::MonthlyRequestLimitReached => {
            ("10000 of 10000 requests of this month are used.", None)
        }
        ProblemKind::InternalError => ("The service failed to answer this request.", None),
        ProblemKind::ServiceOverloaded => ("The server has too many requests at once.", None),
        ProblemKind::DatabaseUnavailable => ("The service cannot reach its database.", None),
    }
}

/// The use of a limit, as an example shows it.
pub(super) struct Usage {
    pub(super) used: u64,
    pub(super) limit: u64,
    pub(super) reset_at: Option<&'static str>,
}

/// Returns the use of the limit in the example of a limit's problem kind.
pub(super) const fn usage(kind: ProblemKind) -> Option<Usage> {
    const HOUR: Option<&str> = Some("2026-11-01T07:00:00.000Z");
    const DAY: Option<&str> = Some("2026-11-02T00:00:00.000Z");
    let (limit, reset_at) = match kind {
        ProblemKind::WatchlistQuotaExceeded => (25, None),
        ProblemKind::WebhookQuotaExceeded => (1, None),
        ProblemKind::KeylessQuotaExceeded | ProblemKind::WatchlistEventsPollLimit => (10, HOUR),
        ProblemKind::PerSecondLimitExceeded => (5, Some("2026-11-01T06:00:01.000Z")),
        ProblemKind::PrelaunchDailyCap => (1_000, DAY),
        ProblemKind::ExportDailyLimitReached => (10, DAY),
        ProblemKind::MonthlyRequestLimitReached => (10_000, Some("2026-12-01T00:00:00.000Z")),
        _ => return None,
    };
    Some(Usage { used: limit, limit, reset_at })
}

/// Returns the plan in the example of a problem kind that a plan or a limit decides.
pub(super) const fn plan_tier(kind: ProblemKind) -> Option<&'static str> {
    match kind {
        ProblemKind::KeylessQuotaExceeded => Some("public"),
        ProblemKind::PlanInactive => Some(Plan::Canceled.as_str()),
        ProblemKind::PrelaunchDailyCap => Some(Plan::Trial.as_str()),
        ProblemKind::ExportDailyLimitReached => Some(Plan::Pro.as_str()),
        ProblemKind::ExportRequiresPro
        | ProblemKind::WatchlistQuotaExceeded
        | ProblemKind::WebhookQuotaExceeded
        | ProblemKind::PerSecondLimitExceeded
        | ProblemKind::WatchlistEventsPollLimit
        | ProblemKind::MonthlyRequestLimitReached => Some(Plan::Starter.as_str()),
        _ => None,
    }
}
