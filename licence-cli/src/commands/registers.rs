//! `licence registers`.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{SourceFile, snapshot_sha256, ukgc};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_store::ReadingApplied;
use tokio::runtime::Runtime;

use crate::args::{ApplyOptions, Registers, RegistersCommand};
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::{input, output};

/// The largest reading in the neutral form: a million domains take a third of it.
const MAX_READING_BYTES: u64 = 1024 * 1024 * 1024;
/// The largest file of a regulator: a hundred times the real ones.
const MAX_REGISTER_BYTES: u64 = 64 * 1024 * 1024;

/// Reads registers into the database.
pub(crate) fn run(
    runtime: &Runtime,
    settings: &Settings,
    registers: &Registers,
) -> Result<Exit, Failure> {
    match &registers.command {
        RegistersCommand::Apply { file, options } => {
            let progress = spinner("reading the file");
            let file = input::read(file, MAX_READING_BYTES)?;
            let reading = RegisterReading::from_json(&file.bytes, &file.name)?;
            apply(runtime, settings, &progress, &reading, vec![file], options)
        }
        RegistersCommand::Read { code, from, read_at, options } => {
            let progress = spinner("reading the files");
            let files = read_files(from)?;
            let read_at = read_at.map_or_else(super::now, Ok)?;
            let reading = read(*code, &files, read_at)?;
            apply(runtime, settings, &progress, &reading, files, options)
        }
    }
}

fn read_files(paths: &[PathBuf]) -> Result<Vec<SourceFile>, Failure> {
    paths.iter().map(|path: &PathBuf| input::read(Path::new(path), MAX_REGISTER_BYTES)).collect()
}

fn read(
    code: JurisdictionCode,
    files: &[SourceFile],
    read_at: Timestamp,
) -> Result<RegisterReading, Failure> {
    match code {
        JurisdictionCode::Ukgc => Ok(ukgc::read(files, read_at)?),
        JurisdictionCode::Mga
        | JurisdictionCode::Cw
        | JurisdictionCode::Kh
        | JurisdictionCode::An
        | JurisdictionCode::Tgc
        | JurisdictionCode::Iom => Err(Failure::Usage(format!(
            "there is no reader for {code} files yet; `licence registers apply` takes its neutral form"
        ))),
    }
}

fn apply(
    runtime: &Runtime,
    settings: &Settings,
    progress: &ProgressBar,
    reading: &RegisterReading,
    files: Vec<SourceFile>,
    options: &ApplyOptions,
) -> Result<Exit, Failure> {
    let sha256 = snapshot_sha256(&files);
    drop(files);
    let rules = ApplyRules { force: options.force, ..ApplyRules::default() };
    progress.set_message(format!("applying {} licences", reading.licences.len()));
    let applied = runtime.block_on(async {
        let store = settings.open_store().await?;
        let applied = store.apply_reading(reading, &sha256, &rules, super::now()?).await;
        store.close().await;
        Ok::<ReadingApplied, Failure>(applied?)
    })?;
    if options.json {
        output::json(&applied)?;
    } else {
        output::write_all(output::reading::table(&applied).as_bytes())?;
    }
    Ok(Exit::Done)
}

fn spinner(message: &'static str) -> ProgressBar {
    let progress =
        ProgressBar::new_spinner().with_message(message).with_finish(ProgressFinish::AndClear);
    if io::stderr().is_terminal() {
        progress.enable_steady_tick(Duration::from_millis(100));
    } else {
        progress.set_draw_target(ProgressDrawTarget::hidden());
    }
    progress
}
