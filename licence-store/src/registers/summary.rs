//! Summaries of what applying a reading did or would do.
//!
//! `applied: false` means that the same bytes were the last reading applied, so this reading
//! changes nothing.

use std::collections::{HashMap, HashSet};

use licence_core::history::ChangeType;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use licence_core::transition::{Changes, LicenceRecord};
use serde::Serialize;

use crate::entity::register_reading;

/// The summary of an applied reading (decisions 1, `registers apply --json`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingSummary {
    /// The register.
    pub jurisdiction: JurisdictionCode,
    /// When it was read.
    pub read_at: Timestamp,
    /// The SHA-256 of the bytes read, in lowercase hex.
    pub snapshot_sha256: String,
    /// False when the same bytes were applied last and nothing changed but the times of the read.
    pub applied: bool,
    /// Licences seen for the first time.
    pub created: usize,
    /// Known licences whose data changed.
    pub changed: usize,
    /// Known licences without a change.
    pub unchanged: usize,
    /// Licences that this reading lacks as the first one, and those that leave the register by it,
    /// because their grace is over. A licence that stays missing is not counted again.
    pub missing: usize,
    /// Domains that became delisted, without those that moved to another licence of their holder.
    pub delisted: usize,
    /// Regulatory actions added.
    pub actions_added: usize,
    /// Events written.
    pub events: usize,
}

impl ReadingSummary {
    /// Returns a summary with all counts zero.
    pub(super) fn new(
        jurisdiction: JurisdictionCode,
        read_at: Timestamp,
        snapshot_sha256: &str,
    ) -> Self {
        Self {
            jurisdiction,
            read_at,
            snapshot_sha256: snapshot_sha256.to_owned(),
            applied: true,
            created: 0,
            changed: 0,
            unchanged: 0,
            missing: 0,
            delisted: 0,
            actions_added: 0,
            events: 0,
        }
    }
}

/// The summary of a reading that is not applied, with every change it would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingPreview {
    /// What applying it would do. `applied` is false, because a preview applies nothing.
    #[serde(flatten)]
    pub summary: ReadingSummary,
    /// Whether the same bytes were applied last, so that applying it would change nothing.
    #[serde(skip)]
    pub repeats_the_last: bool,
    /// The history entries that it would add, in their order.
    pub changes: Vec<PreviewedChange>,
}

/// One change that a reading would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PreviewedChange {
    /// The licence's number.
    pub license_number: String,
    /// The kind of change.
    pub change_type: ChangeType,
    /// The status before; `None` for a first observation.
    pub previous_status: Option<LicenceStatus>,
    /// The status after.
    pub new_status: LicenceStatus,
    /// The observation in words.
    pub note: String,
}

impl ReadingPreview {
    pub(super) fn new(summary: ReadingSummary, changes: Changes) -> Self {
        let records: [&[LicenceRecord]; 3] =
            [&changes.new_licences, &changes.changed_licences, &changes.absent_licences];
        let numbers: HashMap<_, &str> =
            records
                .into_iter()
                .flatten()
                .map(|record| (record.licence.id, record.licence.license_number.as_str()))
                .chain(changes.new_domains.iter().chain(&changes.changed_domains).map(|record| {
                    (record.domain.license_id, record.domain.license_number.as_str())
                }))
                .collect();
        let change = |record: &licence_core::history::HistoryRecord| PreviewedChange {
            license_number: numbers.get(&record.licence_id).copied().unwrap_or_default().to_owned(),
            change_type: record.entry.change_type,
            previous_status: record.entry.previous_status,
            new_status: record.entry.new_status,
            note: record.entry.note.clone(),
        };
        Self {
            repeats_the_last: !summary.applied,
            summary: ReadingSummary { applied: false, ..summary },
            changes: changes.history.iter().map(change).collect(),
        }
    }
}

pub(super) fn summarize(
    reading: &RegisterReading,
    snapshot: &Snapshot,
    changes: &Changes,
    newest: Option<&register_reading::Model>,
) -> ReadingSummary {
    let is_same_snapshot = newest.is_some_and(|row| row.snapshot_sha256 == snapshot.sha256());
    let changes_nothing = changes.changed_licences.is_empty()
        && changes.absent_licences.is_empty()
        && changes.changed_domains.is_empty();
    let with_changed_domains: HashSet<_> = changes
        .changed_domains
        .iter()
        .chain(&changes.new_domains)
        .map(|record| record.domain.license_id)
        .collect();
    let as_held = || changes.unchanged_licences.iter().chain(&changes.reread_licences);
    let changed_by_domain = as_held().filter(|id| with_changed_domains.contains(*id)).count();
    ReadingSummary {
        applied: !(is_same_snapshot && changes_nothing),
        created: changes.new_licences.len(),
        changed: changes.changed_licences.len() + changed_by_domain,
        unchanged: as_held().count() - changed_by_domain,
        missing: changes.absent_licences.len(),
        delisted: changes.delisted,
        actions_added: changes.new_actions.len(),
        events: changes.events.len(),
        ..ReadingSummary::new(reading.jurisdiction, reading.read_at, snapshot.sha256())
    }
}
