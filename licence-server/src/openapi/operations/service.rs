//! Exports, the catalogue as a file, and the service itself (specification 4.2 and 4.5).

use licence_core::coverage::CoverageReport;
use licence_core::health::HealthBody;
use licence_core::stats::Stats;
use licence_core::status::LicenceStatus;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use warp::http::StatusCode;

use crate::endpoint::Endpoint;
use crate::openapi::operation::Operation;
use crate::openapi::parameters::{code_text, list, one_of, query};
use crate::problem::ProblemKind::*;

pub(super) fn export_dataset(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Export a dataset",
        "Streams every row as CSV (RFC 4180, UTF-8, CRLF, arrays joined with `|`, a leading \
         apostrophe before text that a spreadsheet would take for a formula) or as NDJSON (the \
         first line is `{\"_meta\": …}`). For operators, `jurisdiction` and `status` together \
         mean a licence with that status in that jurisdiction; for domains they mean the \
         licence that the link's status comes from. One export counts as one request, whatever \
         its size.",
    )
    .takes(query(
        "format",
        "`csv`, or `json` for NDJSON (`ndjson` is accepted).",
        one_of(["csv", "json", "ndjson"]),
    ))
    .takes(list("jurisdiction", "Codes, in any case.", code_text()))
    .takes(list(
        "status",
        "Licence statuses.",
        one_of(LicenceStatus::ALL.iter().map(|it| it.as_str())).default(None),
    ))
    .answers_as(
        &[
            ("text/csv", "The file, with a header row."),
            ("application/x-ndjson", "One JSON object a line: `_meta`, then the rows."),
        ],
        "The file.",
    )
    .refuses_input("jurisdiction", "jurisdiction is \"XX\"; it is none of the seven.")
    .refuses(&[AsOfNotSupported])
}

pub(super) fn get_catalogue_manifest(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get the signed manifest",
        "What the newest catalogue is: its version, the SHA-256 and length of its records and \
         of its file, and when each register was last read. The text is a note signed with \
         Ed25519 (`licence catalogue key new` makes the key). `licence catalogue pull` asks \
         for it, takes the delta and verifies both. 404 on a server without a key to sign \
         with.",
    )
    .answers_as(&[("text/plain", "A signed note.")], "The manifest.")
    .refuses(&[RouteNotFound])
}

pub(super) fn get_catalogue_records(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get the records",
        "The rows of all registers as sorted lines of text. Their SHA-256 is the strong \
         `ETag`, and names their state. Counts as a request and as an export.",
    )
    .answers_as(&[("text/plain", "The sorted lines.")], "The records.")
}

pub(super) fn get_catalogue_delta(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get the difference to the newest records",
        "Leads from the records with this SHA-256 to the newest. 404 when the server does not \
         hold that state any more: get the records.",
    )
    .answers_as(&[("text/plain", "The lines that stay, go and come.")], "The delta.")
}

pub(super) fn get_catalogue_file(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get the catalogue",
        "The file that `licence check --catalogue` and the library open. Its SHA-256 is the \
         strong `ETag`. Counts as a request and as an export. The records are shorter, and \
         build the same file.",
    )
    .answers_as(&[("application/octet-stream", "The file.")], "The catalogue.")
}

pub(super) fn get_open_api_extensions(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get this description",
        "What this service has beside the API that `/openapi.json` describes.",
    )
    .answers::<Document>("The description.")
    .refuses(&[ServiceOverloaded])
}

pub(super) fn check_health(endpoint: Endpoint) -> Operation {
    Operation::new(endpoint, "Check the service", "Whether the database and the cache answer.")
        .answers::<HealthBody>("Both answer.")
        .answers_with::<HealthBody>(StatusCode::SERVICE_UNAVAILABLE, "One of them does not.")
}

pub(super) fn check_coverage(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Check how fresh the registers are",
        "Each register against its freshness target. `healthy` means that every one meets it.",
    )
    .answers::<CoverageReport>("The report.")
}

pub(super) fn get_stats(endpoint: Endpoint) -> Operation {
    Operation::new(
        endpoint,
        "Get headline statistics",
        "Counts over the whole service, the same for everyone, at most 10 minutes old; \
         `definitions` says what each means.",
    )
    .answers::<Stats>("The counts.")
}

pub(super) fn get_open_api(endpoint: Endpoint) -> Operation {
    Operation::new(endpoint, "Get this description", "OpenAPI 3.1, as JSON.")
        .answers::<Document>("The description.")
        .refuses(&[ServiceOverloaded])
}

/// The OpenAPI document.
struct Document;

impl PartialSchema for Document {
    fn schema() -> RefOr<Schema> {
        let anything = AdditionalProperties::FreeForm(true);
        let version = ObjectBuilder::new().schema_type(Type::String);
        let object = ObjectBuilder::new().property("openapi", version.pattern(Some(r"^3\.1\.\d$")));
        object.required("openapi").additional_properties(Some(anything)).into()
    }
}

impl ToSchema for Document {}
