//! `licence jurisdictions`.

use licence_core::lookup::PageRules;
use tokio::runtime::Runtime;

use crate::args::{Jurisdictions, JurisdictionsCommand};
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::{output, pages};

/// Shows the registers, and who holds a licence there.
pub(crate) fn run(
    runtime: &Runtime,
    settings: &Settings,
    asked: &Jurisdictions,
) -> Result<Exit, Failure> {
    let is_quiet = settings.is_quiet;
    settings.with_service(runtime, async |service| {
        match &asked.command {
            JurisdictionsCommand::List { form } => {
                let body = service.jurisdictions().await?;
                let table = output::operators::jurisdictions;
                output::list(is_quiet, *form, &body, "jurisdictions", table)?;
            }
            JurisdictionsCommand::Show { code, form } => {
                let body = service.jurisdiction(code).await?;
                output::one(is_quiet, *form, &body, output::operators::jurisdiction)?;
            }
            JurisdictionsCommand::Operators { code, page, form } => {
                let rules = PageRules::JURISDICTION_OPERATORS;
                let body = pages::list(page, rules, "operators", async |limit, offset| {
                    service.jurisdiction_operators(code, limit, offset).await
                });
                let table = output::operators::jurisdiction_operators;
                output::list(is_quiet, *form, &body.await?, "operators", table)?;
            }
        }
        Ok(Exit::Done)
    })
}
