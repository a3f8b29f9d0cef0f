//! The error body (specification 2.16), as it is sent and as the API's description shows it.

use licence_core::account::plan::Cap;
use licence_core::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::Problem;

/// Every response that is neither an answer nor empty. Branch on the status, `code` and
/// `details.reason`; `error` is for people and may change.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorBody<'a> {
    /// What is wrong, in words: the value, the rule and the limit.
    #[schema(examples("\"https://a.example\" is not a bare hostname."))]
    error: &'a str,
    /// The kind of refusal.
    code: &'static str,
    /// The particulars.
    details: ErrorDetails<'a>,
}

/// The particulars of an error. Members may be added.
#[derive(Serialize, ToSchema)]
struct ErrorDetails<'a> {
    /// Which refusal it is.
    reason: &'static str,
    /// The input at fault; only when one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    field: Option<&'a str>,
    /// What to do about it.
    suggestion: &'a str,
    /// How much of the limit is used; on limit errors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    current_usage: Option<u64>,
    /// The limit; on limit errors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<u64>)]
    limit: Option<Cap>,
    /// When the limit resets; on limit errors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reset_at: Option<Timestamp>,
    /// The account's plan, or `public` without a key; where the plan or a limit decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    plan_tier: Option<&'static str>,
    /// The plan that includes what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    required_plan: Option<&'static str>,
}

impl Problem {
    fn body(&self) -> ErrorBody<'_> {
        let Self(it) = self;
        let (_, code, reason) = it.kind.columns();
        let details = ErrorDetails {
            reason,
            field: it.field.as_deref(),
            suggestion: &it.suggestion,
            current_usage: it.limited.map(|limited| limited.current_usage),
            limit: it.limited.map(|limited| limited.limit),
            reset_at: it.limited.and_then(|limited| limited.reset_at),
            plan_tier: it.plan_tier,
            required_plan: it.required_plan,
        };
        ErrorBody { error: &it.error, code, details }
    }

    /// Returns the JSON text of the body.
    pub(crate) fn body_bytes(&self) -> Vec<u8> {
        // The body holds nothing but texts and numbers, so it can be serialised.
        serde_json::to_vec(&self.body()).unwrap_or_default()
    }
}
