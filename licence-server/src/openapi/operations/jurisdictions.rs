//! Jurisdictions (specification 4.1).

use licence_core::lookup::{JurisdictionList, JurisdictionOperators, JurisdictionRow, PageRules};

use crate::openapi::about::LOOKUP;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{code, limit, offset};
use crate::problem::ProblemKind;

/// `GET /v1/jurisdictions`
pub(super) fn list_jurisdictions() -> Operation {
    Operation::new(LOOKUP, "List the jurisdictions", "All seven, always in the same order.")
        .answers::<JurisdictionList>("The jurisdictions.")
        .revalidated()
}

/// `GET /v1/jurisdictions/{code}`
pub(super) fn get_jurisdiction() -> Operation {
    Operation::new(LOOKUP, "Get a jurisdiction", "What is fixed about one jurisdiction.")
        .takes(code())
        .answers::<JurisdictionRow>("The jurisdiction.")
        .revalidated()
        .refuses(ProblemKind::InvalidJurisdictionCode)
        .refuses(ProblemKind::JurisdictionNotFound)
}

/// `GET /v1/jurisdictions/{code}/operators`
pub(super) fn list_jurisdiction_operators() -> Operation {
    Operation::new(
        LOOKUP,
        "List the operators of a jurisdiction",
        "Those that hold at least one licence of any status there, in a stable order that is not \
         alphabetical.",
    )
    .takes(code())
    .takes(limit(PageRules::JURISDICTION_OPERATORS))
    .takes(offset())
    .answers::<JurisdictionOperators>("A page of them.")
    .revalidated()
    .refuses(ProblemKind::InvalidJurisdictionCode)
    .refuses(ProblemKind::JurisdictionPagination)
    .refuses(ProblemKind::JurisdictionNotFound)
}
