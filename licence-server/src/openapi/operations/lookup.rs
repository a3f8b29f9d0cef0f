//! Checks, and the look-up of jurisdictions, operators and licences (specification 4.1).

use licence_core::check::{BatchResult, CheckResult};
use licence_core::lookup::{
    ActionSort, JurisdictionList, JurisdictionOperators, JurisdictionRow, LicenceDetail,
    LicenceHistory, OperatorDetail, OperatorLicences, OperatorSearch, PageRules,
    RegulatoryActionsPage,
};
use serde_json::json;

use crate::endpoint::Endpoint;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{
    as_of, capped_limit, flag, license_number, limit, offset, one_of, query, required, text,
};
use crate::problem::ProblemKind::*;
use crate::request_body::BatchRequest;

pub(super) fn check_domain(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Check a domain or a licence number",
        "Give exactly one of `domain` and `license_number`. The verdict `licensed` has one \
         source: equality of the host, or of the number, with what a register lists. No \
         likeness of names leads to it.",
    )
    .takes(query(
        "domain",
        "A bare hostname: no scheme, path, port or underscore, at least two labels. Trimmed, \
         lowercased, a final dot dropped, Unicode converted to punycode; then at most 253 \
         characters.",
        text("lanternspin.example"),
    ))
    .takes(license_number())
    .takes(as_of())
    .answers::<CheckResult>("The verdict and its evidence. A miss is an answer too.")
    .refuses_input("as_of", "as_of: \"2031-01-01\" lies in the future.")
    .refuses(&[
        NotAValidHostname,
        HostnameTooLong,
        MissingRequiredParameter,
        ConflictingParameters,
    ])
}

pub(super) fn check_domain_batch(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Check up to 100 domains",
        "The check of each domain without its lists of near names and jurisdictions. One call \
         counts as one request.",
    )
    .takes_body::<BatchRequest>(json!({ "domains": ["lanternspin.example", "diabetes.test"] }))
    .answers::<BatchResult>("A row for each domain, in the order asked.")
    .refuses_input("domains", "domains has 101 entries; the limit is 100.")
    .refuses(&[MethodNotAllowed])
}

pub(super) fn list_jurisdictions(endpoint: Endpoint) -> Operation {
    Operation::new(endpoint, "List the jurisdictions", "All seven, always in the same order.")
        .answers::<JurisdictionList>("The jurisdictions.")
}

pub(super) fn get_jurisdiction(endpoint: Endpoint) -> Operation {
    Operation::new(endpoint, "Get a jurisdiction", "What is fixed about one jurisdiction.")
        .answers::<JurisdictionRow>("The jurisdiction.")
}

pub(super) fn list_jurisdiction_operators(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "List the operators of a jurisdiction",
        "Those that hold at least one licence of any status there, in a stable order that is \
         not alphabetical.",
    )
    .takes(limit(PageRules::JURISDICTION_OPERATORS))
    .takes(offset())
    .answers::<JurisdictionOperators>("A page of them.")
    .refuses(&[JurisdictionPagination])
}

pub(super) fn search_operators(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Search operators by name",
        "Operators whose display name, slug or registered name contains `q`, in any case; \
         trading names and domains are not searched. First the one whose slug it is, then \
         names that start with it, then the rest, each by display name.",
    )
    .takes(required(query("q", "What to look for.", text("lantern").min_length(Some(1)))))
    .takes(capped_limit(PageRules::SEARCH, PageRules::SEARCH_KEYLESS))
    .takes(offset())
    .answers::<OperatorSearch>("A page of them; `limit` is the effective one.")
    .refuses_input("q", "A search needs the parameter q.")
}

pub(super) fn get_operator(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get an operator",
        "The operator, all its licences and all its domains. With `as_of` each licence also has \
         its status at that instant, whoever held the licence then.",
    )
    .takes(as_of())
    .answers::<OperatorDetail>("The operator.")
    .refuses_input("as_of", "as_of: \"2031-01-01\" lies in the future.")
}

pub(super) fn list_operator_licenses(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "List the licences of an operator",
        "All of them, by jurisdiction code, then licence number.",
    )
    .takes(query("include_history", "Adds its timeline to each licence.", flag()))
    .answers::<OperatorLicences>("The licences.")
    .refuses_input("include_history", "include_history is \"maybe\"; it is true or false.")
}

pub(super) fn get_operator_regulatory_actions(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "List the enforcement actions linked to an operator",
        "Actions are linked only where matching succeeded: an empty list means that none is \
         linked, not a clean record.",
    )
    .takes(limit(PageRules::REGULATORY_ACTIONS))
    .takes(offset())
    .takes(query(
        "sort",
        "The order; actions without an amount come last.",
        one_of(ActionSort::ALL.iter().map(|it| it.as_str())),
    ))
    .answers::<RegulatoryActionsPage>("A page of them.")
    .refuses_input("limit", "limit is \"500\"; it goes from 1 to 100.")
}

pub(super) fn get_license(endpoint: Endpoint) -> Operation {
    Operation::new(endpoint, "Get a licence", "One licence, with who holds it.")
        .takes(as_of())
        .answers::<LicenceDetail>("The licence.")
        .refuses_input("as_of", "as_of: \"2031-01-01\" lies in the future.")
}

pub(super) fn get_license_history(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get the history of a licence",
        "Its whole timeline, the newest entry first. Entries are never deleted; one that was \
         withdrawn has `corrected_at`.",
    )
    .answers::<LicenceHistory>("The history.")
}
