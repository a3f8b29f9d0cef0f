//! `licence coverage`.

use tokio::runtime::Runtime;

use crate::args::Coverage;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;

/// Shows how fresh the registers are.
pub(crate) fn run(
    runtime: &Runtime,
    settings: &Settings,
    asked: &Coverage,
) -> Result<Exit, Failure> {
    let coverage = runtime.block_on(async {
        let store = settings.open_store().await?;
        Ok::<_, Failure>(store.coverage(super::now()?).await?)
    })?;
    if asked.json {
        output::json(&coverage)?;
    } else {
        output::write_all(output::coverage::table(&coverage).as_bytes())?;
    }
    Ok(Exit::Done)
}
