//! The newest catalogue in a file, which the next start opens instead of reading the tables.
//!
//! A "licensed" out of an old file would be the worst of all answers. So the file begins with a line
//! that names the release which wrote it and the state of the database, and a checksum follows. Only
//! the file of this release and this very state is opened, and only if it is whole. Any other is
//! passed over and replaced: one of an earlier reading, of another database, of a backup that was
//! restored. After a change of rows by hand, past the product, delete the file.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwapOption;
use licence_core::catalogue::{Catalogue, OpenError};
use rapidhash::v3::rapidhash_v3;
use sea_orm::EntityTrait;
use thiserror::Error;
use tokio::task::{JoinHandle, spawn_blocking};

use super::loaded::{CatalogueState, LoadedCatalogue};
use crate::catalogue_file::replace_with;
use crate::connect::{Backend, Databases, backend};
use crate::entity::instance;
use crate::error::StoreError;
use crate::files::{CATALOGUE, beside};

/// Part of the first line, because another release may read other values from the same rows.
const RELEASE: &str = env!("CARGO_PKG_VERSION");
const CHECKSUM_BYTES: usize = 8;

/// The file, and who is writing it.
pub(crate) struct KeptFile {
    path: PathBuf,
    /// Held by the writer, because one that began earlier must not end later.
    turn: Mutex<()>,
    last_writer: Mutex<Option<JoinHandle<()>>>,
}

/// Why a file is passed over.
#[derive(Debug, Error)]
enum PassedOver {
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

    /// Returns the catalogue of a state; `None` without a whole file of this state.
    pub(super) async fn open(self: &Arc<Self>, state: &CatalogueState) -> Option<Catalogue> {
        let (file, first_line) = (Arc::clone(self), first_line(state));
        let read = spawn_blocking(move || read(&file.path, &first_line)).await.ok()?;
        let usual = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        match read {
            Ok(catalogue) => return Some(catalogue),
            Err(PassedOver::OtherState) => {}
            Err(PassedOver::Unreadable(error)) if usual(&error) => {}
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

    /// Waits until the last file is written.
    pub(crate) async fn wait_for_writer(&self) {
        let writer = lock(&self.last_writer).take();
        if let Some(writer) = writer {
            // A writer that panicked wrote nothing.
            let _ = writer.await;
        }
    }
}

/// A poisoned lock is harmless: what it guards is a turn, or written at once.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn first_line(state: &CatalogueState) -> Vec<u8> {
    let CatalogueState { version, name } = state;
    format!("licence-catalogue-of {RELEASE} {version} {name}\n").into_bytes()
}

/// Reads the first line alone where it names another state.
fn read(path: &Path, first_line: &[u8]) -> Result<Catalogue, PassedOver> {
    let mut file = File::open(path)?;
    let bytes = usize::try_from(file.metadata()?.len()).unwrap_or_default();
    let mut head = vec![0; first_line.len()];
    match file.read_exact(&mut head) {
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
        read if read.is_err() || head != first_line => return Err(PassedOver::OtherState),
        _ => {}
    }
    let mut checksum = [0; CHECKSUM_BYTES];
    file.read_exact(&mut checksum)?;
    let mut catalogue = Vec::with_capacity(bytes);
    file.read_to_end(&mut catalogue)?;
    if rapidhash_v3(&catalogue).to_le_bytes() != checksum {
        return Err(PassedOver::Damaged);
    }
    Ok(Catalogue::from_bytes(catalogue)?)
}

fn write(path: &Path, loaded: &LoadedCatalogue) -> io::Result<()> {
    let catalogue = loaded.catalogue.as_bytes();
    let checksum = rapidhash_v3(catalogue).to_le_bytes();
    replace_with(path, &[&first_line(&loaded.state), &checksum, catalogue], 0o600)
}
