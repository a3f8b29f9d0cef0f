//! The service itself (specification 4.5).

use licence_core::coverage::CoverageReport;
use licence_core::health::HealthBody;
use licence_core::stats::Stats;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};
use warp::http::StatusCode;

use crate::openapi::about::SYSTEM;
use crate::openapi::operation::Operation;
use crate::problem::ProblemKind;

/// `GET /v1/health`
pub(super) fn check_health() -> Operation {
    Operation::new(SYSTEM, "Check the service", "Whether the database and the cache answer.")
        .answers::<HealthBody>("Both answer.")
        .answers_with::<HealthBody>(StatusCode::SERVICE_UNAVAILABLE, "One of them does not.")
}

/// `GET /v1/health/coverage`
pub(super) fn check_coverage() -> Operation {
    Operation::new(
        SYSTEM,
        "Check how fresh the registers are",
        "Each register against its freshness target. `healthy` means that every one meets it.",
    )
    .answers::<CoverageReport>("The report.")
}

/// `GET /v1/stats`
pub(super) fn get_stats() -> Operation {
    Operation::new(
        SYSTEM,
        "Get headline statistics",
        "Counts over the whole service, the same for everyone, at most 10 minutes old; \
         `definitions` says what each means.",
    )
    .answers::<Stats>("The counts.")
}

/// The OpenAPI document.
pub(super) struct Document;

impl PartialSchema for Document {
    fn schema() -> RefOr<Schema> {
        let anything = AdditionalProperties::FreeForm(true);
        let version = ObjectBuilder::new().schema_type(SchemaType::new(Type::String));
        let object = ObjectBuilder::new().property("openapi", version.pattern(Some(r"^3\.1\.\d$")));
        object.required("openapi").additional_properties(Some(anything)).into()
    }
}

impl ToSchema for Document {}

/// `GET /openapi.json`
pub(super) fn get_open_api() -> Operation {
    Operation::new(SYSTEM, "Get this description", "OpenAPI 3.1, as JSON.")
        .answers::<Document>("The description.")
        .refuses(ProblemKind::ServiceOverloaded)
}
