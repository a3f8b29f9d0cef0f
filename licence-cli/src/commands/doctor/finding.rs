//! What `licence doctor` finds.

use serde::Serialize;

use crate::exit::Failure;
use crate::setting::Setting;

/// Whether one thing works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FindingStatus {
    /// As it should be.
    Ok,
    /// It works, and somebody should look at it.
    Warning,
    /// It does not work.
    Failed,
}

/// One thing that the doctor looked at.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    pub(super) what: String,
    #[serde(rename = "standing")]
    pub(super) status: FindingStatus,
    pub(super) found: String,
    /// Where the value of an option comes from.
    pub(super) source: Option<String>,
}

impl Finding {
    pub(super) fn new(
        what: impl Into<String>,
        status: FindingStatus,
        found: impl Into<String>,
    ) -> Self {
        Self { what: what.into(), status, found: found.into(), source: None }
    }

    pub(super) fn failed(what: &str, why: impl ToString) -> Self {
        Self::new(what, FindingStatus::Failed, why.to_string())
    }

    pub(super) fn option<T>(what: &str, setting: &Setting<T>, found: impl Into<String>) -> Self {
        let source = Some(setting.origin.to_string());
        Self { source, ..Self::new(what, FindingStatus::Ok, found) }
    }
}

/// Returns how fresh the registers are, from the body of the coverage.
pub(super) fn freshness(body: &[u8]) -> Result<Vec<Finding>, Failure> {
    let report: licence_core::coverage::CoverageReport = serde_json::from_slice(body)?;
    let finding = |(code, coverage): (_, &licence_core::coverage::JurisdictionCoverage)| {
        let sla = coverage.sla_hours;
        let (status, found) = match (coverage.fresh, coverage.age_hours) {
            (Some(true), Some(age)) => {
                (FindingStatus::Ok, format!("read {age} h ago, target {sla} h"))
            }
            (Some(_), age) => {
                let age = age.unwrap_or_default();
                (FindingStatus::Warning, format!("stale: read {age} h ago, target {sla} h"))
            }
            (None, _) => (FindingStatus::Warning, "never read".to_owned()),
        };
        Finding::new(format!("register {code}"), status, found)
    };
    Ok(report.jurisdictions.iter().map(finding).collect())
}
