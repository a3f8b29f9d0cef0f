//! `licence doctor`.

mod local;
mod remote;

use serde::Serialize;
use tokio::runtime::Runtime;

use crate::args::Doctor;
use crate::config::{DataSource, Origin, Setting, Settings, is_private};
use crate::exit::{Exit, Failure};
use crate::output;

/// Whether one thing works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FindingStatus {
    /// As it should be.
    Ok,
    /// It works, and somebody should look at it.
    Warning,
    /// It does not work.
    Failed,
}

/// One thing that the doctor looked at.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) what: String,
    #[serde(rename = "standing")]
    pub(crate) status: FindingStatus,
    pub(crate) found: String,
    /// Where the value of an option comes from.
    pub(crate) source: Option<String>,
}

impl Finding {
    fn new(what: impl Into<String>, status: FindingStatus, found: impl Into<String>) -> Self {
        Self { what: what.into(), status, found: found.into(), source: None }
    }

    fn option<T>(what: &str, setting: &Setting<T>, found: impl Into<String>) -> Self {
        let source = Some(setting.origin.to_string());
        Self { source, ..Self::new(what, FindingStatus::Ok, found) }
    }
}

/// Explains the configuration, and tries what it names.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, args: &Doctor) -> Result<Exit, Failure> {
    let findings = runtime.block_on(async {
        match &settings.data_source {
            DataSource::Local => {
                let mut findings = local::findings(settings).await;
                findings.extend(secret_key_file(settings));
                Ok(findings)
            }
            DataSource::Remote { .. } => remote::findings(settings).await,
        }
    })?;
    let table = |findings: &Vec<Finding>| output::doctor::table(findings);
    super::print(settings.is_quiet, args.json, &findings, table)?;
    let has_failed = findings.iter().any(|finding| finding.status == FindingStatus::Failed);
    Ok(if has_failed { Exit::Failed } else { Exit::Done })
}

/// Returns the finding of the secret key file: whoever can read it can read the secrets of all
/// webhooks. By default the file is beside an SQLite database that has a webhook.
fn secret_key_file(settings: &Settings) -> Option<Finding> {
    let usual = || {
        let path = settings.database_url.value.strip_prefix("sqlite://")?.split('?').next()?;
        let path = std::path::PathBuf::from(format!("{path}-secret.key"));
        path.is_file().then(|| Setting::new(path, Origin::Default))
    };
    let file = settings.secret_key_file.clone().or_else(usual)?;
    let path = file.value.display();
    let (status, found) = match is_private(&file.value) {
        Ok(true) => (FindingStatus::Ok, format!("{path}, private")),
        Ok(false) => {
            (FindingStatus::Failed, format!("{path} can be read by others; chmod 600 {path}"))
        }
        Err(error) => (FindingStatus::Warning, format!("{path}: {error}")),
    };
    let source = Some(file.origin.to_string());
    Some(Finding { source, ..Finding::new("secret key file", status, found) })
}

/// How fresh the registers are, from the body of the coverage.
fn freshness(body: &[u8]) -> Result<Vec<Finding>, Failure> {
    let report: licence_core::coverage::CoverageReport =
        serde_json::from_slice(body).map_err(Failure::UnknownForm)?;
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
