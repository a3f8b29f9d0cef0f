//! What a reading says, whenever it was read.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{ListedAction, ListedLicence, RegisterReading, RemovedPage};
use crate::hex::hex;
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;

/// Everything of a reading but the time of the read.
#[derive(Serialize)]
struct Content<'r> {
    jurisdiction: JurisdictionCode,
    complete: bool,
    source_url: Option<&'r str>,
    source_kind: SourceKind,
    licences: &'r [ListedLicence],
    regulatory_actions: &'r [ListedAction],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    removed_pages: &'r [RemovedPage],
}

impl RegisterReading {
    /// Returns the SHA-256, in lowercase hex, of what the reading says, less the time of the read.
    /// Two readings with the same hash list the same rows in the same order. `None` would mean that
    /// it cannot be written as JSON; no reading is like that.
    pub fn content_sha256(&self) -> Option<String> {
        let content = Content {
            jurisdiction: self.jurisdiction,
            complete: self.complete,
            source_url: self.source_url.as_deref(),
            source_kind: self.source_kind,
            licences: &self.licences,
            regulatory_actions: &self.regulatory_actions,
            removed_pages: &self.removed_pages,
        };
        let mut hash = BufWriter::with_capacity(1 << 16, Hash(Sha256::new()));
        serde_json::to_writer(&mut hash, &content).ok()?;
        let Hash(hash) = hash.into_inner().ok()?;
        Some(hex(&hash.finalize()))
    }
}

struct Hash(Sha256);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
