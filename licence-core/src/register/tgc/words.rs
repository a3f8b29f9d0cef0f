//! The words by which columns, labels and statuses are known.

use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;
use crate::status::wording::classify;
use crate::text::folded;

/// The page's own word for whoever is on it.
pub(super) const LISTED: &str = "licensed";

/// What a column or a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Operator,
    Website,
    Kind,
    Status,
}

/// The words of headers and labels.
const WORDS: [(Topic, &[&str]); 4] = [
    (Topic::Status, &["status", "validity"]),
    (Topic::Kind, &["type", "types", "category", "class"]),
    (
        Topic::Operator,
        &["operator", "operators", "licensee", "licensees", "company", "holder", "entity"],
    ),
    (
        Topic::Website,
        &["url", "urls", "website", "websites", "domain", "domains", "site", "sites", "web"],
    ),
];

/// Words of columns about something else (`Company number`).
const OTHER: [&str; 7] = ["number", "no", "address", "email", "country", "date", "contact"];

/// The topic of a header cell or label: that of its last known word, because `Operator website`
/// is a web site and `Website operator` an operator.
pub(super) fn topic_of(label: &str) -> Option<Topic> {
    let label = folded(label);
    let words: Vec<_> = label.split(|c: char| !c.is_alphanumeric()).collect();
    if words.iter().any(|word| OTHER.contains(word)) {
        return None;
    }
    words.iter().rev().find_map(|word| {
        let known = WORDS.iter().find(|(_, known)| known.contains(word));
        known.map(|(topic, _)| *topic)
    })
}

/// Words by which a seal says that its domain is no longer one of the licensee's.
const REMOVALS: [&str; 6] =
    ["removed", "domain removed", "delisted", "not active", "inactive", "no longer active"];

/// Whether the wording is about the domain alone.
pub(super) fn is_removal(wording: &str) -> bool {
    REMOVALS.contains(&folded(wording).as_str())
}

/// Whether the register's table knows the wording as licensed.
pub(super) fn is_in_force(wording: &str) -> bool {
    classify(JurisdictionCode::Tgc, Some(wording), None).status == LicenceStatus::Active
}

/// Whether it is in force without more being said of it (`Provisionally licensed`).
pub(super) fn is_in_full_force(wording: &str) -> bool {
    classify(JurisdictionCode::Tgc, Some(wording), None) == LicenceStatus::Active.into()
}

/// The types of the specification in a type cell, or the cell itself where it names none.
pub(super) fn types_in(cell: &str) -> Vec<String> {
    let types = JurisdictionCode::Tgc.jurisdiction().license_types;
    let words = folded(cell);
    let words: Vec<_> = words.split(|c: char| !c.is_alphanumeric()).collect();
    let named: Vec<_> =
        types.iter().filter(|kind| words.contains(&folded(kind).as_str())).collect();
    match cell {
        "" => Vec::new(),
        cell if named.is_empty() => vec![cell.to_owned()],
        _ => named.into_iter().map(|kind| (*kind).to_owned()).collect(),
    }
}
