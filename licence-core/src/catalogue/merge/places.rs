//! Where operators are in a merged catalogue.

use std::collections::HashMap;

use crate::catalogue::Catalogue;
use crate::catalogue::entries::OperatorIndex;

/// Where operators are: old ones keep their places, and new ones follow.
pub(super) struct OperatorPlaces {
    /// By the place among the changed operators.
    pub(super) of_changed: Vec<OperatorIndex>,
    /// Whether an operator of the merged catalogue is among the changed ones.
    pub(super) is_changed: Vec<bool>,
}

impl OperatorPlaces {
    pub(super) fn new(old: &Catalogue, changed: &Catalogue) -> Self {
        let mut places: HashMap<&str, Option<OperatorIndex>> =
            slugs(changed).map(|slug| (slug, None)).collect();
        let mut is_changed = Vec::new();
        for slug in slugs(old) {
            let known = places.get_mut(slug);
            is_changed.push(known.is_some());
            known.into_iter().for_each(|place| *place = Some(last(&is_changed)));
        }
        let mut of_changed = Vec::new();
        for slug in slugs(changed) {
            let place = places.entry(slug).or_default();
            of_changed.push(*place.get_or_insert_with(|| {
                is_changed.push(true);
                last(&is_changed)
            }));
        }
        Self { of_changed, is_changed }
    }

    /// Returns whether the rows of an operator are kept. A damaged file may name an operator that is not
    /// there; nothing of it is kept.
    pub(super) fn is_kept(&self, operator: OperatorIndex) -> bool {
        self.is_changed.get(operator.0 as usize) == Some(&false)
    }

    pub(super) fn is_changed(&self, operator: OperatorIndex) -> bool {
        !self.is_kept(operator)
    }
}

/// Returns the place of the operator that was added last.
fn last(operators: &[bool]) -> OperatorIndex {
    OperatorIndex(operators.len() as u32 - 1)
}

fn slugs(catalogue: &Catalogue) -> impl Iterator<Item = &str> {
    catalogue.operators.rows(&catalogue.bytes).iter().map(|entry| catalogue.text(entry.slug))
}
