//! `licence licences` and `licence history`.

use tokio::runtime::Runtime;

use crate::args::{History, Licences, LicencesCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;

/// Shows the licences of an operator, or one licence.
pub(crate) fn run(
    runtime: &Runtime,
    settings: &Settings,
    asked: &Licences,
) -> Result<Exit, Failure> {
    let is_quiet = settings.is_quiet;
    settings.with_service(runtime, async |service| {
        match &asked.command {
            LicencesCommand::List { slug, include_history, form } => {
                let body = service.operator_licences(slug, *include_history).await?;
                let table = output::licences::operator_licences;
                output::list(is_quiet, *form, &body, "licenses", table)?;
            }
            LicencesCommand::Show { id, instant, form } => {
                let as_of = instant.as_of.as_deref();
                let body = service.licence(id, as_of, now()?).await?;
                output::one(is_quiet, *form, &body, output::licences::detail)?;
            }
        }
        Ok(Exit::Done)
    })
}

/// Shows the history of a licence.
pub(crate) fn history(
    runtime: &Runtime,
    settings: &Settings,
    asked: &History,
) -> Result<Exit, Failure> {
    settings.with_service(runtime, async |service| {
        let body = service.history(&asked.licence_id).await?;
        let table = output::history::timeline;
        output::list(settings.is_quiet, asked.form, &body, "history", table)?;
        Ok(Exit::Done)
    })
}
