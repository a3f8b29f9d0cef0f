//! What follows from whom an endpoint admits (specification 5 and 8).

use utoipa::openapi::SecurityRequirement;

use super::BEARER;
use crate::endpoint::Access;
use crate::problem::Row;

/// The refusals that every endpoint of this access can answer with.
pub(super) fn rows(access: Access) -> Vec<Row> {
    const KEY: [Row; 5] = [
        Row::MalformedHeader,
        Row::ApiKeyInvalid,
        Row::ApiKeyRevoked,
        Row::ApiKeyExpired,
        Row::PlanInactive,
    ];
    const METERED: [Row; 3] =
        [Row::PerSecondLimitExceeded, Row::PrelaunchDailyCap, Row::MonthlyRequestLimitReached];
    const AWAY: [Row; 1] = [Row::DatabaseUnavailable];
    const BUSY: [Row; 2] = [Row::ServiceOverloaded, Row::DatabaseUnavailable];
    let own: &[&[Row]] = match access {
        Access::Open => &[&BUSY],
        Access::Validated => &[&KEY],
        Access::Keyless => &[&KEY, &[Row::KeylessQuotaExceeded], &METERED, &BUSY],
        Access::Key => {
            &[&[Row::ApiKeyMissing], &KEY, &[Row::EndpointRequiresPaidPlan], &METERED, &AWAY]
        }
        Access::Export => {
            let export = &[Row::ExportRequiresPro, Row::ExportDailyLimitReached];
            &[&[Row::ApiKeyMissing], &KEY, export, &METERED, &BUSY]
        }
        Access::Poll => {
            let poll = &[Row::EndpointRequiresPaidPlan, Row::WatchlistEventsPollLimit];
            &[&[Row::ApiKeyMissing], &KEY, poll, &METERED, &AWAY]
        }
    };
    own.iter().copied().flatten().copied().chain([Row::InternalError]).collect()
}

/// With a key, or with and without one.
pub(super) fn security(access: Access) -> Vec<SecurityRequirement> {
    let bearer = SecurityRequirement::new(BEARER, [] as [&str; 0]);
    match access {
        Access::Open | Access::Validated | Access::Keyless => {
            vec![SecurityRequirement::default(), bearer]
        }
        Access::Key | Access::Export | Access::Poll => vec![bearer],
    }
}

/// A sentence about it.
pub(super) fn about(access: Access) -> &'static str {
    match access {
        Access::Open => "No key needed; one that is sent is ignored. Never limited.",
        Access::Validated => {
            "No key needed; one that is sent must be valid. Never limited, never charged."
        }
        Access::Keyless => {
            "No key needed: 10 requests an hour and address. A key moves the call onto the \
             account's plan."
        }
        Access::Key => "Needs a key.",
        Access::Export => "Needs a key of the plan Pro or a higher one.",
        Access::Poll => "Needs a key. Every call is one of the plan's polls of the hour.",
    }
}
