//! `licence licences` and `licence history`.

use std::borrow::Cow;

use licence_core::check::CheckResult;
use licence_core::licence_number::letters_and_digits;
use licence_core::time::Timestamp;

use crate::args::{History, LicencesCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure, Refusal};
use crate::notes;
use crate::output;
use crate::pasted::Pasted;
use crate::service::{CheckRequest, Service};
use licence_core::request::quoted;

/// Shows the licences of an operator, or one licence.
pub(crate) fn run(settings: &Settings, asked: &LicencesCommand) -> Result<Exit, Failure> {
    let is_quiet = settings.is_quiet;
    settings.look_up(async |service| {
        let now = now()?;
        match asked {
            LicencesCommand::List { slug, include_history, form } => {
                let body = service.operator_licences(slug, *include_history).await?;
                let table = |answer: &_| output::licences::operator_licences(answer, now.date());
                output::list(is_quiet, *form, &body, "licenses", table)
            }
            LicencesCommand::Show { id, instant, form } => {
                let id = licence_id(service, is_quiet, id, now).await?;
                let body = service.licence(&id, instant.as_of.as_deref(), now).await?;
                let card = |answer: &_| output::licences::detail(answer, now.date());
                output::print_answer(is_quiet, *form, &body, card)
            }
        }
    })
}

/// Shows the history of a licence.
pub(crate) fn history(settings: &Settings, asked: &History) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let id = licence_id(service, settings.is_quiet, &asked.licence, now()?).await?;
        let body = service.history(&id).await?;
        let table = output::history::timeline;
        output::list(settings.is_quiet, asked.form, &body, "history", table)
    })
}

/// Returns the id of the licence that a text names: the text, or for a licence number the id of
/// the licence that a check finds.
async fn licence_id<'t>(
    service: &Service,
    is_quiet: bool,
    text: &'t str,
    now: Timestamp,
) -> Result<Cow<'t, str>, Failure> {
    let Pasted::LicenceNumber(number) = Pasted::parse(text) else { return Ok(text.into()) };
    if uuid::Uuid::parse_str(number).is_ok() {
        return Ok(text.into());
    }
    let body = service.check(CheckRequest::LicenceNumber(number), None, now).await?;
    let found: CheckResult = serde_json::from_slice(&body)?;
    let matched = found.matched.and_then(|it| Some((it.license_id?, it.license_number?)));
    let Some((id, listed)) = matched else {
        let error = format!("No licence has the number {}.", quoted(number));
        let next = "Try licence operators search NAME, then licence licences list SLUG.";
        return Err(Failure::refused(Refusal::here(Exit::NotFound, error, Some(next.to_owned()))));
    };
    if !is_quiet && letters_and_digits(&listed) != letters_and_digits(number) {
        notes::print(format_args!("{} is read as the licence {listed}", quoted(number)));
    }
    Ok(id.0.to_string().into())
}
