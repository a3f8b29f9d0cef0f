//! `licence catalogue`, and the answers of a catalogue file.

use std::path::Path;

use licence_core::catalogue::Catalogue;
use licence_store::catalogue_file;
use tokio::runtime::Runtime;

use crate::args::{BuildCatalogue, CatalogueInfo, VerifyCatalogue};
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::service::Service;

/// Opens a catalogue, or builds that of records.
///
/// # Errors
/// [`Failure::Usage`] with the path for a file that is neither.
pub(crate) fn open(path: &Path) -> Result<Catalogue, Failure> {
    catalogue_file::open(path)
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// Builds a catalogue and writes it.
pub(crate) fn build(
    runtime: &Runtime,
    settings: &Settings,
    build: &BuildCatalogue,
) -> Result<Exit, Failure> {
    let catalogue = match &build.from {
        Some(records) => open(records)?,
        None => {
            let records = runtime.block_on(read_records(settings))?;
            if let Some(path) = &build.records {
                replace(path, &records)?;
            }
            Catalogue::from_records(&records).map_err(|error| Failure::Usage(error.to_string()))?
        }
    };
    replace(&build.out, catalogue.as_bytes())?;
    print_info(settings, &build.form, &catalogue)
}

async fn read_records(settings: &Settings) -> Result<Vec<u8>, Failure> {
    let service = settings.lookup_service().await?;
    let published = match &service {
        Service::Local(local) => local.store.catalogue_records().await.map_err(Failure::from),
        Service::Remote(_) => {
            let error = "a catalogue is built from a database of this machine, not from a server";
            Err(Failure::Usage(error.to_owned()))
        }
    };
    service.close().await;
    Ok(published?.records)
}

fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    catalogue_file::replace(path, bytes)
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// Prints what a catalogue says of itself.
pub(crate) fn info(settings: &Settings, info: &CatalogueInfo) -> Result<Exit, Failure> {
    print_info(settings, &info.form, &open(&info.file)?)
}

fn print_info(
    settings: &Settings,
    form: &crate::args::OneForm,
    catalogue: &Catalogue,
) -> Result<Exit, Failure> {
    output::value(settings.is_quiet, form.json, &catalogue.info(), output::catalogue::info)?;
    Ok(Exit::Done)
}

/// Reads the whole file.
pub(crate) fn verify(is_quiet: bool, verify: &VerifyCatalogue) -> Result<Exit, Failure> {
    let path = verify.file.display();
    let whole = open(&verify.file)?.verify();
    whole.map_err(|error| Failure::Usage(format!("{path}: {error}")))?;
    if !is_quiet {
        println!("{path} is whole");
    }
    Ok(Exit::Done)
}
