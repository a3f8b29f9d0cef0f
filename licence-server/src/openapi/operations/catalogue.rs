//! The catalogue as a file, and the description of what the specification does not have.

use crate::openapi::about::{EXPORT, SYSTEM};
use crate::openapi::operation::Operation;
use crate::openapi::operations::system::Document;
use crate::openapi::parameters::described_text;
use crate::problem::ProblemKind;

/// `GET /v1/catalogue/manifest`
pub(super) fn get_manifest() -> Operation {
    Operation::new(
        EXPORT,
        "Get the signed manifest",
        "What the newest catalogue is: its version, the SHA-256 and length of its records and of \
         its file, and when each register was last read. The text is a note signed with Ed25519 \
         (`licence catalogue key new` makes the key). `licence catalogue pull` asks for it, takes \
         the delta and verifies both. 404 on a server without a key to sign with.",
    )
    .answers_as(vec![("text/plain", described_text("A signed note."))], "The manifest.")
    .refuses(ProblemKind::RouteNotFound)
}

/// `GET /v1/catalogue/records`
pub(super) fn get_records() -> Operation {
    Operation::new(
        EXPORT,
        "Get the records",
        "The rows of all registers as sorted lines of text. Their SHA-256 is the strong `ETag`, \
         and names their state. Counts as a request and as an export.",
    )
    .answers_as(vec![("text/plain", described_text("The sorted lines."))], "The records.")
}

/// `GET /v1/catalogue/records/{sha256}/delta`
pub(super) fn get_delta() -> Operation {
    Operation::new(
        EXPORT,
        "Get the difference to the newest records",
        "Leads from the records with this SHA-256 to the newest. 404 when the server does not hold \
         that state any more: get the records.",
    )
    .answers_as(
        vec![("text/plain", described_text("The lines that stay, go and come."))],
        "The delta.",
    )
}

/// `GET /v1/catalogue/file`
pub(super) fn get_file() -> Operation {
    Operation::new(
        EXPORT,
        "Get the catalogue",
        "The file that `licence check --catalogue` and the library open. Its SHA-256 is the strong \
         `ETag`. Counts as a request and as an export. The records are a sixth of it, and build \
         the same file.",
    )
    .answers_as(vec![("application/octet-stream", described_text("The file."))], "The catalogue.")
}

/// `GET /openapi-extensions.json`
pub(super) fn get_extensions() -> Operation {
    Operation::new(
        SYSTEM,
        "Get this description",
        "What this service has beside the API that `/openapi.json` describes.",
    )
    .answers::<Document>("The description.")
    .refuses(ProblemKind::ServiceOverloaded)
}
