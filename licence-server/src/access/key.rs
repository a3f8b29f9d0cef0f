//! The key of a request (specification 5).

use licence_core::account::key::{KeyHash, KeyUse};
use licence_store::service::{KeyHolder, KeyStatus};
use warp::http::HeaderMap;
use warp::http::header::AUTHORIZATION;

use crate::endpoint::Access;
use crate::problem::{Problem, ProblemKind};
use crate::request::RequestContext;

pub(super) async fn optional_holder(
    context: &RequestContext,
) -> Result<Option<KeyHolder>, Problem> {
    match bearer(context.headers())? {
        Some(token) => find_holder(context, token).await.map(Some),
        None => Ok(None),
    }
}

/// Returns the holder of the request's key, where a key is validated and not charged. While the
/// database is away there is none, because health must answer without it.
pub(super) async fn validated_holder(
    context: &RequestContext,
) -> Result<Option<KeyHolder>, Problem> {
    if context.store().is_database_away() {
        return Ok(None);
    }
    optional_holder(context).await.or_else(|problem| match problem.kind() {
        ProblemKind::InternalError => Ok(None),
        ProblemKind::DatabaseUnavailable => {
            context.store().note_database_away();
            Ok(None)
        }
        _ => Err(problem),
    })
}

pub(super) async fn required_holder(context: &RequestContext) -> Result<KeyHolder, Problem> {
    optional_holder(context).await?.ok_or_else(key_missing)
}

/// Refuses a request without the key that its endpoint needs, or with a header or token that cannot be
/// one. None of that needs the database.
pub(super) fn check_header(access: Access, headers: &HeaderMap) -> Result<(), Problem> {
    if access == Access::Open {
        return Ok(());
    }
    match bearer(headers)? {
        None if access.needs_key() => Err(key_missing()),
        Some(token) if KeyHash::from_key(token).is_none() => Err(key_unknown()),
        _ => Ok(()),
    }
}

pub(crate) fn key_missing() -> Problem {
    Problem::new(ProblemKind::ApiKeyMissing, "This endpoint needs an API key, and none was sent.")
}

fn key_unknown() -> Problem {
    Problem::new(ProblemKind::ApiKeyInvalid, "The API key is not recognised.")
}

async fn find_holder(context: &RequestContext, token: &str) -> Result<KeyHolder, Problem> {
    let hash = KeyHash::from_key(token).ok_or_else(key_unknown)?;
    let seen = || KeyUse { at: context.now(), from: context.client_address() };
    let failures = &context.state().failures;
    let failed_too_often = failures.are_exhausted(|| (context.client_address(), context.now()));
    let standing = context.store().key_status_for_caller(hash, seen, failed_too_often).await?;
    if !matches!(standing, KeyStatus::InForce(_)) {
        failures.record(context.client_address(), context.now());
    }
    match standing {
        KeyStatus::Unknown => Err(key_unknown()),
        KeyStatus::OtherNetwork(key_id) => {
            if !failed_too_often {
                let from = context.client_address();
                tracing::warn!(key_id = %key_id.0, %from, "a key was used from a network that it is not for");
            }
            Err(key_unknown())
        }
        KeyStatus::Revoked => {
            Err(Problem::new(ProblemKind::ApiKeyRevoked, "The API key was revoked."))
        }
        KeyStatus::Expired => Err(Problem::new(ProblemKind::ApiKeyExpired, "The API key expired.")),
        KeyStatus::InForce(holder) => Ok(holder),
    }
}

/// Returns the token of `Authorization: Bearer <token>`, the scheme in any case (RFC 9110, 11.1).
/// Errors never repeat the value: it may be a password or another service's key.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let mut values = headers.get_all(AUTHORIZATION).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    let malformed = || {
        Problem::new(
            ProblemKind::MalformedHeader,
            "The Authorization header is not of the form Bearer <key>.",
        )
    };
    let text = value.to_str().map_err(|_| malformed())?;
    let (scheme, token) = text.split_once(' ').ok_or_else(malformed)?;
    let token = token.trim();
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    let is_token = !token.is_empty() && !token.bytes().any(|byte| byte.is_ascii_whitespace());
    match is_bearer && is_token && values.next().is_none() {
        true => Ok(Some(token)),
        false => Err(malformed()),
    }
}

#[cfg(test)]
mod tests;
