//! `licence coverage`, `licence stats` and `licence health`.

use licence_core::health::{HealthBody, HealthStatus};

use crate::args::OneForm;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;

/// Shows how fresh the registers are.
pub(crate) fn coverage(settings: &Settings, form: OneForm) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let body = service.coverage(now()?).await?;
        output::print_answer(settings.is_quiet, form, &body, output::coverage::table)
    })
}

/// Shows headline counts.
pub(crate) fn stats(settings: &Settings, form: OneForm) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let body = service.stats(now()?).await?;
        output::print_answer(settings.is_quiet, form, &body, output::system::stats)
    })
}

/// Shows whether the service can do its work.
pub(crate) fn health(settings: &Settings, form: OneForm) -> Result<Exit, Failure> {
    settings.with_service(async |service| {
        let body = service.health(now()?).await?;
        output::print_answer(settings.is_quiet, form, &body, output::system::health)?;
        let health: HealthBody = serde_json::from_slice(&body)?;
        Ok(match health.status {
            HealthStatus::Ok => Exit::Done,
            HealthStatus::Unavailable => Exit::Failed,
        })
    })
}
