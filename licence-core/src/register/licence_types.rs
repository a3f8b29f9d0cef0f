//! The licence types of a jurisdiction in the type cells of its register.

use crate::jurisdiction::JurisdictionCode;
use crate::text::{collapsed, folded};

/// Returns the types that a cell names, or the cell itself where it names none.
pub(super) fn types_in(code: JurisdictionCode, cell: &str) -> Vec<String> {
    let known = known_types(code, cell);
    match collapsed(cell) {
        cell if known.is_empty() && !cell.is_empty() => vec![cell],
        _ => known.into_iter().map(str::to_owned).collect(),
    }
}

/// Returns the types of the jurisdiction that a cell names by whole words.
pub(super) fn known_types(code: JurisdictionCode, cell: &str) -> Vec<&'static str> {
    let cell = folded(cell);
    let words: Vec<_> =
        cell.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_named = |kind: &&str| {
        let kind = folded(kind);
        let kind: Vec<_> = kind.split(' ').collect();
        words.windows(kind.len()).any(|part| part == kind)
    };
    code.jurisdiction().license_types.iter().copied().filter(is_named).collect()
}
