//! Where an answer comes from (specification 2.9).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// How a register was read (`source_kind` of a reading, decisions 2).
    pub enum SourceKind: "source kind" {
        /// A file the regulator publishes for download.
        Dump = "dump",
        /// Parsed from a page or document made for people.
        Scraped = "scraped",
    }
}

wire_enum! {
    /// How far to trust an answer (`confidence_hint`).
    pub enum ConfidenceHint: "confidence hint" {
        /// A direct register dump.
        Authoritative = "authoritative",
        /// Parsed from HTML or PDF.
        Scraped = "scraped",
        /// A computed match.
        Derived = "derived",
    }
}

impl From<SourceKind> for ConfidenceHint {
    fn from(kind: SourceKind) -> Self {
        match kind {
            SourceKind::Dump => Self::Authoritative,
            SourceKind::Scraped => Self::Scraped,
        }
    }
}

/// The `_meta` of a single resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Provenance {
    /// When the data was last read from its source; `None` when no register was read yet.
    pub scraped_at: Option<Timestamp>,
    /// When the source itself was changed; always null so far.
    pub source_modified_at: Option<Timestamp>,
    /// The source.
    pub source_url: Option<String>,
    /// How far to trust the data.
    pub confidence_hint: ConfidenceHint,
}

impl Provenance {
    /// Returns the provenance of what was read from a source.
    pub fn new(read_at: Timestamp, source_url: Option<String>, source_kind: SourceKind) -> Self {
        let confidence_hint = source_kind.into();
        Self { scraped_at: Some(read_at), source_modified_at: None, source_url, confidence_hint }
    }
}

/// The `_meta` of a list (specification 2.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListProvenance {
    /// When the rows of the page were last read.
    pub freshness_range: FreshnessRange,
    /// Distinct upstream sources in the page.
    pub total_sources: u64,
}

/// The oldest and the newest read among the rows of a page; `None` for an empty page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FreshnessRange {
    /// The oldest read.
    pub oldest: Option<Timestamp>,
    /// The newest read.
    pub newest: Option<Timestamp>,
}

impl ListProvenance {
    /// Returns the provenance of a page from that of its rows.
    pub fn from_rows<'r>(rows: impl Iterator<Item = &'r Provenance> + Clone) -> Self {
        let reads = rows.clone().filter_map(|row| row.scraped_at);
        let sources: BTreeSet<&str> = rows.filter_map(|row| row.source_url.as_deref()).collect();
        Self {
            freshness_range: FreshnessRange { oldest: reads.clone().min(), newest: reads.max() },
            total_sources: sources.len() as u64,
        }
    }
}
