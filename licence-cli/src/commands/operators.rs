//! `licence operators` and `licence actions`.

use licence_core::lookup::PageRules;

use crate::args::{Actions, OperatorsCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::{output, pages};

/// Finds operators, or shows one.
pub(crate) fn run(settings: &Settings, asked: &OperatorsCommand) -> Result<Exit, Failure> {
    let is_quiet = settings.is_quiet;
    settings.look_up(async |service| match asked {
        OperatorsCommand::Search { q, page, form } => {
            let body = pages::list(page, PageRules::SEARCH, "operators", async |limit, offset| {
                service.search(q, limit, offset).await
            });
            let table = output::operators::search;
            output::list(is_quiet, *form, &body.await?, "operators", table)
        }
        OperatorsCommand::Show { slug, instant, form } => {
            let as_of = instant.as_of.as_deref();
            let now = now()?;
            let body = service.operator(slug, as_of, now).await?;
            let card = |answer: &_| output::operators::detail(answer, now.date());
            output::print_answer(is_quiet, *form, &body, card)
        }
    })
}

/// Shows the regulatory actions linked to an operator.
pub(crate) fn actions(settings: &Settings, asked: &Actions) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let member = "regulatory_actions";
        let rules = PageRules::REGULATORY_ACTIONS;
        let body = pages::list(&asked.page, rules, member, async |limit, offset| {
            service.regulatory_actions(&asked.slug, limit, offset, asked.sort.as_deref()).await
        });
        let table = output::operators::actions;
        output::list(settings.is_quiet, asked.form, &body.await?, member, table)
    })
}
