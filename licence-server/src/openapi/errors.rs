//! The error body (specification 2.16), and an example of every problem kind.

mod texts;

use std::collections::BTreeMap;

use licence_core::account::plan::Plan;
use licence_core::time::Timestamp;
use serde::Serialize;
use utoipa::openapi::example::{Example, ExampleBuilder};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::verbatim;
use crate::problem::ProblemKind;

/// Every response that is neither an answer nor empty. Branch on the status, `code` and
/// `details.reason`; `error` is for people and may change.
#[derive(Serialize, ToSchema)]
pub(super) struct Error {
    /// What is wrong, in words: the value, the rule and the limit.
    #[schema(examples("\"https://a.example\" is not a bare hostname."))]
    error: &'static str,
    /// The kind of refusal.
    code: &'static str,
    /// The particulars.
    details: ErrorDetails,
}

/// The particulars of an error. Members may be added.
#[derive(Default, Serialize, ToSchema)]
struct ErrorDetails {
    /// Which refusal it is.
    reason: &'static str,
    /// The input at fault; only when one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    field: Option<&'static str>,
    /// What to do about it.
    suggestion: &'static str,
    /// How much of the limit is used; on limit errors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    current_usage: Option<u64>,
    /// The limit; on limit errors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limit: Option<u64>,
    /// When the limit begins anew; on limit errors only.
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

/// The schemas of the error body.
pub(super) fn schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(Error::name().into_owned(), Error::schema())];
    Error::schemas(&mut schemas);
    schemas
}

/// Returns the examples of all problem kinds, as components.
pub(super) fn components() -> BTreeMap<String, RefOr<Example>> {
    let example = |kind: &ProblemKind| {
        let (error, field) = texts::error_and_field(*kind);
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
    let (_, code, reason) = kind.columns();
    let (limit, reset_at) = texts::limit(kind).unzip();
    let required_plan = (kind == ProblemKind::ExportRequiresPro).then_some(Plan::Pro.as_str());
    let details = ErrorDetails {
        reason,
        field,
        suggestion: kind.suggestion(),
        current_usage: limit,
        limit,
        reset_at: reset_at.flatten().and_then(|at| at.parse().ok()),
        plan_tier: texts::plan_tier(kind),
        required_plan,
    };
    let example = ExampleBuilder::new().summary(kind.suggestion());
    example.value(Some(verbatim::from_serialize(&Error { error, code, details }))).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_an_example_of_its_own() {
        assert_eq!(components().len(), ProblemKind::ALL.len());
    }
}
