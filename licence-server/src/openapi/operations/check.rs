//! Verification (specification 4.1).

use licence_core::check::{BatchResult, CheckResult};
use serde_json::json;

use crate::openapi::about::CHECK;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{as_of, license_number, query, text};
use crate::problem::ProblemKind;
use crate::request_body::BatchRequest;

/// `GET /v1/check`
pub(super) fn check_domain() -> Operation {
    Operation::new(
        CHECK,
        "Check a domain or a licence number",
        "Give exactly one of `domain` and `license_number`. The verdict `licensed` has one source: \
         equality of the host, or of the number, with what a register lists. No likeness of names \
         leads to it.",
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
    .refuses(ProblemKind::NotAValidHostname)
    .refuses(ProblemKind::HostnameTooLong)
    .refuses(ProblemKind::MissingRequiredParameter)
    .refuses(ProblemKind::ConflictingParameters)
}

/// `POST /v1/check/batch`
pub(super) fn check_domain_batch() -> Operation {
    Operation::new(
        CHECK,
        "Check up to 100 domains",
        "The check of each domain without its lists of near names and jurisdictions. One call \
         counts as one request.",
    )
    .takes_body::<BatchRequest>(json!({ "domains": ["lanternspin.example", "diabetes.test"] }))
    .answers::<BatchResult>("A row for each domain, in the order asked.")
    .refuses_input("domains", "domains has 101 entries; the limit is 100.")
    .refuses(ProblemKind::MethodNotAllowed)
}
