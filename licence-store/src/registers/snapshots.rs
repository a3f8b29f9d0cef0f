//! Stores and loads the bytes of readings, so that a history entry can be traced to its source.
//!
//! A snapshot is kept, compressed, if its reading led to a history entry or an action. The bytes of
//! several files follow one another in the order of the file names.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use crate::entity::snapshot;
use crate::error::StoreError;

/// Returns the bytes with this hash; `None` when they are not kept.
pub(super) async fn load(
    connection: &impl ConnectionTrait,
    sha256: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let row = snapshot::Entity::find_by_id(sha256.to_owned());
    let Some(row) = row.one(connection).await? else { return Ok(None) };
    let mut bytes = Vec::new();
    GzDecoder::new(row.gzip.as_slice())
        .read_to_end(&mut bytes)
        .map_err(|error| StoreError::corrupt("snapshots", sha256, error))?;
    if Snapshot::of_bytes(bytes.clone()).sha256() != sha256 {
        return Err(StoreError::corrupt("snapshots", sha256, "the bytes have another hash"));
    }
    Ok(Some(bytes))
}

/// Returns the row of the bytes of a reading. Compressing them takes a second for a large register,
/// so this is done before the write lock is taken.
pub(super) fn row(
    reading: &RegisterReading,
    snapshot: &Snapshot,
) -> Result<snapshot::ActiveModel, StoreError> {
    let bytes = snapshot.bytes();
    let compress = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&bytes).and_then(|()| encoder.finish())
    };
    let gzip =
        compress().map_err(|error| StoreError::corrupt("snapshots", snapshot.sha256(), error))?;
    Ok(snapshot::ActiveModel {
        sha256: Set(snapshot.sha256().to_owned()),
        jurisdiction_code: Set(reading.jurisdiction.to_string()),
        fetched_at: Set(reading.read_at.epoch_millis()),
        size: Set(i64::try_from(bytes.len()).unwrap_or(i64::MAX)),
        gzip: Set(gzip),
    })
}
