//! Operators resolved across jurisdictions: one row a legal entity (decisions 2).
//!
//! Only the register that first recorded an operator renames it. Otherwise two registers with two
//! spellings would rename the operator in turn. Where one of several registers gives it another
//! registered name, its licences there pass to the operator of that name. They also pass where its only
//! register gives it the registered name of an operator of other registers.
//!
//! Two legal forms are two companies, and a trading name never joins two operators.

mod resolve;

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::jurisdiction::JurisdictionCode;
use crate::operator::{Operator, OperatorId, Slug, registered_key};
use crate::transition::listed::id_key;
use crate::transition::lost_fields::Losses;
use crate::transition::records::OperatorRecord;

/// The operators held that a reading concerns ([`ReadingScope`](super::ReadingScope)), and those it
/// adds or changes.
#[derive(Clone, Debug, Default)]
pub struct HeldOperators {
    records: Vec<OperatorRecord>,
    by_key: HashMap<(JurisdictionCode, String), usize>,
    by_registered_key: HashMap<String, Vec<usize>>,
    by_id: HashMap<OperatorId, usize>,
    slugs: HashSet<Slug>,
    /// How many records were held before the reading.
    held: usize,
    changed: BTreeSet<usize>,
    /// The fields that a reading no longer gives of those held.
    pub(super) losses: Losses,
}

impl HeldOperators {
    /// Returns the held operators from their records, in any order.
    pub fn new(mut records: Vec<OperatorRecord>) -> Self {
        records.sort_by(|one, other| one.operator.slug.cmp(&other.operator.slug));
        let mut operators = Self { held: records.len(), ..Self::default() };
        for record in records {
            operators.push(record);
        }
        operators
    }

    /// Returns the same operators beside others that hold these slugs. A new operator takes none of
    /// them.
    pub fn with_slugs(mut self, slugs: impl IntoIterator<Item = Slug>) -> Self {
        self.slugs.extend(slugs);
        self
    }

    /// Returns all operators, those of the reading included.
    pub fn records(&self) -> &[OperatorRecord] {
        &self.records
    }

    pub(super) fn operator(&self, id: OperatorId) -> Option<&Operator> {
        self.by_id.get(&id).map(|position| &self.records[*position].operator)
    }

    /// Returns the one operator that a publication of a register is certain to mean: the holder of
    /// the regulator's identifier where it names one, else the only holder of that registered name
    /// there. `None` where the identifier is that of one operator and the name that of another.
    pub(super) fn certain(
        &self,
        code: JurisdictionCode,
        upstream_id: Option<&str>,
        registered_name: &str,
    ) -> Option<OperatorId> {
        let of_name = self.only_holder_of(code, registered_name);
        let position = match id_key(upstream_id) {
            Some(key) => {
                let of_id = self.by_key.get(&(code, key)).copied();
                of_id.filter(|_| of_name.is_none() || of_name == of_id)
            }
            None => of_name,
        };
        position.map(|position| self.records[position].operator.id)
    }

    fn only_holder_of(&self, code: JurisdictionCode, registered_name: &str) -> Option<usize> {
        let same_name = self.of_registered_name(registered_name).iter();
        let mut held =
            same_name.filter(|position| self.records[**position].keys.contains_key(&code));
        // If two entities share the name, it is not certain which one is meant.
        held.next().copied().filter(|_| held.next().is_none())
    }

    fn push(&mut self, record: OperatorRecord) -> usize {
        let position = self.records.len();
        for (code, key) in &record.keys {
            self.by_key.insert((*code, key.clone()), position);
        }
        self.by_registered_key.entry(record.registered_key()).or_default().push(position);
        self.slugs.insert(record.operator.slug.clone());
        self.by_id.insert(record.operator.id, position);
        self.records.push(record);
        position
    }

    /// Returns the operators under a registered name; none if nothing is left of it when folded.
    fn of_registered_name(&self, registered_name: &str) -> &[usize] {
        let key = registered_key(registered_name);
        let same_name = self.by_registered_key.get(&key).filter(|_| !key.is_empty());
        same_name.map_or(&[], Vec::as_slice)
    }

    /// Returns the operators added and those changed since the last call.
    pub(super) fn take_changes(&mut self) -> (Vec<OperatorRecord>, Vec<OperatorRecord>) {
        let record = |position: usize| self.records[position].clone();
        let added = (self.held..self.records.len()).map(record).collect();
        let changed = self.changed.iter().copied().filter(|p| *p < self.held).map(record).collect();
        self.held = self.records.len();
        self.changed.clear();
        (added, changed)
    }
}
