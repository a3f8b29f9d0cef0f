//! The state of one comparison between a reading and what is held.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use crate::operator::{Operator, OperatorId, Slug};
use crate::register::reading::RegisterReading;
use crate::time::Timestamp;
use crate::transition::changes::Changes;
use crate::transition::lost_fields::Losses;
use crate::transition::operators::HeldOperators;

/// A reading, what it is compared with, and the changes found so far.
pub(super) struct Observation<'a> {
    pub(super) reading: &'a RegisterReading,
    pub(super) snapshot_sha256: &'a str,
    pub(super) held_operators: &'a HeldOperators,
    /// The sites that the reading lists, under any operator.
    pub(super) sites: &'a HashSet<&'a str>,
    /// The sites that the reading lists under a licence that does not permit them, with the latest
    /// time when one came there; `None` with this reading.
    pub(super) barred_sites: HashMap<&'a str, Option<Timestamp>>,
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
        held_operators: &'a HeldOperators,
        sites: &'a HashSet<&'a str>,
        new_id: &'a mut dyn FnMut() -> Uuid,
    ) -> Self {
        Self {
            reading,
            snapshot_sha256,
            held_operators,
            sites,
            barred_sites: HashMap::new(),
            changes: Changes::default(),
            vanished_domains: 0,
            losses: Losses::default(),
            new_id,
        }
    }

    pub(super) fn new_id(&mut self) -> Uuid {
        (self.new_id)()
    }

    /// Returns the slug of an operator. `held_operators` has every operator that a record names.
    pub(super) fn slug(&self, operator: OperatorId) -> Slug {
        let slug = |operator: &Operator| operator.slug.clone();
        self.held_operators.operator(operator).map_or_else(|| Slug::from_name(""), slug)
    }

    /// Returns the address of the reading's source, or else the regulator's web site.
    pub(super) fn source_url(&self) -> &'a str {
        let website = self.reading.jurisdiction.jurisdiction().website;
        self.reading.source_url.as_deref().unwrap_or(website)
    }
}
