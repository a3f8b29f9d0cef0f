//! `licence check`.

use licence_core::check::Verdict;
use serde::Deserialize;

use crate::args::Check;
use crate::clock::now;
use crate::commands::catalogue;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::pasted::Pasted;

/// What decides the exit code.
#[derive(Deserialize)]
struct Outcome {
    verdict: Verdict,
}

pub(crate) fn run(settings: &Settings, check: &Check) -> Result<Exit, Failure> {
    let text = check.query.as_deref().or(check.license_number.as_deref()).unwrap_or_default();
    let pasted = match check.license_number {
        Some(_) => Pasted::LicenceNumber(text),
        None => Pasted::parse(text),
    };
    let request = pasted.request(text);
    settings.block_on(async {
        let now = now()?;
        let as_of = check.instant.as_of.as_deref();
        let (body, service) = match &check.catalogue {
            Some(file) => {
                settings.require_no_server_flag()?;
                (catalogue::check(file, check.allow_other_rules, request, as_of, now)?, None)
            }
            None => {
                let service = settings.lookup_service().await?;
                (service.check(request, as_of, now).await?, Some(service))
            }
        };
        pasted.announce(text);
        output::answered(output::print_answer(check.form, &body, |result| {
            output::verdict::card(result, now.date())
        }))?;
        if let Some(service) = service {
            service.finish().await;
        }
        let outcome: Outcome = serde_json::from_slice(&body)?;
        Ok(if outcome.verdict.is_licensed() { Exit::Done } else { Exit::NotAPass })
    })
}
