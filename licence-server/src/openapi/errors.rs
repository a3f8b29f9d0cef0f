//! The error body (specification 2.16), and an example of every problem kind.

mod texts;

use std::collections::BTreeMap;

use licence_core::account::plan::{Cap, Plan};
use licence_core::time::Timestamp;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::example::{Example, ExampleBuilder};

use super::verbatim;
use crate::problem::{LimitDetails, Problem, ProblemKind};

/// Every response that is neither an answer nor empty. Branch on the status, `code` and
/// `details.reason`; `error` is for people and may change.
#[derive(ToSchema)]
#[expect(dead_code, reason = "A problem writes the body; this describes it.")]
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
#[derive(ToSchema)]
#[expect(dead_code, reason = "A problem writes them; this describes them.")]
struct ErrorDetails {
    /// Which refusal it is.
    reason: &'static str,
    /// The input at fault; only when one is.
    #[schema(nullable = false)]
    field: Option<&'static str>,
    /// What to do about it.
    suggestion: &'static str,
    /// How much of the limit is used; on limit errors only.
    #[schema(nullable = false)]
    current_usage: Option<u64>,
    /// The limit; on limit errors only.
    #[schema(nullable = false)]
    limit: Option<u64>,
    /// When the limit begins anew; on limit errors only.
    #[schema(nullable = false)]
    reset_at: Option<Timestamp>,
    /// The account's plan, or `public` without a key; where the plan or a limit decided.
    #[schema(nullable = false)]
    plan_tier: Option<&'static str>,
    /// The plan that includes what was asked for.
    #[schema(nullable = false)]
    required_plan: Option<&'static str>,
}

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
    let mut problem = Problem::new(kind, error);
    if let Some(field) = field {
        problem = problem.in_field(field);
    }
    if let Some((limit, reset_at)) = texts::limit(kind) {
        let reset_at = reset_at.and_then(|at| at.parse().ok());
        let limit = LimitDetails { current_usage: limit, limit: Cap::AtMost(limit), reset_at };
        problem = problem.limited(limit);
    }
    if let Some(plan_tier) = texts::plan_tier(kind) {
        problem = problem.with_plan_tier(plan_tier);
    }
    if kind == ProblemKind::ExportRequiresPro {
        problem = problem.requiring_plan(Plan::Pro.as_str());
    }
    let body = verbatim::from_json(&String::from_utf8_lossy(&problem.body_bytes()));
    ExampleBuilder::new().summary(kind.suggestion()).value(Some(body)).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_an_example_of_its_own() {
        assert_eq!(components().len(), ProblemKind::ALL.len());
    }
}
