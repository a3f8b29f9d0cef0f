//! What a visitor can do about a problem. The API's suggestions are for programs, so most are ours.

use super::html::minute;
use crate::problem::{Problem, ProblemKind};

/// Returns what a visitor can do.
pub(super) fn hint(problem: &Problem) -> Option<String> {
    let until = problem.reset_at().map(minute);
    // In less than a minute the wait is told in seconds, because the minute of the reset is the current one.
    match (problem.kind(), problem.retry_seconds(), until) {
        (ProblemKind::KeylessQuotaExceeded, seconds, Some(until)) => {
            let when = match seconds {
                Some(seconds @ 0..60) => format!("in {}", wait(seconds)),
                _ => format!("after {until}"),
            };
            Some(format!(
                "Checks without an account are counted by network address. Try again {when}, or sign in."
            ))
        }
        (_, Some(seconds @ 0..60), Some(_)) => {
            Some(format!("Try again in {}, or choose a higher plan.", wait(seconds)))
        }
        (_, _, Some(until)) => Some(format!("Try again after {until}, or choose a higher plan.")),
        (kind, _, None) => {
            let hint = problem.hint().or_else(|| hint_by_kind(kind));
            hint.or_else(|| hint_by_field(problem.field()?)).map(str::to_owned)
        }
    }
}

/// Returns what a visitor can do about any problem of this kind.
pub(super) fn hint_by_kind(kind: ProblemKind) -> Option<&'static str> {
    Some(match kind {
        // These suggestions are for people too.
        ProblemKind::PlanInactive
        | ProblemKind::ExportRequiresPro
        | ProblemKind::WatchlistQuotaExceeded
        | ProblemKind::WebhookQuotaExceeded
        | ProblemKind::DatasetNotFound
        | ProblemKind::NoActiveSecret => kind.suggestion(),
        ProblemKind::EndpointRequiresPaidPlan => {
            "A trial checks one domain at a time. Choose a paid plan for more."
        }
        ProblemKind::PerSecondLimitExceeded => "Wait one second, then try again.",
        ProblemKind::PrelaunchDailyCap
        | ProblemKind::WatchlistEventsPollLimit
        | ProblemKind::ExportDailyLimitReached
        | ProblemKind::MonthlyRequestLimitReached => {
            "Wait until the limit resets, or choose a higher plan."
        }
        ProblemKind::ServiceOverloaded | ProblemKind::DatabaseUnavailable => {
            "Try again in a few seconds. Nothing was charged."
        }
        ProblemKind::InternalError => "Try again. If it goes on failing, report the request id.",
        ProblemKind::NotAValidHostname | ProblemKind::HostnameTooLong => {
            "Write the host alone, such as casino.example, without scheme, path or port."
        }
        ProblemKind::InvalidUrl | ProblemKind::InvalidScheme | ProblemKind::EmptyHost => {
            "Write an https address of at most 2048 characters."
        }
        ProblemKind::BlockedHostname
        | ProblemKind::UnresolvableHost
        | ProblemKind::PrivateIpBlocked => "Write the address of a host on the public internet.",
        ProblemKind::InvalidSlug | ProblemKind::OperatorNotFound => {
            "The page Operators finds an operator; its slug ends the address of its page."
        }
        ProblemKind::LicenseNotFound => "The page of an operator leads to its licences.",
        _ => return None,
    })
}

fn hint_by_field(field: &str) -> Option<&'static str> {
    Some(match field {
        "as_of" => "Write a day such as 2026-03-01, not in the future.",
        "license_number" => "Write the licence number as the register prints it.",
        "since" | "until" => "Write the time in UTC, such as 2026-11-01T06:00:00Z.",
        _ => return None,
    })
}

/// Returns a time to wait in words, rounded up.
pub(super) fn wait(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=60 => (seconds, "second"),
        _ => (seconds.div_ceil(60), "minute"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use licence_core::account::plan::Cap;

    use super::*;
    use crate::problem::LimitDetails;

    #[test]
    fn a_wait_is_rounded_up() {
        for (seconds, expected) in [
            (1, "1 second"),
            (59, "59 seconds"),
            (60, "60 seconds"),
            (61, "2 minutes"),
            (2_700, "45 minutes"),
        ] {
            assert_eq!(wait(seconds), expected);
        }
    }

    #[test]
    fn a_wait_of_less_than_a_minute_is_told_in_seconds() {
        let reset_at = Some("2026-11-22T10:15:01Z".parse().unwrap());
        let details = LimitDetails { current_usage: 5, limit: Cap::AtMost(5), reset_at };
        for (kind, seconds, expected) in [
            (ProblemKind::PerSecondLimitExceeded, 1, "in 1 second"),
            (ProblemKind::PrelaunchDailyCap, 59, "in 59 seconds"),
            (ProblemKind::PrelaunchDailyCap, 60, "after 2026-11-22 10:15 UTC"),
        ] {
            let problem = Problem::new(kind, "x").limited(details).retry_after(seconds);
            let expected = format!("Try again {expected}, or choose a higher plan.");
            assert_eq!(hint(&problem), Some(expected));
        }
    }
}
