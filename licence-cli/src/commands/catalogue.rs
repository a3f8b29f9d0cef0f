//! `licence catalogue`, and the answers of a catalogue file.

mod pull;

use std::error::Error;
use std::io::Write;
use std::path::Path;

use licence_core::catalogue::{Catalogue, HistoryBuilder, OpenError};
use licence_core::check::ExactCatalogue;
use licence_core::records::{self, PublishedError, begins_like_records};
use licence_core::time::Timestamp;
use licence_store::catalogue_file::{self, AcceptedRules, Bytes, CatalogueFileError, SigningKey};

use crate::args::{BuildCatalogue, CatalogueCommand, CatalogueKeyCommand, MapFormat, OneForm};
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::service::{Body, CheckRequest, Service};
use crate::whole_file;

const NO_PAST: &str = "--as-of asks for the history, and a catalogue that answers equality alone \
                       has none; ask a database or a server";

pub(crate) fn run(settings: &Settings, asked: &CatalogueCommand) -> Result<Exit, Failure> {
    match asked {
        CatalogueCommand::Build(asked) => build(settings, asked),
        CatalogueCommand::Info { file, form } => info(file, *form),
        CatalogueCommand::Pull(asked) => pull::run(settings, asked),
        CatalogueCommand::Map { file, format } => map(file, *format),
        CatalogueCommand::Key(CatalogueKeyCommand::New { file, name }) => new_key(file, name),
        CatalogueCommand::Verify { file } => verify(file),
    }
}

/// Opens a catalogue, or builds that of records.
pub(crate) fn open(path: &Path) -> Result<Catalogue, Failure> {
    catalogue_file::open(path).map_err(|error| Failure::in_file(path, error))
}

/// Answers one question from a file. One that cannot answer for names answers equality.
pub(crate) fn check(
    path: &Path,
    allow_other_rules: bool,
    request: CheckRequest<'_>,
    as_of: Option<&str>,
    now: Timestamp,
) -> Result<Body, Failure> {
    let rules = if allow_other_rules { AcceptedRules::Any } else { AcceptedRules::Own };
    match open_any(path, rules)? {
        Opened::Full(catalogue) => request.check(&catalogue, as_of, now),
        Opened::Exact(_) if as_of.is_some() => Err(Failure::Usage(NO_PAST.to_owned())),
        Opened::Exact(catalogue) => request.check_exact(&catalogue, now),
    }
}

/// A file of any profile.
enum Opened {
    Full(Catalogue),
    Exact(ExactCatalogue),
}

fn open_any(path: &Path, rules: AcceptedRules) -> Result<Opened, Failure> {
    let failed = |error: CatalogueFileError| Failure::in_file(path, error);
    open_bytes(catalogue_file::read(path).map_err(|error| failed(error.into()))?, rules)
        .map_err(failed)
}

fn open_bytes(bytes: Bytes, rules: AcceptedRules) -> Result<Opened, CatalogueFileError> {
    match Catalogue::from_published(bytes.clone()).map_err(CatalogueFileError::from) {
        Ok(catalogue) => Ok(Opened::Full(catalogue)),
        Err(error) if error.leaves_equality(rules) => {
            catalogue_file::open_exact(bytes, rules).map(Opened::Exact)
        }
        Err(error) => Err(error),
    }
}

fn build(settings: &Settings, build: &BuildCatalogue) -> Result<Exit, Failure> {
    let files = [Some(build.out.as_path()), build.records.as_deref()];
    let on_stdout = files.into_iter().flatten().filter(|path| whole_file::is_stdout(path)).count();
    if on_stdout + usize::from(build.form.json) > 1 {
        let error = "standard output takes one of --out -, --records - and --json";
        return Err(Failure::Usage(error.to_owned()));
    }
    let records = build.records.as_deref().or(build.from.as_deref());
    if records.is_some_and(|records| whole_file::is_same(records, &build.out)) {
        let error = "--out names the file of the records; give the catalogue another name";
        return Err(Failure::Usage(error.to_owned()));
    }
    let refused = |error: &dyn Error| Failure::Usage(error.to_string());
    let (catalogue, history) = read(settings, build)?;
    let bytes = match history {
        Some(history) => catalogue.with_history(history).map_err(|error| refused(&error))?,
        None if build.exact => catalogue.to_exact_profile(),
        None => catalogue.as_bytes().clone(),
    };
    replace(&build.out, &bytes)?;
    if on_stdout > 0 {
        return Ok(Exit::Done);
    }
    // A pipe is not read back.
    let info = ExactCatalogue::from_bytes(bytes).map_err(|error| refused(&error))?.info();
    output::value(build.form.json, &info, output::catalogue::info)
}

/// Returns the catalogue and its history, and writes its records if they are asked for.
fn read(
    settings: &Settings,
    build: &BuildCatalogue,
) -> Result<(Catalogue, Option<HistoryBuilder>), Failure> {
    if let Some(records) = &build.from {
        return Ok((open_records(records)?, None));
    }
    let (records, history) = settings.block_on(read_records(settings, build))?;
    if let Some(path) = &build.records {
        replace(path, &records)?;
    }
    let catalogue = Catalogue::from_records(&records);
    Ok((catalogue.map_err(|error| Failure::Usage(error.to_string()))?, history))
}

/// Builds the catalogue of a file of records. A catalogue is taken as it is.
fn open_records(path: &Path) -> Result<Catalogue, Failure> {
    catalogue_file::open(path).map_err(|error| match error {
        CatalogueFileError::Refused(PublishedError::Catalogue(OpenError::NotACatalogue)) => {
            Failure::in_file(
                path,
                "these are no records: the first line of records is \"licence-records 1\"",
            )
        }
        error => Failure::in_file(path, error),
    })
}

/// Returns the records, and the history if it is asked for.
async fn read_records(
    settings: &Settings,
    build: &BuildCatalogue,
) -> Result<(Vec<u8>, Option<HistoryBuilder>), Failure> {
    let service = settings.lookup_service().await?;
    let Service::Local(local) = &service else {
        let error = "a catalogue is built from a database of this machine, not from a server";
        return Err(Failure::Usage(error.to_owned()));
    };
    let read = match build.with_history {
        true => {
            let read = local.store.catalogue_records_with_history().await;
            read.map(|(published, history)| (published.records, Some(history)))
        }
        false => local.store.catalogue_records().await.map(|published| (published.records, None)),
    };
    service.close().await;
    Ok(read?)
}

/// Replaces a file. `-` is standard output, a pipe or a device is written to directly, and a link
/// leads to its file.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if whole_file::is_stdout(path) {
        return Ok(output::write_all(bytes)?);
    }
    if whole_file::is_device(path) {
        return whole_file::write(path, |device| Ok(device.write_all(bytes)?));
    }
    let path = &whole_file::place(path)?;
    catalogue_file::replace(path, bytes).map_err(|error| whole_file::cannot_write(path, &error))
}

/// Prints what a catalogue says of itself.
fn info(file: &Path, form: OneForm) -> Result<Exit, Failure> {
    let found = match open_any(file, AcceptedRules::Any)? {
        Opened::Full(catalogue) => catalogue.info(),
        Opened::Exact(catalogue) => catalogue.info(),
    };
    output::value(form.json, &found, output::catalogue::info)
}

/// Reads the whole file. Records have no checksum, so that only their SHA-256 shows a changed letter.
fn verify(file: &Path) -> Result<Exit, Failure> {
    let failed = |error: CatalogueFileError| Failure::in_file(file, error);
    let bytes = catalogue_file::read(file).map_err(|error| failed(error.into()))?;
    let sha256 = begins_like_records(&bytes).then(|| records::sha256(&bytes));
    let whole = match open_bytes(bytes, AcceptedRules::Any).map_err(failed)? {
        Opened::Full(catalogue) => catalogue.verify(),
        Opened::Exact(catalogue) => catalogue.verify(),
    };
    whole.map_err(|error| Failure::in_file(file, error))?;
    let file = file.display();
    match sha256 {
        Some(sha256) => output::sentence(format_args!(
            "{file} can be read to the end. Compare its SHA-256 with that of the manifest: {sha256}"
        )),
        None => output::sentence(format_args!("{file} is whole")),
    }
}

/// Makes a key, and prints its public half.
fn new_key(file: &Path, name: &str) -> Result<Exit, Failure> {
    if whole_file::is_stdout(file) {
        let error = "standard output takes the public half of the key; give the private one a file";
        return Err(Failure::Usage(error.to_owned()));
    }
    whole_file::place(file)?;
    let key = SigningKey::create(file, name);
    let key = key.map_err(|error| whole_file::cannot_write(file, &error))?;
    let printed = output::done(format!("{}\n", key.verifying_key()).as_bytes());
    if printed.is_err() {
        let file = file.display();
        notes::print(format_args!(
            "{file} was created, and its public half is lost: remove {file}, and make the key again"
        ));
    }
    printed
}

/// Prints each host with the verdict of a check. A `www.` host is the same site as its twin. A damaged
/// file is refused, because a program answers from the map without the file.
fn map(file: &Path, format: MapFormat) -> Result<Exit, Failure> {
    let catalogue = open(file)?;
    catalogue.verify().map_err(|error| Failure::in_file(file, error))?;
    let mut text = String::new();
    if format == MapFormat::Csv {
        text.push_str("host,verdict\r\n");
    }
    for (host, verdict) in catalogue.host_verdicts() {
        for host in [host.to_owned(), format!("www.{host}")] {
            text.push_str(&match format {
                MapFormat::Haproxy => format!("{host} {verdict}\n"),
                MapFormat::Nginx => format!("{host} {verdict};\n"),
                MapFormat::Csv => format!("{host},{verdict}\r\n"),
            });
        }
    }
    output::done(text.as_bytes())
}
