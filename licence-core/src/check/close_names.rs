//! The names on record that a root may be a misspelling of: a suggestion, never a claim.
//!
//! Names one edit away are found here, up to 64 of them, and names two edits away that share a spelling
//! less one letter with the root or come beside it in the order of names. The alternatives of an answer
//! add names that share five letters in a row. An index of every name less two letters would take twice
//! the bytes of the whole catalogue. So no sentence may call a name the nearest one on record.

use crate::catalogue::{Catalogue, NameId, has_near_names};
use crate::check::generic_terms::{is_term, without_one_generic_word};
use crate::check::ladder::MAX_NEAR_SPELLINGS;
use crate::check::names::look_alike_fold;
use crate::check::similarity::Similarity;

/// Two edits of a shorter name lead to many other names.
const MIN_BYTES_OF_TWO_EDITS: usize = 8;
const TWO_EDITS: usize = 2;
/// Bounds the work of one miss whatever the register: names read each way in the order of names.
const NAMES_EACH_WAY: usize = 8;

/// Returns the names one edit away, the name itself, and the name less one generic word. If there is
/// none, returns those that look the same and those that are found two edits away.
pub(crate) fn close_names(
    catalogue: &Catalogue,
    root: &str,
    to_root: &Similarity<'_>,
) -> Vec<NameId> {
    let spelled_alike = catalogue.near_spellings(root, MAX_NEAR_SPELLINGS);
    let is_close = |name: &NameId| to_root.edit_distance(catalogue.name_key_bytes(*name)) <= 1;
    let mut names: Vec<NameId> = spelled_alike.iter().copied().filter(is_close).collect();
    names.extend(catalogue.name(root));
    names.extend(without_one_generic_word(root).filter_map(|core| {
        // Two letters left of `bet` would name any site of that name.
        (core.len() > 2).then(|| catalogue.name(core)).flatten()
    }));
    names.retain(|name| !is_term(catalogue.name_key(*name)));
    if names.is_empty() {
        names = less_close_names(catalogue, root, to_root, spelled_alike);
    }
    names.sort_unstable();
    names.dedup();
    names
}

fn less_close_names(
    catalogue: &Catalogue,
    root: &str,
    to_root: &Similarity<'_>,
    spelled_alike: Vec<NameId>,
) -> Vec<NameId> {
    let fold = look_alike_fold(root);
    let looks_alike = catalogue.names_looking_like(&fold).take(MAX_NEAR_SPELLINGS);
    let may_be_near = |name: &NameId| has_near_names(catalogue.name_key(*name));
    let mut names: Vec<NameId> = looks_alike.filter(may_be_near).collect();
    let is_two_edits_away = |name: &NameId| {
        let key = catalogue.name_key_bytes(*name);
        key.len() >= MIN_BYTES_OF_TWO_EDITS
            && key.len().abs_diff(root.len()) <= TWO_EDITS
            && to_root.edit_distance(key) <= TWO_EDITS
    };
    let beside = catalogue.names_beside(root, NAMES_EACH_WAY).filter(may_be_near);
    names.extend(spelled_alike.into_iter().chain(beside).filter(is_two_edits_away));
    names
}

#[cfg(test)]
mod tests;
