//! What follows from the access of an endpoint (specification 5 and 8).

use utoipa::openapi::SecurityRequirement;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::endpoint::Access;
use crate::problem::ProblemKind::{self, *};

pub(super) const BEARER: &str = "bearer";

pub(super) fn bearer_scheme() -> SecurityScheme {
    let scheme = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("`Authorization: Bearer <API_KEY>`: one opaque key of 36 characters."));
    SecurityScheme::Http(scheme.build())
}

/// Returns the refusals that every endpoint of this access can answer with.
pub(super) fn problem_kinds(access: Access) -> Vec<ProblemKind> {
    const KEY: &[ProblemKind] =
        &[MalformedHeader, ApiKeyInvalid, ApiKeyRevoked, ApiKeyExpired, PlanInactive];
    const METERED: &[ProblemKind] =
        &[PerSecondLimitExceeded, PrelaunchDailyCap, MonthlyRequestLimitReached];
    const AWAY: &[ProblemKind] = &[DatabaseUnavailable];
    const BUSY: &[ProblemKind] = &[ServiceOverloaded, DatabaseUnavailable];
    const EXPORT: &[ProblemKind] = &[ApiKeyMissing, ExportRequiresPro, ExportDailyLimitReached];
    const POLL: &[ProblemKind] =
        &[ApiKeyMissing, EndpointRequiresPaidPlan, WatchlistEventsPollLimit];
    let own: &[&[ProblemKind]] = match access {
        Access::Open => &[BUSY],
        Access::Validated => &[KEY],
        Access::Keyless => &[KEY, &[KeylessQuotaExceeded], METERED, BUSY],
        Access::Key => &[&[ApiKeyMissing, EndpointRequiresPaidPlan], KEY, METERED, AWAY],
        Access::Export => &[EXPORT, KEY, METERED, BUSY],
        Access::Published => &[&[ApiKeyMissing, ExportRequiresPro], KEY, METERED, AWAY],
        Access::Poll => &[POLL, KEY, METERED, AWAY],
    };
    own.iter().copied().flatten().copied().chain([InternalError]).collect()
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
