//! `licence doctor`.

mod local;
mod remote;

use serde::Serialize;
use tokio::runtime::Runtime;

use crate::args::Doctor;
use crate::config::{Given, Place, Settings, Source, is_private};
use crate::exit::{Exit, Failure};
use crate::output;

/// How a thing stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    /// As it should be.
    Ok,
    /// It works, and somebody should look at it.
    Warning,
    /// It does not work.
    Failed,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) what: String,
    pub(crate) standing: Standing,
    pub(crate) found: String,
    /// Who said so, of an option.
    pub(crate) source: Option<String>,
}

impl Finding {
    fn new(what: impl Into<String>, standing: Standing, found: impl Into<String>) -> Self {
        Self { what: what.into(), standing, found: found.into(), source: None }
    }

    fn option<T>(what: &str, given: &Given<T>, shown: impl Into<String>) -> Self {
        let source = Some(given.source.to_string());
        Self { source, ..Self::new(what, Standing::Ok, shown) }
    }
}

/// Explains the configuration, and tries what it names.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, asked: &Doctor) -> Result<Exit, Failure> {
    let findings = runtime.block_on(async {
        match &settings.place {
            Place::Local => {
                let mut findings = local::findings(settings).await;
                findings.extend(secret_key_file(settings));
                Ok(findings)
            }
            Place::Remote { .. } => remote::findings(settings).await,
        }
    })?;
    let table = |findings: &Vec<Finding>| output::doctor::table(findings);
    super::print(settings.is_quiet, asked.json, &findings, table)?;
    let has_failed = findings.iter().any(|finding| finding.standing == Standing::Failed);
    Ok(if has_failed { Exit::Failed } else { Exit::Done })
}

/// Whoever can read it can read the secrets of all webhooks. The usual one stands beside an SQLite
/// file once there is a webhook.
fn secret_key_file(settings: &Settings) -> Option<Finding> {
    let usual = || {
        let path = settings.database_url.value.strip_prefix("sqlite://")?.split('?').next()?;
        let path = std::path::PathBuf::from(format!("{path}-secret.key"));
        path.is_file().then(|| Given::new(path, Source::Default))
    };
    let file = settings.secret_key_file.clone().or_else(usual)?;
    let path = file.value.display();
    let (standing, found) = match is_private(&file.value) {
        Ok(true) => (Standing::Ok, format!("{path}, private")),
        Ok(false) => (Standing::Failed, format!("{path} can be read by others; chmod 600 {path}")),
        Err(error) => (Standing::Warning, format!("{path}: {error}")),
    };
    let source = Some(file.source.to_string());
    Some(Finding { source, ..Finding::new("secret key file", standing, found) })
}

/// How fresh the registers are, from the body of the coverage.
fn freshness(body: &[u8]) -> Result<Vec<Finding>, Failure> {
    let report: licence_core::coverage::CoverageReport =
        serde_json::from_slice(body).map_err(Failure::UnknownForm)?;
    let finding = |(code, coverage): (_, &licence_core::coverage::JurisdictionCoverage)| {
        let sla = coverage.sla_hours;
        let (standing, found) = match (coverage.fresh, coverage.age_hours) {
            (Some(true), Some(age)) => (Standing::Ok, format!("read {age} h ago, target {sla} h")),
            (Some(_), age) => {
                let age = age.unwrap_or_default();
                (Standing::Warning, format!("stale: read {age} h ago, target {sla} h"))
            }
            (None, _) => (Standing::Warning, "never read".to_owned()),
        };
        Finding::new(format!("register {code}"), standing, found)
    };
    Ok(report.jurisdictions.iter().map(finding).collect())
}
