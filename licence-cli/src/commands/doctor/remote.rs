//! Findings about a server.

use licence_core::health::{HealthBody, HealthStatus};

use super::finding::{Finding, FindingStatus, freshness};
use crate::clock::now;
use crate::config::{DataSource, Settings};
use crate::exit::Failure;
use crate::service::Service;
use crate::setting::Setting;

/// The options, and what they lead to. Health takes a key that is sent to be good, and charges
/// nothing for it.
pub(super) async fn findings(settings: &Settings) -> Result<Vec<Finding>, Failure> {
    let service = settings.service().await?;
    let mut findings = options(settings, &service);
    match health(&service).await {
        Ok(finding) => findings.push(finding),
        Err(failure) => {
            findings.push(failed("server", &failure));
            return Ok(findings);
        }
    }
    match service.coverage(now()?).await {
        Ok(body) => findings.extend(freshness(&body)?),
        Err(failure) => findings.push(failed("registers", &failure)),
    }
    Ok(findings)
}

/// Returns the finding of a failure, in one line.
fn failed(what: &str, failure: &Failure) -> Finding {
    Finding::failed(what, failure.to_string().replace("\n  ", "; "))
}

fn options(settings: &Settings, service: &Service) -> Vec<Finding> {
    let (DataSource::Remote { origin, key, .. }, Service::Remote(client)) =
        (&settings.data_source, service)
    else {
        return Vec::new();
    };
    let server = Setting::new((), *origin);
    let mut findings = vec![Finding::option("server", &server, client.server())];
    findings.push(match key {
        Some(key) if client.shows_its_key() => Finding {
            status: FindingStatus::Warning,
            ..Finding::option("api_key", key, "given; it travels unencrypted: use https")
        },
        Some(key) => Finding::option("api_key", key, "given"),
        None => Finding::new(
            "api_key",
            FindingStatus::Warning,
            "none: only what needs no key is answered, ten times an hour",
        ),
    });
    findings
}

async fn health(service: &Service) -> Result<Finding, Failure> {
    let body = service.health(now()?).await?;
    let health: HealthBody = serde_json::from_slice(&body)?;
    let status = match health.status {
        HealthStatus::Ok => FindingStatus::Ok,
        HealthStatus::Unavailable => FindingStatus::Failed,
    };
    Ok(Finding::new("server", status, format!("{}, version {}", health.status, health.version)))
}
