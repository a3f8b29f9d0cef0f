//! `licence check`.

use licence_core::check::Verdict;
use serde::Deserialize;
use tokio::runtime::Runtime;

use crate::args::Check;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::service::CheckRequest;

/// What decides the exit code.
#[derive(Deserialize)]
struct Outcome {
    verdict: Verdict,
}

/// Checks one domain or licence number.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, check: &Check) -> Result<Exit, Failure> {
    let request = parse_request(check)?;
    // Nothing is written: there is nothing to close, and closing takes longer than the check.
    runtime.block_on(async {
        let service = settings.service().await?;
        let body = service.check(request, check.instant.as_of.as_deref(), now()?).await?;
        if !settings.is_quiet && service.is_empty().await? {
            eprintln!(
                "warning: no register was read into this database yet; `licence registers apply \
                 FILE` reads one, `licence-server --sample` the fictional ones"
            );
        }
        output::one(settings.is_quiet, check.form, &body, output::verdict::card)?;
        let outcome: Outcome = serde_json::from_slice(&body).map_err(Failure::UnknownForm)?;
        Ok(if outcome.verdict.is_licensed() { Exit::Done } else { Exit::NotAPass })
    })
}

fn parse_request(check: &Check) -> Result<CheckRequest<'_>, Failure> {
    match (&check.domain, &check.license_number) {
        (Some(domain), _) => Ok(CheckRequest::Domain(domain)),
        (None, Some(number)) => Ok(CheckRequest::LicenceNumber(number)),
        (None, None) => Err(Failure::Usage("give a domain or --license-number".to_owned())),
    }
}
