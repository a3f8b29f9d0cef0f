//! What a server is looked at for.

use licence_core::health::{HealthBody, HealthStatus};

use super::{Finding, Standing, freshness};
use crate::commands::now;
use crate::config::{Given, Place, Settings};
use crate::exit::Failure;
use crate::service::Service;

/// The options, and what they lead to. Health takes a key that is sent to be good, and charges
/// nothing for it.
pub(super) async fn findings(settings: &Settings) -> Result<Vec<Finding>, Failure> {
    let service = settings.service().await?;
    let mut findings = options(settings, &service);
    match health(&service).await {
        Ok(finding) => findings.push(finding),
        Err(failure) => {
            let found = failure.to_string().replace("\n  ", "; ");
            findings.push(Finding::new("server", Standing::Failed, found));
            return Ok(findings);
        }
    }
    match service.coverage(now()?).await {
        Ok(body) => findings.extend(freshness(&body)?),
        Err(failure) => {
            let found = failure.to_string().replace("\n  ", "; ");
            findings.push(Finding::new("registers", Standing::Failed, found));
        }
    }
    Ok(findings)
}

fn options(settings: &Settings, service: &Service) -> Vec<Finding> {
    let (Place::Remote { source, key, .. }, Service::Remote(client)) = (&settings.place, service)
    else {
        return Vec::new();
    };
    let server = Given::new((), *source);
    let mut findings = vec![Finding::option("server", &server, client.server())];
    findings.push(match key {
        Some(key) if client.shows_its_key() => Finding {
            standing: Standing::Warning,
            ..Finding::option("api_key", key, "given; it travels unencrypted: use https")
        },
        Some(key) => Finding::option("api_key", key, "given"),
        None => Finding::new(
            "api_key",
            Standing::Warning,
            "none: only what needs no key is answered, ten times an hour",
        ),
    });
    findings
}

async fn health(service: &Service) -> Result<Finding, Failure> {
    let body = service.health(now()?).await?;
    let health: HealthBody = serde_json::from_slice(&body).map_err(Failure::UnknownForm)?;
    let standing = match health.status {
        HealthStatus::Ok => Standing::Ok,
        HealthStatus::Unavailable => Standing::Failed,
    };
    Ok(Finding::new("server", standing, format!("{}, version {}", health.status, health.version)))
}
