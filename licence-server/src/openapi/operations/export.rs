//! Exports (specification 4.2).

use licence_core::status::LicenceStatus;

use crate::openapi::about::EXPORT;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{code_text, described_text, list, one_of, query};
use crate::problem::ProblemKind;

const LINES: &str = "One JSON object a line: `_meta`, then the rows.";

/// `GET /v1/export/{dataset}`
pub(super) fn export_dataset() -> Operation {
    let statuses: Vec<&str> = LicenceStatus::ALL.iter().map(|status| status.as_str()).collect();
    Operation::new(
        EXPORT,
        "Export a dataset",
        "Streams every row as CSV (RFC 4180, UTF-8, CRLF, arrays joined with `|`, a leading \
         apostrophe before text that a spreadsheet would take for a formula) or as NDJSON (the \
         first line is `{\"_meta\": …}`). For operators, `jurisdiction` and `status` together mean a \
         licence with that status in that jurisdiction; for domains they mean the licence that the \
         link's status comes from. One export counts as one request, whatever its size.",
    )
    .takes(query(
        "format",
        "`csv`, or `json` for NDJSON (`ndjson` is accepted).",
        one_of(&["csv", "json", "ndjson"]),
    ))
    .takes(list("jurisdiction", "Codes, in any case.", code_text()))
    .takes(list("status", "Licence statuses.", one_of(&statuses).default(None)))
    .answers_as(
        vec![
            ("text/csv", described_text("The file, with a header row.")),
            ("application/x-ndjson", described_text(LINES)),
        ],
        "The file.",
    )
    .refuses_input("jurisdiction", "jurisdiction is \"XX\"; it is none of the seven.")
    .refuses(ProblemKind::AsOfNotSupported)
}
