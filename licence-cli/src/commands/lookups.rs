//! `licence jurisdictions`, `operators`, `actions`, `licences` and `history`.

use std::borrow::Cow;

use licence_core::check::CheckResult;
use licence_core::lookup::PageRules;
use licence_core::request::quoted;
use licence_core::time::Timestamp;

use crate::args::{Actions, History, JurisdictionsCommand, LicencesCommand, OperatorsCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure, Refusal};
use crate::pasted::Pasted;
use crate::service::{CheckRequest, Service};
use crate::{notes, output, pages};

/// Shows the registers, and who holds a licence there.
pub(crate) fn jurisdictions(
    settings: &Settings,
    asked: &JurisdictionsCommand,
) -> Result<Exit, Failure> {
    match asked {
        JurisdictionsCommand::List { form } => {
            let server = settings.server()?;
            let body = settings.block_on(Service::jurisdictions(server.as_ref()))?;
            output::list(*form, &body, "jurisdictions", output::operators::jurisdictions)
        }
        JurisdictionsCommand::Show { code, form } => {
            let server = settings.server()?;
            let body = settings.block_on(Service::jurisdiction(server.as_ref(), code))?;
            output::print_answer(*form, &body, output::operators::jurisdiction)
        }
        JurisdictionsCommand::Operators { code, page, form } => settings.look_up(async |service| {
            let rules = PageRules::JURISDICTION_OPERATORS;
            let body = pages::list(page, rules, "operators", async |limit, offset| {
                service.jurisdiction_operators(code, limit, offset).await
            });
            let table = output::operators::jurisdiction_operators;
            output::list(*form, &body.await?, "operators", table)
        }),
    }
}

pub(crate) fn operators(settings: &Settings, asked: &OperatorsCommand) -> Result<Exit, Failure> {
    settings.look_up(async |service| match asked {
        OperatorsCommand::Search { q, page, form } => {
            let body = pages::list(page, PageRules::SEARCH, "operators", async |limit, offset| {
                service.search(q, limit, offset).await
            });
            output::list(*form, &body.await?, "operators", output::operators::search)
        }
        OperatorsCommand::Show { slug, instant, form } => {
            let as_of = instant.as_of.as_deref();
            let now = now()?;
            let body = service.operator(slug, as_of, now).await?;
            output::print_answer(*form, &body, |it| output::operators::detail(it, now.date()))
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
        output::list(asked.form, &body.await?, member, output::operators::actions)
    })
}

pub(crate) fn licences(settings: &Settings, asked: &LicencesCommand) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let now = now()?;
        match asked {
            LicencesCommand::List { slug, include_history, form } => {
                let body = service.operator_licences(slug, *include_history).await?;
                let table = |answer: &_| output::licences::operator_licences(answer, now.date());
                output::list(*form, &body, "licenses", table)
            }
            LicencesCommand::Show { id, instant, form } => {
                let id = licence_id(service, id, now).await?;
                let body = service.licence(&id, instant.as_of.as_deref(), now).await?;
                output::print_answer(*form, &body, |it| output::licences::detail(it, now.date()))
            }
        }
    })
}

pub(crate) fn history(settings: &Settings, asked: &History) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let id = licence_id(service, &asked.licence, now()?).await?;
        let body = service.history(&id).await?;
        output::list(asked.form, &body, "history", output::licences::timeline)
    })
}

/// Returns the id of the licence that a text names: the text, or for a licence number the id of
/// the licence that a check finds. Prints which one it is: operators of two registers may share a number.
async fn licence_id<'t>(
    service: &Service,
    text: &'t str,
    now: Timestamp,
) -> Result<Cow<'t, str>, Failure> {
    let Pasted::LicenceNumber(number) = Pasted::parse(text) else { return Ok(text.into()) };
    if uuid::Uuid::parse_str(number).is_ok() {
        return Ok(text.into());
    }
    let body = service.check(CheckRequest::LicenceNumber(number), None, now).await?;
    let found: CheckResult = serde_json::from_slice(&body)?;
    let matched = found.matched.as_ref();
    let matched = matched.and_then(|it| Some((it, it.license_id?, it.license_number.as_deref()?)));
    let Some((matched, id, listed)) = matched else {
        let error = format!("No licence has the number {}.", quoted(number));
        let next = "Try licence operators search NAME, then licence licences list SLUG.";
        return Err(Failure::refused(Refusal::local(Exit::NotFound, error, Some(next.to_owned()))));
    };
    let (asked, holder) = (quoted(number), output::style::plain(&matched.operator));
    let register = matched.jurisdiction.map_or("", |code| code.as_str());
    notes::note(format_args!("{asked} is read as the licence {listed} of {holder} ({register})"));
    Ok(id.0.to_string().into())
}
