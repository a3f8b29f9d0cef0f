//! A refused call, in the words in which the API refuses the same request.

use serde_json::{Value, json};

use super::clean::clean_body;
use crate::lookup::OperatorSearch;
use crate::problem::ProblemKind;
use crate::request::RequestError;
use crate::time::Timestamp;

/// Why a tool has no answer.
///
/// Exhaustive, because each program words a failure of its own.
#[derive(Debug)]
pub enum ToolFailure {
    /// A rule refuses the call. The model reads the object, and can mend the call.
    Refused(Value),
    /// The service or the database failed, and noted why.
    Broken,
}

/// The most operators that the refusal of an unknown slug names.
pub const MAX_NEAREST: usize = 3;
/// What a model does at a limit. The suggestions of the API are for programs, which wait.
const AT_A_LIMIT: &str = "Do not call again before retry_at; tell the user instead.";

/// Returns what a model does where the API names a path: it calls a tool.
fn tool_instead_of_path(refusal: &CallRefusal) -> Option<&'static str> {
    match (refusal.code.as_str(), refusal.reason.as_str()) {
        (_, "operator_not_found") => Some("Find the slug with search_operators."),
        (_, "license_not_found") => Some(
            "Use a license_id that check_domain or get_operator returned; check_licence_number \
             takes a licence number.",
        ),
        (_, "jurisdiction_not_found") | ("invalid_jurisdiction_code", _) => {
            Some("Call get_coverage without a jurisdiction: it lists the codes.")
        }
        _ => None,
    }
}

/// Why a rule refuses a call. The model reads it, and can mend the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRefusal {
    /// The sentence that names the value, the rule and the limit.
    pub error: String,
    /// The `code` of the API.
    pub code: String,
    /// The `details.reason` of the API.
    pub reason: String,
    /// The argument at fault.
    pub field: Option<String>,
    /// What would be right.
    pub suggestion: Option<String>,
    /// When the limit that refuses the call resets.
    pub retry_at: Option<Timestamp>,
}

impl CallRefusal {
    /// Returns the refusal of this kind, with the suggestion of the kind.
    pub fn new(kind: ProblemKind, error: impl Into<String>) -> Self {
        let (_, code, reason) = kind.columns();
        Self {
            error: error.into(),
            code: code.to_owned(),
            reason: reason.to_owned(),
            field: None,
            suggestion: Some(kind.suggestion().to_owned()),
            retry_at: None,
        }
    }

    /// Names the argument at fault for a field of the API.
    #[must_use]
    pub fn at_field(self, field: Option<&str>) -> Self {
        let argument = field.map(|field| match field {
            "slug" | "operator_slug" => "operator",
            "code" => "jurisdiction",
            "q" => "query",
            same => same,
        });
        Self { field: argument.map(str::to_owned), ..self }
    }

    /// Returns the object that the model reads, with every text cleaned.
    ///
    /// ```
    /// use licence_core::connector::CallRefusal;
    /// use licence_core::request;
    ///
    /// let refusal = request::domain("https://bet.example/").unwrap_err();
    /// let read = CallRefusal::from(&refusal).to_object();
    /// assert_eq!(read["reason"], "not_a_valid_hostname");
    /// assert_eq!(read["field"], "domain");
    /// ```
    pub fn to_object(&self) -> Value {
        let suggestion = match self.retry_at {
            Some(_) => Some(AT_A_LIMIT),
            None => tool_instead_of_path(self).or(self.suggestion.as_deref()),
        };
        clean_body(json!({
            "error": self.error,
            "code": self.code,
            "reason": self.reason,
            "field": self.field,
            "suggestion": suggestion,
            "retry_at": self.retry_at,
        }))
    }
}

impl From<&RequestError> for CallRefusal {
    fn from(error: &RequestError) -> Self {
        Self {
            suggestion: Some(error.suggestion().into_owned()),
            ..Self::new(error.problem_kind(), error.to_string())
        }
        .at_field(error.field())
    }
}

/// Returns what to search for where nobody knows a slug: its first word.
pub fn nearest_query(slug: &str) -> &str {
    slug.split('-').next().unwrap_or(slug)
}

/// Returns the slugs in the body of the search for [`nearest_query`]; none for the empty body of a search
/// that failed.
pub fn nearest_slugs(body: &[u8]) -> Vec<String> {
    let found = serde_json::from_slice::<OperatorSearch>(body).map(|found| found.operators);
    let found = found.iter().flatten().take(MAX_NEAREST);
    found.map(|found| found.operator.slug.to_string()).collect()
}

#[cfg(test)]
mod tests;
