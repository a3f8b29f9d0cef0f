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
mod tests {
    use super::*;
    use crate::catalogue::{CatalogueBuilder, OperatorRow, RegisterRows};

    const NAMES: [&str; 6] =
        ["lanternspin", "c0rnetl0ft", "oakbrook", "Casino", "5511223344", "gullrow"];

    /// Roots and the names that are close to them.
    const CASES: &[(&str, &[&str])] = &[
        ("lanternspin", &["lanternspin"]),
        ("lantenspin", &["lanternspin"]),
        ("lanternspinbet", &["lanternspin"]),
        ("oakbrock", &["oakbrook"]),
        // `m` for `rn`, and with one more swap.
        ("lantemspin", &["lanternspin"]),
        ("lanternsipm", &["lanternspin"]),
        // The first letters are left, and no five in a row.
        ("laneternzpin", &["lanternspin"]),
        ("laternsin", &["lanternspin"]),
        ("oabrok", &["oakbrook"]),
        // Nothing is left at the beginning; the spellings without a letter are the same.
        ("anternsopin", &["lanternspin"]),
        // It looks the same, after four edits.
        ("cometloft", &["c0rnetl0ft"]),
        // Three edits; two of a short name; a number; a word of the trade.
        ("lantxrzspjn", &[]),
        ("gulrw", &[]),
        ("5511223443", &[]),
        ("cas1no", &[]),
    ];

    /// The names among others that come before and after them in the order of names.
    fn catalogue() -> Catalogue {
        let others =
            ('a'..='z').flat_map(|letter| ["ab", "zy"].map(|two| format!("{two}{letter}ydo")));
        let mut builder = CatalogueBuilder::new();
        for (number, name) in NAMES.map(str::to_owned).into_iter().chain(others).enumerate() {
            let slug = format!("holder-{number}");
            let row = OperatorRow { slug: &slug, display_name: &slug, registered_name: None };
            let operator = builder.add_operator(&row);
            builder.add_trading_name(operator, &name);
        }
        builder.finish().unwrap()
    }

    #[test]
    fn names_are_close_by_one_edit_or_else_by_their_look_or_two_edits() {
        let catalogue = catalogue();
        for (root, expected) in CASES {
            let found = close_names(&catalogue, root, &Similarity::to(root));
            let keys: Vec<&str> = found.iter().map(|name| catalogue.name_key(*name)).collect();
            assert_eq!(keys, *expected, "{root}");
        }
    }
}
