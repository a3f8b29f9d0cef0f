//! `licence check`.

use licence_core::check::{CheckQuery, CheckResult};
use licence_core::point_in_time::AsOf;
use tokio::runtime::Runtime;

use crate::args::Check;
use crate::config::Settings;
use crate::exit::{Exit, Failure, shown};
use crate::output;

/// Checks one domain or licence number.
pub(crate) fn run(runtime: &Runtime, settings: &Settings, check: &Check) -> Result<Exit, Failure> {
    let query = query(check)?;
    let store = runtime.block_on(settings.open_store())?;
    let now = super::now()?;
    let as_of = check.as_of.as_deref().map(|text| AsOf::parse(text, now)).transpose()?;
    let result = runtime.block_on(store.check_once(&query, as_of, now))?;
    if runtime.block_on(store.is_empty())? {
        eprintln!(
            "warning: no register was read into this database yet; `licence registers apply FILE` \
             reads one, `licence-server --sample` the fictional ones"
        );
    }
    if check.json {
        output::json(&result)?;
    } else {
        output::write_all(output::verdict::card(&result).as_bytes())?;
    }
    Ok(exit(&result))
}

fn query(check: &Check) -> Result<CheckQuery, Failure> {
    match (&check.domain, &check.license_number) {
        (Some(domain), _) => CheckQuery::domain(domain)
            .map_err(|error| Failure::Hostname { domain: shown(domain), error }),
        (None, Some(number)) => CheckQuery::licence_number(number)
            .map_err(|error| Failure::LicenceNumber { number: shown(number), error }),
        (None, None) => Err(Failure::Usage("give a domain or --license-number".to_owned())),
    }
}

fn exit(result: &CheckResult) -> Exit {
    if result.verdict.is_licensed() { Exit::Done } else { Exit::NotAPass }
}
