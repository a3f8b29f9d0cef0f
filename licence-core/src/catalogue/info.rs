//! What a catalogue says of itself, and of all its hosts.

use serde::Serialize;

use crate::catalogue::{Catalogue, FORMAT_VERSION, Profile, SiteId};
use crate::check::check_result::Verdict;
use crate::hex::hex;
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;

/// What a catalogue holds, and what it was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CatalogueInfo {
    /// The version of its format, as `major.minor`.
    pub format: String,
    /// Which indices it has.
    pub profile: Profile,
    /// Its length.
    pub bytes: usize,
    /// The rules it was built under: a program with others refuses it.
    pub rules: String,
    /// The SHA-256 of the records it was built from; `None` for one that was built from rows.
    pub records_sha256: Option<String>,
    /// The registers that were read at least once.
    pub registers: Vec<RegisterRead>,
    /// How many operators it holds.
    pub operators: usize,
    /// How many licences.
    pub licences: usize,
    /// How many hosts, where a host and its `www.` form are one.
    pub hosts: usize,
    /// How many names by which an operator is found.
    pub names: usize,
    /// How many entries the history of the licences has; `None` for a catalogue without a history.
    pub history_entries: Option<usize>,
}

/// A register, and when it was last read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RegisterRead {
    /// Whose register it is.
    pub jurisdiction_code: JurisdictionCode,
    /// The newest read in the catalogue.
    pub last_successful_scrape: Timestamp,
}

impl Catalogue {
    /// Returns what the catalogue says of itself.
    pub fn info(&self) -> CatalogueInfo {
        let file = &self.bytes;
        let read = |code: &JurisdictionCode| {
            let last_successful_scrape = self.last_successful_scrape(*code)?;
            Some(RegisterRead { jurisdiction_code: *code, last_successful_scrape })
        };
        let records = self.header.records_sha256;
        CatalogueInfo {
            format: format!("{}.{}", FORMAT_VERSION.0, self.header.minor),
            profile: self.header.profile,
            bytes: file.len(),
            rules: hex(&self.header.rules),
            records_sha256: (records != [0; 32]).then(|| hex(&records)),
            registers: JurisdictionCode::BY_WORD.iter().filter_map(read).collect(),
            operators: self.operators.rows(file).len(),
            licences: self.licence_count(),
            hosts: self.sites.sites.rows(file).len(),
            names: self.names.names.rows(file).len(),
            history_entries: self.history.as_ref().map(|it| it.entries.rows(file).len()),
        }
    }

    /// Returns every host on record, without `www.`, with the verdict of a check. Sorted as text.
    pub fn host_verdicts(&self) -> Vec<(&str, Verdict)> {
        let sites = (0..self.sites.sites.rows(&self.bytes).len() as u32).map(SiteId);
        let verdict = |site: SiteId| {
            let (_, _, standing) = self.best_listing(site)?;
            Some((self.host_of(site), Verdict::from_standing(standing)))
        };
        let mut verdicts: Vec<(&str, Verdict)> = sites.filter_map(verdict).collect();
        verdicts.sort_unstable();
        verdicts
    }
}
