//! The words by which columns, labels and statuses are known.

use crate::jurisdiction::JurisdictionCode;
use crate::register::layout::Names;
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

impl Topic {
    /// What errors call it.
    pub(super) fn called(self) -> &'static str {
        match self {
            Self::Operator => "operators",
            Self::Website => "web sites",
            Self::Kind => "types",
            Self::Status => "statuses",
        }
    }
}

/// The columns of the list and the labels of a seal.
pub(super) const COLUMNS: Names<Topic> = Names {
    fields: &[
        (
            Topic::Operator,
            "company | company name | holder | licence holder | license holder | \
            licensed entity | licensee | licensee name | operator | operator name | \
            operators | website operator",
        ),
        (
            Topic::Website,
            "domain | domain name | domains | operator website | site | url | \
            urls | web site | website | website url | website url(s) | websites",
        ),
        (
            Topic::Kind,
            "category | licence category | licence type | license category | \
            license type | type",
        ),
        (Topic::Status, "licence status | license status | status | validity"),
    ],
    beside: "address | company number | contact | country | date | email | licence number | \
        license number | no | registration number",
};

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
