//! Licences (specification 4.1).

use licence_core::lookup::{LicenceDetail, LicenceHistory};

use crate::openapi::about::LOOKUP;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{as_of, license_id};
use crate::problem::ProblemKind;

/// `GET /v1/licenses/{license_id}`
pub(super) fn get_license() -> Operation {
    Operation::new(LOOKUP, "Get a licence", "One licence, with who holds it.")
        .takes(license_id())
        .takes(as_of())
        .answers::<LicenceDetail>("The licence.")
        .revalidated()
        .refuses_input("as_of", "as_of: \"2031-01-01\" lies in the future.")
        .refuses(ProblemKind::InvalidLicenseId)
        .refuses(ProblemKind::LicenseNotFound)
}

/// `GET /v1/licenses/{license_id}/history`
pub(super) fn get_license_history() -> Operation {
    Operation::new(
        LOOKUP,
        "Get the history of a licence",
        "Its whole timeline, the newest entry first. Entries are never deleted; one that was \
         withdrawn has `corrected_at`.",
    )
    .takes(license_id())
    .answers::<LicenceHistory>("The history.")
    .revalidated()
    .refuses(ProblemKind::InvalidLicenseId)
    .refuses(ProblemKind::LicenseNotFound)
}
