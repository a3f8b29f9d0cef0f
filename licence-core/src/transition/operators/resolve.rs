//! The operators that a reading names: found, added or renamed, and what it says of them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use uuid::Uuid;

use super::HeldOperators;
use crate::jurisdiction::JurisdictionCode;
use crate::operator::{Operator, OperatorId, Slug};
use crate::register::reading::{ListedOperator, RegisterReading};
use crate::text::one_line;
use crate::time::Timestamp;
use crate::transition::listed::{Listed, name_key, operator_key, registered_name};
use crate::transition::lost_fields::{Losses, LostField};
use crate::transition::records::OperatorRecord;

impl HeldOperators {
    /// Returns the operator of each listed licence, in their order.
    pub(in crate::transition) fn resolve(
        &mut self,
        reading: &RegisterReading,
        listed: &[Listed<'_>],
        now: Timestamp,
        new_id: &mut dyn FnMut() -> Uuid,
    ) -> Vec<OperatorId> {
        self.losses = Losses::default();
        let code = reading.jurisdiction;
        let keys: Vec<String> = listed.iter().map(|l| operator_key(&l.row.operator)).collect();
        let in_order = rows_by_name(&keys, listed);
        let contested = names_with_several_ids(&in_order);
        // Removed operators leave their names to the other rows, and their rows take what those leave.
        let (renamed, others): (Vec<_>, Vec<_>) = in_order
            .into_iter()
            .partition(|(key, rows)| self.remove_renamed(code, key, &rows[0].row.operator, now));
        let mut by_operator: BTreeMap<usize, Vec<&Listed<'_>>> = BTreeMap::new();
        for (key, rows) in others.into_iter().chain(renamed) {
            let row = &rows[0].row.operator;
            let position = self.find_or_add(code, key, row, &contested, now, new_id);
            by_operator.entry(position).or_default().extend(rows);
        }
        for (position, rows) in by_operator {
            self.observe(position, code, &rows, reading.complete, now);
        }
        let id_of = |key: &String| {
            let position = self.by_key.get(&(code, key.clone())).copied();
            position.map(|position| self.records[position].operator.id)
        };
        keys.iter().filter_map(id_of).collect()
    }

    fn find_or_add(
        &mut self,
        code: JurisdictionCode,
        key: &str,
        row: &ListedOperator,
        contested: &HashSet<String>,
        now: Timestamp,
        new_id: &mut dyn FnMut() -> Uuid,
    ) -> usize {
        let held = self.by_key.get(&(code, key.to_owned())).copied();
        if let Some(position) = held {
            if !self.is_another(position, code, row) {
                return position;
            }
            self.remove_from_register(position, code, now);
        }
        let known = self.renamed_key(code, key, row, contested);
        let known = known.or_else(|| self.elsewhere(code, registered_name(row)));
        let position = known.unwrap_or_else(|| self.add(code, row, now, new_id));
        let record = &mut self.records[position];
        // An operator that is in no register any more is renamed by the one that has it again.
        if record.keys.is_empty() {
            record.home = code;
        }
        // The regulator's identifier stays the key once there was one.
        if record.keys.get(&code).is_none_or(|held| !held.starts_with("id:")) {
            record.keys.insert(code, key.to_owned());
        }
        self.by_key.insert((code, key.to_owned()), position);
        self.changed.insert(position);
        position
    }

    /// Removes an operator that other registers have too from a register that gives it a new registered
    /// name (decisions 2). Returns whether it did.
    fn remove_renamed(
        &mut self,
        code: JurisdictionCode,
        key: &str,
        row: &ListedOperator,
        now: Timestamp,
    ) -> bool {
        let held = (code, key.to_owned());
        let is_shared = |record: &OperatorRecord| record.keys.keys().any(|other| *other != code);
        let Some(position) = self.by_key.get(&held).copied().filter(|position| {
            let record = &self.records[*position];
            record.is_renamed(row) && is_shared(record)
        }) else {
            return false;
        };
        self.by_key.remove(&held);
        self.remove_from_register(position, code, now);
        true
    }

    /// Returns whether a register means another operator than the held one by its key: the
    /// held one gets the registered name of one that other registers have (decisions 2).
    fn is_another(&self, position: usize, code: JurisdictionCode, row: &ListedOperator) -> bool {
        let is_of_another = || self.elsewhere(code, registered_name(row)).is_some();
        self.records[position].is_renamed(row) && is_of_another()
    }

    /// Removes an operator from a register. The operator stays, also if it is in no register any more.
    fn remove_from_register(&mut self, position: usize, code: JurisdictionCode, now: Timestamp) {
        let record = &mut self.records[position];
        record.keys.remove(&code);
        record.names.remove(&code);
        record.operator.upstream_ids.remove(&code);
        if let Some(other) = record.keys.keys().next().filter(|_| record.home == code) {
            record.home = *other;
        }
        record.gather_trading_names();
        record.operator.updated_at = now;
        self.changed.insert(position);
    }

    /// Returns the same legal entity from an earlier reading of this register, if only one of the
    /// two readings has an identifier for it.
    fn renamed_key(
        &self,
        code: JurisdictionCode,
        key: &str,
        listed: &ListedOperator,
        contested: &HashSet<String>,
    ) -> Option<usize> {
        if key.starts_with("id:") {
            // If several identifiers share the name, any of them may be the held entity.
            let name = Some(name_key(listed)).filter(|name| !contested.contains(name))?;
            let position = self.by_key.get(&(code, name)).copied()?;
            let has_none = !self.records[position].keys.get(&code)?.starts_with("id:");
            return has_none.then_some(position);
        }
        self.only_holder_of(code, registered_name(listed))
    }

    /// Returns the same legal entity as recorded by other registers, and not yet by this one.
    fn elsewhere(&self, code: JurisdictionCode, registered_name: &str) -> Option<usize> {
        let mut same_name = self.of_registered_name(registered_name).iter().copied();
        same_name.find(|position| !self.records[*position].keys.contains_key(&code))
    }

    fn add(
        &mut self,
        code: JurisdictionCode,
        row: &ListedOperator,
        now: Timestamp,
        new_id: &mut dyn FnMut() -> Uuid,
    ) -> usize {
        let operator = Operator {
            id: OperatorId(new_id()),
            slug: self.free_slug(&row.name),
            display_name: one_line(&row.name),
            registered_name: row.registered_name.clone(),
            country: row.country.clone(),
            upstream_ids: BTreeMap::new(),
            trading_names: Vec::new(),
            created_at: now,
            updated_at: now,
        };
        let (keys, names) = (BTreeMap::new(), BTreeMap::new());
        self.push(OperatorRecord { operator, home: code, keys, names })
    }

    fn free_slug(&self, name: &str) -> Slug {
        let slug = Slug::from_name(name);
        if !self.slugs.contains(&slug) && !slug.is_reserved() {
            return slug;
        }
        (2..).map(|n| slug.numbered(n)).find(|slug| !self.slugs.contains(slug)).unwrap_or(slug)
    }

    /// Takes over what the register says of an operator in all its rows.
    fn observe(
        &mut self,
        position: usize,
        code: JurisdictionCode,
        rows: &[&Listed<'_>],
        complete: bool,
        now: Timestamp,
    ) {
        let record = &mut self.records[position];
        let before = record.clone();
        let listed = rows.iter().flat_map(|listed| listed.trading_names());
        let mut names: BTreeSet<String> = listed.cloned().collect();
        if !complete {
            names.extend(record.names.remove(&code).unwrap_or_default());
        }
        // No entry instead of an empty set, because the difference would look like a change.
        match names.is_empty() {
            true => record.names.remove(&code),
            false => record.names.insert(code, names),
        };
        record.gather_trading_names();
        let row = &rows[0].row.operator;
        if let Some(upstream_id) = &row.upstream_id {
            record.operator.upstream_ids.insert(code, upstream_id.trim().to_owned());
        }
        if record.home == code && !row.is_unnamed() {
            record.operator.display_name = one_line(&row.name);
            record.operator.registered_name = row.registered_name.clone();
        }
        let (held, listed) = (record.operator.country.take(), row.country.clone());
        record.operator.country =
            if record.home == code { listed.or(held) } else { held.or(listed) };
        if position < self.held && before.keys.contains_key(&code) {
            count_losses(&mut self.losses, code, row, &before, record);
        }
        if *record != before {
            record.operator.updated_at = now;
            self.changed.insert(position);
        }
    }
}

fn count_losses(
    losses: &mut Losses,
    code: JurisdictionCode,
    row: &ListedOperator,
    before: &OperatorRecord,
    after: &OperatorRecord,
) {
    if before.home == code {
        let is_kept = after.registered_key() == before.registered_key() && !row.is_unnamed();
        losses.count(LostField::OperatorName, is_kept);
    }
    // One operator may well give up many names at once.
    if before.names.contains_key(&code) {
        losses.count(LostField::TradingNames, after.names.contains_key(&code));
    }
}

/// Returns the rows of each key in a fixed order, because names decide slugs (`-2` for the second of a
/// name).
fn rows_by_name<'l, 'r>(
    keys: &'l [String],
    listed: &'l [Listed<'r>],
) -> Vec<(&'l str, Vec<&'l Listed<'r>>)> {
    let mut by_key: BTreeMap<&str, Vec<&Listed<'_>>> = BTreeMap::new();
    for (key, listed) in keys.iter().zip(listed) {
        by_key.entry(key).or_default().push(listed);
    }
    for rows in by_key.values_mut().filter(|rows| rows.len() > 1) {
        rows.sort_by_cached_key(|listed| serde_json::to_string(&listed.row.operator).ok());
    }
    let mut in_order: Vec<_> = by_key.into_iter().collect();
    in_order.sort_by_key(|(key, rows)| (rows[0].row.operator.name.clone(), *key));
    in_order
}

/// Returns the names for which a reading gives several identifiers: several entities of one name.
fn names_with_several_ids(by_key: &[(&str, Vec<&Listed<'_>>)]) -> HashSet<String> {
    let mut seen = HashSet::new();
    let with_id = by_key.iter().filter(|(key, _)| key.starts_with("id:"));
    let names = with_id.map(|(_, rows)| name_key(&rows[0].row.operator));
    names.filter(|name| !seen.insert(name.clone())).collect()
}
