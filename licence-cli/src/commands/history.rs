//! `licence history`.

use licence_core::licence::LicenceId;
use tokio::runtime::Runtime;

use crate::args::History;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;

/// Shows the history of a licence.
pub(crate) fn run(
    runtime: &Runtime,
    settings: &Settings,
    asked: &History,
) -> Result<Exit, Failure> {
    let history = runtime.block_on(async {
        let store = settings.open_store().await?;
        Ok::<_, Failure>(store.history(LicenceId(asked.licence_id)).await?)
    })?;
    let history = history.ok_or_else(|| Failure::NotFound {
        what: "licence",
        id: asked.licence_id.to_string(),
        hint: "; `licence check --json` prints the license_id",
    })?;
    if asked.json {
        output::json(&history)?;
    } else {
        output::write_all(output::history::timeline(&history).as_bytes())?;
    }
    Ok(Exit::Done)
}
