//! The labels in the table of a licensee.

use crate::register::layout::Names;

/// The meaning of a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    Company,
    Status,
    From,
    To,
    Kind,
    Domains,
}

pub(super) const LABELS: Names<Label> = Names {
    fields: &[
        (Label::Company, "company name"),
        (Label::Status, "licence status | license status | status"),
        (Label::From, "licence valid from | license valid from | valid from"),
        (Label::To, "licence valid to | license valid to | valid to"),
        (Label::Kind, "ogra licence type | licence type | type"),
        (Label::Domains, "website domain | website domains | website domain(s)"),
    ],
    beside: "address | company number | registered address | telephone",
};
