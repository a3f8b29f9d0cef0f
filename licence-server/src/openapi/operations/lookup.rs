//! Jurisdictions, operators and licences (specification 4.1).

use licence_core::lookup::{
    ActionSort, JurisdictionList, JurisdictionOperators, JurisdictionRow, LicenceDetail,
    LicenceHistory, OperatorDetail, OperatorLicences, OperatorSearch, PageRules,
    RegulatoryActionsPage,
};

use crate::openapi::about::LOOKUP;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{
    as_of, capped_limit, flag, limit, offset, one_of, query, required, text,
};
use crate::problem::ProblemKind;

/// `GET /v1/jurisdictions`
pub(super) fn list_jurisdictions() -> Operation {
    Operation::new(LOOKUP, "List the jurisdictions", "All seven, always in the same order.")
        .answers::<JurisdictionList>("The jurisdictions.")
}

/// `GET /v1/jurisdictions/{code}`
pub(super) fn get_jurisdiction() -> Operation {
    Operation::new(LOOKUP, "Get a jurisdiction", "What is fixed about one jurisdiction.")
        .answers::<JurisdictionRow>("The jurisdiction.")
}

/// `GET /v1/jurisdictions/{code}/operators`
pub(super) fn list_jurisdiction_operators() -> Operation {
    Operation::new(
        LOOKUP,
        "List the operators of a jurisdiction",
        "Those that hold at least one licence of any status there, in a stable order that is not \
         alphabetical.",
    )
    .takes(limit(PageRules::JURISDICTION_OPERATORS))
    .takes(offset())
    .answers::<JurisdictionOperators>("A page of them.")
    .refuses(ProblemKind::JurisdictionPagination)
}

/// `GET /v1/operators/search`
pub(super) fn search_operators() -> Operation {
    Operation::new(
        LOOKUP,
        "Search operators by name",
        "Operators whose display name, slug or registered name contains `q`, in any case; trading \
         names and domains are not searched. First the one whose slug it is, then names that start \
         with it, then the rest, each by display name.",
    )
    .takes(required(query("q", "What to look for.", text("lantern").min_length(Some(1)))))
    .takes(capped_limit(PageRules::SEARCH, PageRules::SEARCH_KEYLESS))
    .takes(offset())
    .answers::<OperatorSearch>("A page of them; `limit` is the effective one.")
    .refuses_input("q", "A search needs the parameter q.")
}

/// `GET /v1/operators/{slug}`
pub(super) fn get_operator() -> Operation {
    Operation::new(
        LOOKUP,
        "Get an operator",
        "The operator, all its licences and all its domains. With `as_of` each licence has a past \
         of its own.",
    )
    .takes(as_of())
    .answers::<OperatorDetail>("The operator.")
    .refuses_input("as_of", "as_of: \"2031-01-01\" lies in the future.")
}

/// `GET /v1/operators/{slug}/licenses`
pub(super) fn list_operator_licenses() -> Operation {
    Operation::new(
        LOOKUP,
        "List the licences of an operator",
        "All of them, by jurisdiction code, then licence number.",
    )
    .takes(query("include_history", "Adds its timeline to each licence.", flag()))
    .answers::<OperatorLicences>("The licences.")
    .refuses_input("include_history", "include_history is \"maybe\"; it is true or false.")
}

/// `GET /v1/operators/{slug}/regulatory-actions`
pub(super) fn get_operator_regulatory_actions() -> Operation {
    let sorts: Vec<&str> = ActionSort::ALL.iter().map(|sort| sort.as_str()).collect();
    Operation::new(
        LOOKUP,
        "List the enforcement actions linked to an operator",
        "Actions are linked only where matching succeeded: an empty list means that none is \
         linked, not a clean record.",
    )
    .takes(limit(PageRules::REGULATORY_ACTIONS))
    .takes(offset())
    .takes(query("sort", "The order; actions without an amount come last.", one_of(&sorts)))
    .answers::<RegulatoryActionsPage>("A page of them.")
    .refuses_input("limit", "limit is \"500\"; it goes from 1 to 100.")
}

/// `GET /v1/licenses/{license_id}`
pub(super) fn get_license() -> Operation {
    Operation::new(LOOKUP, "Get a licence", "One licence, with who holds it.")
        .takes(as_of())
        .answers::<LicenceDetail>("The licence.")
        .refuses_input("as_of", "as_of: \"2031-01-01\" lies in the future.")
}

/// `GET /v1/licenses/{license_id}/history`
pub(super) fn get_license_history() -> Operation {
    Operation::new(
        LOOKUP,
        "Get the history of a licence",
        "Its whole timeline, the newest entry first. Entries are never deleted; one that was \
         withdrawn has `corrected_at`.",
    )
    .answers::<LicenceHistory>("The history.")
}
