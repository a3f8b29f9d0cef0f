//! An example of the error body of every problem kind.

use std::collections::BTreeMap;

use licence_core::account::plan::{Cap, Plan};
use utoipa::openapi::RefOr;
use utoipa::openapi::example::{Example, ExampleBuilder};

use super::verbatim;
use crate::problem::ProblemKind::{self, *};
use crate::problem::{LimitDetails, Problem};

pub(super) fn components() -> BTreeMap<String, RefOr<Example>> {
    let example = |kind: &ProblemKind| {
        let (error, field) = error_and_field(*kind);
        (example_name(*kind), RefOr::T(example_with_text(*kind, error, field)))
    };
    ProblemKind::ALL.iter().map(example).collect()
}

/// Returns the name of a kind's example: `code.reason`, which is unique.
pub(super) fn example_name(kind: ProblemKind) -> String {
    let (_, code, reason) = kind.columns();
    format!("{code}.{reason}")
}

/// Returns the example of a kind with the error text and field of one operation.
pub(super) fn example_with_text(
    kind: ProblemKind,
    error: &'static str,
    field: Option<&'static str>,
) -> Example {
    let mut problem = Problem::new(kind, error);
    if let Some(field) = field {
        problem = problem.in_field(field);
    }
    if let Some((plan_tier, limit)) = plan_and_limit(kind) {
        problem = problem.with_plan_tier(plan_tier);
        if let Some((limit, reset_at)) = limit {
            let reset_at = reset_at.and_then(|at| at.parse().ok());
            let limit = LimitDetails { current_usage: limit, limit: Cap::AtMost(limit), reset_at };
            problem = problem.limited(limit);
        }
    }
    if kind == ExportRequiresPro {
        problem = problem.requiring_plan(Plan::Pro.as_str());
    }
    let body = verbatim::from_json(&String::from_utf8_lossy(&problem.body_bytes()));
    ExampleBuilder::new().summary(kind.suggestion()).value(Some(body)).build()
}

/// Returns the error text and the field at fault of a problem kind's example.
const fn error_and_field(kind: ProblemKind) -> (&'static str, Option<&'static str>) {
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

/// A limit that is used up, and when it resets.
type UsedLimit = (u64, Option<&'static str>);

/// Returns the plan in the example of a problem kind that a plan decides, and the limit if a limit does.
const fn plan_and_limit(kind: ProblemKind) -> Option<(&'static str, Option<UsedLimit>)> {
    const HOUR: Option<&str> = Some("2026-11-01T07:00:00.000Z");
    const DAY: Option<&str> = Some("2026-11-02T00:00:00.000Z");
    const SECOND: Option<&str> = Some("2026-11-01T06:00:01.000Z");
    const MONTH: Option<&str> = Some("2026-12-01T00:00:00.000Z");
    const STARTER: &str = Plan::Starter.as_str();
    Some(match kind {
        PlanInactive => (Plan::Canceled.as_str(), None),
        ExportRequiresPro => (STARTER, None),
        WatchlistQuotaExceeded => (STARTER, Some((25, None))),
        WebhookQuotaExceeded => (STARTER, Some((1, None))),
        KeylessQuotaExceeded => ("public", Some((10, HOUR))),
        WatchlistEventsPollLimit => (STARTER, Some((10, HOUR))),
        PerSecondLimitExceeded => (STARTER, Some((5, SECOND))),
        PrelaunchDailyCap => (Plan::Trial.as_str(), Some((1_000, DAY))),
        ExportDailyLimitReached => (Plan::Pro.as_str(), Some((10, DAY))),
        MonthlyRequestLimitReached => (STARTER, Some((10_000, MONTH))),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_an_example_of_its_own() {
        assert_eq!(components().len(), ProblemKind::ALL.len());
    }
}
