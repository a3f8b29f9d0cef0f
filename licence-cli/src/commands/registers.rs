//! `licence registers`.

use indicatif::ProgressBar;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{Accepted, Explanation, Snapshot};
use licence_store::outbound::{DownloadOptions, Downloader, Progress};
use licence_store::{ReadError, ReaderProgram, RegisterRead, RegisterReader, require_address};

use crate::args::{ApplyOptions, RegistersCommand};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure, shorten};
use crate::{input, notes, output, progress};

/// The largest reading in the neutral form: a million domains take a third of it.
const MAX_READING_BYTES: u64 = 1024 * 1024 * 1024;
/// The largest file of a regulator: a hundred times the real ones.
const MAX_REGISTER_BYTES: u64 = 64 * 1024 * 1024;

pub(crate) fn run(settings: &Settings, registers: &RegistersCommand) -> Result<Exit, Failure> {
    match registers {
        RegistersCommand::Apply { file, options } => {
            let progress = progress::spinner("reading the file");
            let file = input::read(file, MAX_READING_BYTES)?;
            let reading = RegisterReading::from_json(&file.bytes, &file.name)?;
            apply(settings, &progress, &reading, Snapshot::new(vec![file]), options)
        }
        RegistersCommand::Read { code, from, read_at, explain, options } => {
            if from.is_empty() {
                return download(settings, *code, options);
            }
            let progress = progress::spinner("reading the files");
            let files = from.iter().map(|path| input::read(path, MAX_REGISTER_BYTES));
            let files = files.collect::<Result<Vec<_>, _>>()?;
            let read_at = read_at.map_or_else(now, Ok)?;
            let reader = RegisterReader::new(ReaderProgram::this_program());
            let accepted = settings.register_plan(*code).accepted;
            if *explain {
                let explained = reader.explain(*code, files, read_at, &accepted);
                let explanation = settings.block_on(explained)?;
                drop(progress);
                return explained_to(*code, &accepted, &explanation, options.json);
            }
            let read = reader.read(*code, files, read_at, &accepted);
            let (reading, snapshot) = settings.block_on(read)?;
            apply(settings, &progress, &reading, snapshot, options)
        }
        RegistersCommand::Snapshot { sha256 } => snapshot(settings, sha256),
        RegistersCommand::Sources { json } => sources(settings, *json),
        RegistersCommand::Status { json } => status(settings, *json),
    }
}

/// Prints what the reader does not know. Files that cannot be read at all are bad input.
fn explained_to(
    code: JurisdictionCode,
    accepted: &Accepted,
    explanation: &Explanation,
    json: bool,
) -> Result<Exit, Failure> {
    let rows = output::registers::unknown_rows(explanation);
    output::value(json, &rows, |_| output::registers::unknown_text(code, accepted, explanation))?;
    match &explanation.fault {
        None => Ok(Exit::Done),
        Some(fault) => {
            Err(Failure::Usage(format!("the files cannot be read, whatever is accepted: {fault}")))
        }
    }
}

fn sources(settings: &Settings, json: bool) -> Result<Exit, Failure> {
    let plans: Vec<_> =
        JurisdictionCode::ALL.iter().map(|code| settings.register_plan(*code)).collect();
    let table = |_: &_| output::registers::source_table(&plans);
    output::value(json, &output::registers::source_rows(&plans), table)
}

fn apply(
    settings: &Settings,
    progress: &ProgressBar,
    reading: &RegisterReading,
    snapshot: Snapshot,
    options: &ApplyOptions,
) -> Result<Exit, Failure> {
    progress.set_message(format!("applying {} licences", reading.licences.len()));
    let rules = settings.register_plan(reading.jurisdiction).rules(options.force);
    let now = now()?;
    if options.dry_run {
        let preview = settings.block_on(async {
            let store = settings.open_or_imitate_store().await?;
            let preview = store.preview_reading(reading, &snapshot, &rules, now).await;
            store.close().await;
            Ok::<_, Failure>(preview?)
        })?;
        output::value(options.json, &preview, output::registers::preview)?;
    } else {
        let applied = settings.block_on(async {
            let store = settings.open_or_create_store().await?;
            let applied = store.apply_reading(reading, &snapshot, &rules, now).await;
            store.close().await;
            Ok::<_, Failure>(applied?)
        })?;
        output::value(options.json, &applied, output::registers::counts)?;
    }
    if !reading.complete && !options.json {
        notes::note("the reading is partial: what it does not list stays as it is");
    }
    Ok(Exit::Done)
}

/// Reads a register from its addresses.
fn download(
    settings: &Settings,
    code: JurisdictionCode,
    options: &ApplyOptions,
) -> Result<Exit, Failure> {
    if options.dry_run {
        let hint = "--dry-run takes files: save the pages and give them with --from";
        return Err(Failure::Usage(hint.to_owned()));
    }
    let plan = settings.register_plan(code);
    require_address(&plan)?;
    let bar = progress::file_bar();
    let read = settings.block_on(async {
        let store = settings.open_or_create_store().await?;
        let downloader = Downloader::new(DownloadOptions::default()).map_err(ReadError::from)?;
        // A clock before 1970 was refused when the command began.
        let begun = now()?;
        let clock = || now().unwrap_or(begun);
        let mut progress = |progress: Progress<'_>| show(&bar, progress);
        let read =
            store.read_register(&downloader, &plan, options.force, &clock, &mut progress).await;
        store.close().await;
        Ok::<_, Failure>(read?)
    })?;
    bar.finish_and_clear();
    match read {
        RegisterRead::Applied(applied) => {
            output::value(options.json, &applied, output::registers::counts)
        }
        RegisterRead::Busy { until } => Err(Failure::Busy { code, until }),
    }
}

fn status(settings: &Settings, json: bool) -> Result<Exit, Failure> {
    let runs = settings.with_store(async |store| Ok(store.register_runs().await?))?;
    output::value(json, &runs, |runs| output::registers::runs(runs))
}

fn show(bar: &ProgressBar, progress: Progress<'_>) {
    bar.set_length(progress.of as u64);
    bar.set_position(progress.done as u64);
    bar.set_message(format!("{} ({} KiB)", shorten(progress.url), progress.bytes / 1024));
}

fn snapshot(settings: &Settings, sha256: &str) -> Result<Exit, Failure> {
    let bytes =
        settings.with_store(async |store| Ok(store.snapshot(&sha256.to_lowercase()).await?))?;
    let bytes = bytes.ok_or_else(|| Failure::NotFound {
        what: "snapshot",
        id: shorten(sha256),
        hint: "; `licence history LICENCE_ID --json` prints the snapshot_sha256 of an entry",
    })?;
    output::done(&bytes)
}
