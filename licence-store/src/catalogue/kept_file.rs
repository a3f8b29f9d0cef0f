//! The newest catalogue in a file, which the next start opens instead of reading the tables.
//!
//! A "licensed" out of an old file would be the worst of all answers. So the file begins with a line
//! that names the release which wrote it and the state of the database, and a checksum follows. Only
//! a whole file of this release is opened. If it is of an earlier state that the database knows by
//! its random name, the readings since then are merged into it. Any other is passed over and
//! replaced: one of another database, or of a backup that was restored. After a change of rows by
//! hand, past the product, delete the file.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use arc_swap::ArcSwapOption;
use licence_core::catalogue::{Catalogue, OpenError};
use rapidhash::v3::rapidhash_v3;
use sea_orm::EntityTrait;
use thiserror::Error;
use tokio::task::{JoinHandle, spawn_blocking};

use super::loaded::LoadedCatalogue;
use super::state::CatalogueState;
use crate::catalogue_file::replace_with;
use crate::connect::{Backend, Databases, backend};
use crate::entity::instance;
use crate::error::StoreError;
use crate::files::{CATALOGUE, beside, draft_beside};
use crate::mutex::lock;

/// Part of the first line, because another release may read other values from the same rows.
const RELEASE: &str = env!("CARGO_PKG_VERSION");
const CHECKSUM_BYTES: usize = 8;
const MAX_FIRST_LINE: u64 = 256;

/// The file, and who is writing it.
pub(crate) struct KeptFile {
    path: PathBuf,
    /// Held by the writer, because one that began earlier must not end later.
    turn: Mutex<()>,
    last_writer: Mutex<Option<JoinHandle<()>>>,
}

/// Why a kept file is not used.
#[derive(Debug, Error)]
enum KeptFileError {
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("it is of another state or another release")]
    OtherState,
    #[error("its checksum is another")]
    Damaged,
    #[error(transparent)]
    Refused(#[from] OpenError),
}

impl KeptFile {
    /// Returns the file of a database in the folder, else beside it; `None` for a database in
    /// memory, which no later process opens, and for PostgreSQL without a folder.
    pub(crate) async fn locate(
        databases: &Databases,
        folder: Option<&Path>,
    ) -> Result<Option<Self>, StoreError> {
        folder.map_or(Ok(()), require_folder)?;
        if matches!(backend(databases.url())?, Backend::Memory) {
            return Ok(None);
        }
        let path = match (folder, &databases.file) {
            (Some(folder), _) => {
                let row = instance::Entity::find().one(&databases.reader).await?;
                // Without a name the file would only be replaced more often.
                let name = row.map(|row| row.name).unwrap_or_default();
                Some(folder.join(format!("{name}{CATALOGUE}")))
            }
            (None, Some(file)) => Some(beside(file.path(), CATALOGUE)),
            (None, None) => None,
        };
        let (turn, last_writer) = (Mutex::default(), Mutex::default());
        Ok(path.map(|path| Self { path, turn, last_writer }))
    }

    /// Returns the catalogue of the file and its state; `None` without a whole file of this release,
    /// or of another state than the wanted one.
    pub(super) async fn open(
        self: &Arc<Self>,
        wanted: Option<&CatalogueState>,
    ) -> Option<LoadedCatalogue> {
        let (file, wanted) = (Arc::clone(self), wanted.cloned());
        let read = spawn_blocking(move || read(&file.path, wanted.as_ref())).await.ok()?;
        let usual = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        match read {
            Ok(loaded) => return Some(loaded),
            Err(KeptFileError::OtherState) => {}
            Err(KeptFileError::Unreadable(error)) if usual(&error) => {}
            Err(error) => {
                let file = self.path.display();
                tracing::warn!(%file, %error, "the kept catalogue is built anew");
            }
        }
        None
    }

    /// Writes the file in the background, unless a newer catalogue is in use by then. A failure is a
    /// line in the log: the next start reads the tables.
    pub(super) fn keep(
        self: &Arc<Self>,
        loaded: Arc<LoadedCatalogue>,
        in_use: Arc<ArcSwapOption<LoadedCatalogue>>,
    ) {
        let file = Arc::clone(self);
        let writer = spawn_blocking(move || {
            let _turn = lock(&file.turn);
            let is_newest =
                in_use.load().as_ref().is_some_and(|newest| Arc::ptr_eq(newest, &loaded));
            if is_newest && let Err(error) = write(&file.path, &loaded) {
                let file = file.path.display();
                tracing::warn!(%file, %error, "the catalogue is not kept for the next start");
            }
        });
        *lock(&self.last_writer) = Some(writer);
    }

    pub(crate) async fn wait_for_writer(&self) {
        let writer = lock(&self.last_writer).take();
        if let Some(writer) = writer {
            // A writer that panicked wrote nothing.
            let _ = writer.await;
        }
    }
}

/// Refuses a folder that is not there. Otherwise every start would read the tables, and only the log
/// would say so.
fn require_folder(folder: &Path) -> Result<(), StoreError> {
    let why = match fs::metadata(folder) {
        Ok(found) if found.is_dir() => return Ok(()),
        Ok(_) => "it is no folder".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(StoreError::CatalogueFolder { folder: folder.display().to_string(), why })
}

fn first_line(state: &CatalogueState) -> Vec<u8> {
    let CatalogueState { version, name } = state;
    format!("licence-catalogue-of {RELEASE} {version} {name}\n").into_bytes()
}

/// Returns the state that a first line names; `None` for a line of another release.
fn named_state(line: &[u8]) -> Option<CatalogueState> {
    let line = str::from_utf8(line).ok()?;
    let state = line.strip_prefix("licence-catalogue-of ")?.strip_prefix(RELEASE)?;
    let (version, name) = state.strip_prefix(' ')?.strip_suffix('\n')?.split_once(' ')?;
    Some(CatalogueState { version: version.parse().ok()?, name: name.to_owned() })
}

/// Reads the first line alone where it names another state than the wanted one.
fn read(path: &Path, wanted: Option<&CatalogueState>) -> Result<LoadedCatalogue, KeptFileError> {
    // Opening a pipe waits for its writer, perhaps for ever.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is no regular file").into());
    }
    let file = File::open(path)?;
    let bytes = usize::try_from(file.metadata()?.len()).unwrap_or_default();
    let (mut file, mut line) = (BufReader::new(file), Vec::new());
    file.by_ref().take(MAX_FIRST_LINE).read_until(b'\n', &mut line)?;
    let state = named_state(&line).ok_or(KeptFileError::OtherState)?;
    if wanted.is_some_and(|wanted| *wanted != state) {
        return Err(KeptFileError::OtherState);
    }
    let mut checksum = [0; CHECKSUM_BYTES];
    file.read_exact(&mut checksum)?;
    let mut catalogue = Vec::with_capacity(bytes);
    file.read_to_end(&mut catalogue)?;
    if rapidhash_v3(&catalogue).to_le_bytes() != checksum {
        return Err(KeptFileError::Damaged);
    }
    Ok(LoadedCatalogue::new(state, Catalogue::from_bytes(catalogue)?))
}

fn write(path: &Path, loaded: &LoadedCatalogue) -> io::Result<()> {
    let catalogue = loaded.catalogue.as_bytes();
    let checksum = rapidhash_v3(catalogue).to_le_bytes();
    replace_with(draft_beside(path)?, path, &[&first_line(&loaded.state), &checksum, catalogue])
}
