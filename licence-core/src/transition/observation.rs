//! One reading on its way through what is held.

use std::collections::HashSet;

use uuid::Uuid;

use crate::operator::{Operator, OperatorId, Slug};
use crate::register::reading::RegisterReading;
use crate::transition::changes::Changes;
use crate::transition::lost_fields::Losses;
use crate::transition::operators::OperatorDirectory;

/// A reading, what it is compared with, and what it was found to change so far.
pub(super) struct Observation<'a> {
    pub(super) reading: &'a RegisterReading,
    pub(super) snapshot_sha256: &'a str,
    pub(super) directory: &'a OperatorDirectory,
    /// The sites that the reading lists, under whichever operator.
    pub(super) sites: &'a HashSet<&'a str>,
    pub(super) changes: Changes,
    /// How many domains were delisted because the reading lists their sites nowhere.
    pub(super) vanished_domains: usize,
    /// The fields that the reading no longer gives of what it lists.
    pub(super) losses: Losses,
    new_id: &'a mut dyn FnMut() -> Uuid,
}

impl<'a> Observation<'a> {
    pub(super) fn new(
        reading: &'a RegisterReading,
        snapshot_sha256: &'a str,
        directory: &'a OperatorDirectory,
        sites: &'a HashSet<&'a str>,
        new_id: &'a mut dyn FnMut() -> Uuid,
    ) -> Self {
        Self {
            reading,
            snapshot_sha256,
            directory,
            sites,
            changes: Changes::default(),
            vanished_domains: 0,
            losses: Losses::default(),
            new_id,
        }
    }

    pub(super) fn new_id(&mut self) -> Uuid {
        (self.new_id)()
    }

    /// The slug of an operator; every one that a record names is in the directory.
    pub(super) fn slug(&self, operator: OperatorId) -> Slug {
        let slug = |operator: &Operator| operator.slug.clone();
        self.directory.operator(operator).map_or_else(|| Slug::of_name(""), slug)
    }

    /// Where the reading was read: its source, or at least whose register it is.
    pub(super) fn source_url(&self) -> &'a str {
        let website = self.reading.jurisdiction.jurisdiction().website;
        self.reading.source_url.as_deref().unwrap_or(website)
    }
}
