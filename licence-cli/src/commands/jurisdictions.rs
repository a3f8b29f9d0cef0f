//! `licence jurisdictions`.

use licence_core::lookup::PageRules;

use crate::args::JurisdictionsCommand;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::service::Service;
use crate::{output, pages};

/// Shows the registers, and who holds a licence there.
pub(crate) fn run(settings: &Settings, asked: &JurisdictionsCommand) -> Result<Exit, Failure> {
    let is_quiet = settings.is_quiet;
    match asked {
        JurisdictionsCommand::List { form } => {
            let server = settings.server()?;
            let body = settings.block_on(Service::jurisdictions(server.as_ref()))?;
            let table = output::operators::jurisdictions;
            output::list(is_quiet, *form, &body, "jurisdictions", table)
        }
        JurisdictionsCommand::Show { code, form } => {
            let server = settings.server()?;
            let body = settings.block_on(Service::jurisdiction(server.as_ref(), code))?;
            output::print_answer(is_quiet, *form, &body, output::operators::jurisdiction)
        }
        JurisdictionsCommand::Operators { code, page, form } => settings.look_up(async |service| {
            let rules = PageRules::JURISDICTION_OPERATORS;
            let body = pages::list(page, rules, "operators", async |limit, offset| {
                service.jurisdiction_operators(code, limit, offset).await
            });
            let table = output::operators::jurisdiction_operators;
            output::list(is_quiet, *form, &body.await?, "operators", table)
        }),
    }
}
