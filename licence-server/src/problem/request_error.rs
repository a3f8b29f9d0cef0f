//! What a refused request means to callers of the API: problem kind, field and suggestion.

use licence_core::account::plan::Cap;
use licence_core::request::RequestError;

use super::{LimitDetails, Problem};

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Self {
        let problem = Self::new(error.problem_kind(), error.to_string());
        let problem = problem.suggesting(error.suggestion());
        let problem = match error.field() {
            Some(field) => problem.in_field(field),
            None => problem,
        };
        match usage(&error) {
            Some((current_usage, limit)) => problem.limited(LimitDetails {
                current_usage,
                limit: Cap::AtMost(limit),
                reset_at: None,
            }),
            None => problem,
        }
    }
}

/// Returns how much of a plan's quota of stored things is used, and the quota.
const fn usage(error: &RequestError) -> Option<(u64, u64)> {
    match error {
        RequestError::WatchlistQuota(full) => Some((full.current_usage, full.limit)),
        RequestError::EndpointQuota(full) => Some((full.current_usage, full.limit)),
        _ => None,
    }
}
