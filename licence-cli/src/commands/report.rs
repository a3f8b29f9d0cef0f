//! `licence report` and `licence evidence`: records of checks.

use std::io::Write;
use std::path::Path;

use comfy_table::Color;
use licence_core::check::CheckResult;
use licence_core::evidence::{EvidenceFile, EvidenceVerification};
use licence_core::time::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::args::Report;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output::layout::{card, card_rows};
use crate::output::report::Record;
use crate::output::style::{coloured, plain};
use crate::pasted::Pasted;
use crate::service::Service;
use crate::{input, output, whole_file};

/// The largest record that is verified; those of the service are a thousand times smaller.
const MAX_RECORD_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) fn run(settings: &Settings, args: &Report) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let bodies = Bodies::ask(service, args).await?;
        let bytes = match args.json {
            true => [&*serde_json::to_vec(&bodies)?, b"\n"].concat(),
            false => bodies.to_page(settings, args)?.into_bytes(),
        };
        match args.out.as_deref().filter(|path| !whole_file::is_stdout(path)) {
            Some(path) => whole_file::write(path, |file| Ok(file.write_all(&bytes)?))?,
            None => output::write_all(&bytes)?,
        }
        Ok(Exit::Done)
    })
}

/// The bodies of the REST API that a record shows. A check without a licence has only the first.
#[derive(Serialize)]
struct Bodies {
    made_at: Timestamp,
    check: Box<RawValue>,
    licence: Option<Box<RawValue>>,
    history: Option<Box<RawValue>>,
}

impl Bodies {
    async fn ask(service: &Service, args: &Report) -> Result<Self, Failure> {
        let made_at = now()?;
        let instant = args.instant.as_of.as_deref();
        let pasted = Pasted::parse(&args.query);
        let check = service.check(pasted.request(&args.query), instant, made_at).await?;
        pasted.announce(&args.query);
        let result: CheckResult = serde_json::from_slice(&check)?;
        let id = result.matched.and_then(|it| it.license_id).map(|id| id.0.to_string());
        let (licence, history) = match id {
            Some(id) => {
                let licence = service.licence(&id, instant, made_at).await?;
                let history = service.history(&id).await?;
                (Some(serde_json::from_slice(&licence)?), Some(serde_json::from_slice(&history)?))
            }
            None => (None, None),
        };
        Ok(Self { made_at, check: serde_json::from_slice(&check)?, licence, history })
    }

    fn to_page(&self, settings: &Settings, args: &Report) -> Result<String, Failure> {
        let record = Record {
            made_at: self.made_at,
            data_source: settings.data_source_name(),
            asked: args.query.clone(),
            as_of: args.instant.as_of.clone(),
            check: parse(&self.check)?,
            licence: self.licence.as_deref().map(parse).transpose()?,
            history: self.history.as_deref().map(parse).transpose()?,
        };
        Ok(output::report::page(&record))
    }
}

fn parse<T: DeserializeOwned>(body: &RawValue) -> Result<T, Failure> {
    Ok(serde_json::from_str(body.get())?)
}

/// Recomputes the hash of a record of a check, and compares its question with its answer.
pub(crate) fn verify(file: &Path, json: bool) -> Result<Exit, Failure> {
    let record = input::read(file, MAX_RECORD_BYTES)?;
    let record =
        EvidenceFile::from_json(&record.bytes).map_err(|error| Failure::in_file(file, error))?;
    let verification = record.verify();
    output::answered(output::value(json, &verification, card_of))?;
    let is_good = verification.unchanged && verification.answers_question;
    Ok(if is_good { Exit::Done } else { Exit::NotAPass })
}

/// Returns whether a record is unchanged, and what its hash proves.
fn card_of(verification: &EvidenceVerification) -> String {
    let (word, note) = match (verification.unchanged, verification.answers_question) {
        (true, true) => (
            coloured("unchanged", Color::Green),
            "the hash proves that the answer is the one that was recorded; it proves neither the \
             question nor the time of saving, which it does not cover, nor what the regulator meant",
        ),
        (true, false) => (
            coloured("of another question", Color::Red),
            "the answer is the one that was recorded, and its query is not the question of the \
             record; the hash covers neither the question nor the time of saving",
        ),
        (false, _) => {
            (coloured("changed", Color::Red), "the answer is not the one that was recorded")
        }
    };
    card(card_rows! {
        "answer" => word,
        "record" => verification.id,
        "question" => plain(&verification.question),
        "saved at" => verification.created_at,
        "sha256 in the record" => plain(&verification.sha256),
        "sha256 of the answer" => &verification.computed_sha256,
        "note" => note,
    })
}
