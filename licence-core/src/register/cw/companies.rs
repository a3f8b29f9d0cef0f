//! Who holds a licence: companies by registration number and name.

use std::collections::{BTreeMap, BTreeSet};

use crate::register::layout::company_key;
use crate::text::{compact, is_digits};

/// The registration number that a cell states; `None` for `N/A`, `-` and zeros.
pub(super) fn registration(cell: &str) -> Option<String> {
    let number = compact(cell);
    is_digits(&number).then(|| number.trim_start_matches('0').to_owned()).filter(|n| !n.is_empty())
}

pub(super) struct Companies {
    names: BTreeMap<String, BTreeSet<String>>,
    numbers: BTreeMap<String, BTreeSet<String>>,
}

impl Companies {
    pub(super) fn from_rows<'r>(rows: impl Iterator<Item = (&'r str, Option<&'r str>)>) -> Self {
        let (mut names, mut numbers) = (BTreeMap::<_, BTreeSet<_>>::new(), BTreeMap::new());
        for (name, cell) in rows {
            let Some(number) = cell.and_then(registration) else { continue };
            let key = company_key(name);
            numbers.entry(key.clone()).or_insert_with(BTreeSet::new).insert(number.clone());
            names.entry(number).or_default().insert(key);
        }
        Self { names, numbers }
    }

    /// The identifier of a row's company: its registration number, or the only one of its
    /// namesakes where its own is missing. A number beside different names is a slip in one of
    /// the rows, and would make one operator of two companies.
    pub(super) fn identifier(&self, name: &str, cell: Option<&str>) -> Option<String> {
        let own = cell.and_then(registration);
        let number = own.or_else(|| {
            let numbers = self.numbers.get(&company_key(name))?;
            numbers.first().filter(|_| numbers.len() == 1).cloned()
        })?;
        self.names.get(&number).filter(|names| names.len() == 1).map(|_| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_is_known_by_its_number_or_its_namesakes() {
        let rows = [
            ("Lantern Games B.V.", Some("150001")),
            ("LANTERN GAMES BV", Some("0150001")),
            ("Harbour Bet N.V.", Some("150002")),
            ("Harbour Play N.V.", Some("150002")),
            ("Quay N.V.", Some("N/A")),
        ];
        let companies = Companies::from_rows(rows.into_iter());
        for (name, cell, identifier) in [
            ("Lantern Games B.V.", Some("150001"), Some("150001")),
            ("Lantern Games BV", Some("N/A"), Some("150001")),
            ("lantern games b.v.", None, Some("150001")),
            ("Lantern Games N.V.", None, None),
            ("Harbour Bet N.V.", Some("150002"), None),
            ("Quay N.V.", Some("N/A"), None),
        ] {
            assert_eq!(companies.identifier(name, cell).as_deref(), identifier, "{name} {cell:?}");
        }
    }
}
