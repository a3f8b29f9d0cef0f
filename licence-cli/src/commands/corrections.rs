//! `licence corrections`.

use licence_core::history::EntryId;

use crate::args::CorrectionsCommand;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;

pub(crate) fn run(settings: &Settings, corrections: &CorrectionsCommand) -> Result<Exit, Failure> {
    let CorrectionsCommand::Add { event_id, note, json } = corrections;
    if note.trim().is_empty() {
        return Err(Failure::Usage("--note is blank; a correction needs its reason".to_owned()));
    }
    let corrected = settings
        .with_store(async |store| Ok(store.correct(EntryId(*event_id), note, now()?).await?))?;
    let corrected = corrected.ok_or_else(|| Failure::NotFound {
        what: "history entry",
        id: event_id.to_string(),
        hint: "; `licence history LICENCE_ID` prints the ids",
    })?;
    output::value(*json, &corrected, output::licences::correction)
}
