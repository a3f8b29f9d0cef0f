//! What follows from the access of an endpoint (specification 5 and 8).

use utoipa::openapi::SecurityRequirement;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::endpoint::Access;
use crate::problem::ProblemKind;

pub(super) const BEARER: &str = "bearer";

pub(super) fn bearer_scheme() -> SecurityScheme {
    let scheme = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("`Authorization: Bearer <API_KEY>`: one opaque key of 36 characters."));
    SecurityScheme::Http(scheme.build())
}

/// Returns the refusals that every endpoint of this access can answer with.
pub(super) fn problem_kinds(access: Access) -> Vec<ProblemKind> {
    const KEY: [ProblemKind; 5] = [
        ProblemKind::MalformedHeader,
        ProblemKind::ApiKeyInvalid,
        ProblemKind::ApiKeyRevoked,
        ProblemKind::ApiKeyExpired,
        ProblemKind::PlanInactive,
    ];
    const METERED: [ProblemKind; 3] = [
        ProblemKind::PerSecondLimitExceeded,
        ProblemKind::PrelaunchDailyCap,
        ProblemKind::MonthlyRequestLimitReached,
    ];
    const AWAY: [ProblemKind; 1] = [ProblemKind::DatabaseUnavailable];
    const BUSY: [ProblemKind; 2] =
        [ProblemKind::ServiceOverloaded, ProblemKind::DatabaseUnavailable];
    let own: &[&[ProblemKind]] = match access {
        Access::Open => &[&BUSY],
        Access::Validated => &[&KEY],
        Access::Keyless => &[&KEY, &[ProblemKind::KeylessQuotaExceeded], &METERED, &BUSY],
        Access::Key => &[
            &[ProblemKind::ApiKeyMissing],
            &KEY,
            &[ProblemKind::EndpointRequiresPaidPlan],
            &METERED,
            &AWAY,
        ],
        Access::Export => {
            let export = &[ProblemKind::ExportRequiresPro, ProblemKind::ExportDailyLimitReached];
            &[&[ProblemKind::ApiKeyMissing], &KEY, export, &METERED, &BUSY]
        }
        Access::Published => {
            let published = &[ProblemKind::ExportRequiresPro];
            &[&[ProblemKind::ApiKeyMissing], &KEY, published, &METERED, &AWAY]
        }
        Access::Poll => {
            let poll =
                &[ProblemKind::EndpointRequiresPaidPlan, ProblemKind::WatchlistEventsPollLimit];
            &[&[ProblemKind::ApiKeyMissing], &KEY, poll, &METERED, &AWAY]
        }
    };
    own.iter().copied().flatten().copied().chain([ProblemKind::InternalError]).collect()
}

pub(super) fn security(access: Access) -> Vec<SecurityRequirement> {
    let bearer = SecurityRequirement::new(BEARER, [] as [&str; 0]);
    match access.needs_key() {
        true => vec![bearer],
        false => vec![SecurityRequirement::default(), bearer],
    }
}

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
        Access::Export | Access::Published => "Needs a key of the plan Pro or a higher one.",
        Access::Poll => "Needs a key. Every call is one of the plan's polls of the hour.",
    }
}
