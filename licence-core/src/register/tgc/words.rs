//! The words by which columns, labels and statuses are known.

use crate::jurisdiction::JurisdictionCode;
use crate::register::layout::{Names, is_one_of};
use crate::status::LicenceStatus;
use crate::status::wording::{classify, is_active};
use crate::text::folded;

/// The page's own word for every operator on it.
pub(super) const LISTED: &str = "licensed";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    Operator,
    Website,
    Kind,
    Status,
}

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
            "approved url | approved urls | domain | domain name | domains | operator website | site | url | \
            urls | web site | website | website url | website url(s) | websites",
        ),
        (
            Topic::Kind,
            "category | licence category | licence type | license category | \
            license type | type",
        ),
        (Topic::Status, "licence status | license status | status | validity"),
    ],
    beside: "no | #",
};

/// The words of a seal for a domain that no longer belongs to the licensee.
const REMOVALS: &str =
    "removed | domain removed | delisted | not active | inactive | no longer active";

/// Returns whether the wording is about the domain alone.
pub(super) fn is_removal(wording: &str) -> bool {
    is_one_of(&folded(wording), REMOVALS)
}

pub(super) fn is_in_force(wording: &str) -> bool {
    is_active(JurisdictionCode::Tgc, Some(wording))
}

/// Returns whether the wording means in force without a qualifier, unlike `Provisionally licensed`.
pub(super) fn is_in_full_force(wording: &str) -> bool {
    classify(JurisdictionCode::Tgc, Some(wording), None) == LicenceStatus::Active.into()
}
