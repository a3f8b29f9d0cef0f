//! The words of the examples: a refusal as a caller would meet it.

use licence_core::account::plan::Plan;

use super::Usage;
use crate::problem::Row;

/// The text and the field at fault.
pub(super) const fn of(row: Row) -> (&'static str, Option<&'static str>) {
    match row {
        Row::InvalidInput => ("The parameter limit is given twice.", Some("limit")),
        Row::AsOfNotSupported => ("An export shows the present; it takes no as_of.", Some("as_of")),
        Row::NotAValidHostname => ("\"https://a.example\" is not a bare hostname.", Some("domain")),
        Row::HostnameTooLong => {
            ("The hostname has 260 characters; the limit is 253.", Some("domain"))
        }
        Row::MissingRequiredParameter => {
            ("A check needs the parameter domain or the parameter license_number.", None)
        }
        Row::ConflictingParameters => ("A check takes domain or license_number, not both.", None),
        Row::InvalidPagination | Row::JurisdictionPagination => {
            ("limit is 500; it goes from 1 to 200.", Some("limit"))
        }
        Row::InvalidCursor => ("The cursor cannot be read.", Some("cursor")),
        Row::SinceExceedsRetentionWindow => {
            ("since lies 45 days back; events are kept for 30 days.", Some("since"))
        }
        Row::InvalidEventType => ("\"license.gone\" is not an event name.", Some("events")),
        Row::InvalidUrl => ("\"example\" is no absolute URL.", Some("url")),
        Row::InvalidScheme => ("The URL has the scheme http; webhooks need https.", Some("url")),
        Row::EmptyHost => ("The URL names no host.", Some("url")),
        Row::BlockedHostname => ("Webhooks are not sent to localhost.", Some("url")),
        Row::UnresolvableHost => ("hooks.example has no address.", Some("url")),
        Row::PrivateIpBlocked => ("hooks.example has the address 10.0.0.1.", Some("url")),
        Row::InvalidSlug => ("\"lantern spin\" is not a slug.", Some("slug")),
        Row::InvalidLicenseId => ("\"000102-R\" is not a UUID.", Some("license_id")),
        Row::InvalidJurisdictionCode => ("\"U-K\" is not a jurisdiction code.", Some("code")),
        Row::ApiKeyMissing => ("This endpoint needs an API key.", None),
        Row::MalformedHeader => ("The Authorization header is not of the form Bearer <key>.", None),
        Row::ApiKeyInvalid => ("The API key is not known.", None),
        Row::ApiKeyRevoked => ("The API key was revoked.", None),
        Row::ApiKeyExpired => ("The API key expired.", None),
        Row::PlanInactive => ("The account has no active plan.", None),
        Row::EndpointRequiresPaidPlan => ("Trial keys cannot use this endpoint.", None),
        Row::ExportRequiresPro => ("The plan starter includes no exports.", None),
        Row::WatchlistQuotaExceeded => ("The watchlist holds 25 of 25 operators.", None),
        Row::WebhookQuotaExceeded => ("The account has 1 of 1 webhook endpoints.", None),
        Row::RouteNotFound => ("No route has the path \"/v1/nothing\".", None),
        Row::OperatorNotFound => ("No operator has the slug \"nobody\".", None),
        Row::LicenseNotFound => ("No licence has this id.", None),
        Row::JurisdictionNotFound => ("\"XX\" is none of the seven jurisdictions.", None),
        Row::WebhookNotFound => ("The account has no webhook with this id.", None),
        Row::DatasetNotFound => ("\"brands\" is no dataset.", None),
        Row::MethodNotAllowed => ("\"/v1/check/batch\" does not take the method \"GET\".", None),
        Row::WatchlistDuplicate => {
            ("harbour-lantern-gaming-limited is watched already.", Some("operator_slug"))
        }
        Row::NoActiveSecret => ("The webhook has no unexpired secret.", None),
        Row::KeylessQuotaExceeded => ("10 of 10 requests of this hour are used.", None),
        Row::PerSecondLimitExceeded => ("5 of 5 requests of this second are used.", None),
        Row::PrelaunchDailyCap => ("1000 of 1000 requests of this day are used.", None),
        Row::WatchlistEventsPollLimit => ("10 of 10 polls of this hour are used.", None),
        Row::ExportDailyLimitReached => ("10 of 10 exports of this day are used.", None),
        Row::MonthlyRequestLimitReached => {
            ("10000 of 10000 requests of this month are used.", None)
        }
        Row::InternalError => ("The service failed to answer this request.", None),
        Row::ServiceOverloaded => ("The server has too many requests at once.", None),
        Row::DatabaseUnavailable => ("The service cannot reach its database.", None),
    }
}

/// The use of the limit that the row is about.
pub(super) const fn usage(row: Row) -> Option<Usage> {
    const HOUR: Option<&str> = Some("2026-11-01T07:00:00.000Z");
    const DAY: Option<&str> = Some("2026-11-02T00:00:00.000Z");
    let (limit, reset_at) = match row {
        Row::WatchlistQuotaExceeded => (25, None),
        Row::WebhookQuotaExceeded => (1, None),
        Row::KeylessQuotaExceeded | Row::WatchlistEventsPollLimit => (10, HOUR),
        Row::PerSecondLimitExceeded => (5, Some("2026-11-01T06:00:01.000Z")),
        Row::PrelaunchDailyCap => (1_000, DAY),
        Row::ExportDailyLimitReached => (10, DAY),
        Row::MonthlyRequestLimitReached => (10_000, Some("2026-12-01T00:00:00.000Z")),
        _ => return None,
    };
    Some(Usage { used: limit, limit, reset_at })
}

/// The plan that the row's example is about, where a plan or a limit decides.
pub(super) const fn plan_tier(row: Row) -> Option<&'static str> {
    match row {
        Row::KeylessQuotaExceeded => Some("public"),
        Row::PlanInactive => Some(Plan::Canceled.as_str()),
        Row::PrelaunchDailyCap => Some(Plan::Trial.as_str()),
        Row::ExportDailyLimitReached => Some(Plan::Pro.as_str()),
        Row::ExportRequiresPro
        | Row::WatchlistQuotaExceeded
        | Row::WebhookQuotaExceeded
        | Row::PerSecondLimitExceeded
        | Row::WatchlistEventsPollLimit
        | Row::MonthlyRequestLimitReached => Some(Plan::Starter.as_str()),
        _ => None,
    }
}
