//! The parameters that operations share.

use serde_json::Value;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{KnownFormat, RefOr, Required, Schema, SchemaFormat};

use licence_core::check::MAX_LICENCE_NUMBER_CHARS;
use licence_core::event::cursor::MAX_CURSOR_CHARS;
use licence_core::lookup::PageRules;
use licence_core::operator::MAX_SLUG_CHARS;

use crate::endpoint::Endpoint;
use crate::problem::ProblemKind::{self, *};

pub(super) fn query(name: &str, about: &str, schema: impl Into<RefOr<Schema>>) -> Parameter {
    parameter(ParameterIn::Query, Required::False, name, about, schema)
}

/// Returns the parameter that the path of an endpoint has in its braces, and how a value of it is
/// refused; `None` if the path has none.
pub(super) fn in_path(endpoint: Endpoint) -> Option<(Parameter, &'static [ProblemKind])> {
    let (_, rest) = endpoint.path().split_once('{')?;
    let (name, _) = rest.split_once('}')?;
    let (about, schema, refusals): (&str, ObjectBuilder, &[ProblemKind]) = match name {
        "code" => (
            "The jurisdiction's code, in any case.",
            code_text(),
            &[InvalidJurisdictionCode, JurisdictionNotFound],
        ),
        "slug" if endpoint == Endpoint::RemoveWatchlistOperator => {
            ("The operator's slug, in lower case.", slug_text("^[a-z0-9-]+$"), &[InvalidSlug])
        }
        "slug" => (
            "The operator's slug, in any case.",
            slug_text("^[A-Za-z0-9-]+$"),
            &[InvalidSlug, OperatorNotFound],
        ),
        "license_id" => (
            "The service's id of the licence, not its number.",
            uuid_text("15a46ad1-044c-4014-b6de-4d5e58c89fb9"),
            &[InvalidLicenseId, LicenseNotFound],
        ),
        "id" => (
            "The id of the webhook endpoint.",
            uuid_text("7c0e2a5c-0c1e-4f0a-9f57-0a4d3f3c8d21"),
            &[WebhookNotFound],
        ),
        "dataset" => (
            "What is exported; `licenses` is accepted for `licences`.",
            one_of(["licences", "operators", "domains", "licenses"]).default(None),
            &[DatasetNotFound],
        ),
        "sha256" => (
            "The SHA-256 of the records that the caller holds.",
            text("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
                .pattern(Some("^[0-9a-f]{64}$")),
            &[RouteNotFound],
        ),
        _ => return None,
    };
    Some((parameter(ParameterIn::Path, Required::True, name, about, schema), refusals))
}

pub(super) fn parameter(
    place: ParameterIn,
    required: Required,
    name: &str,
    about: &str,
    schema: impl Into<RefOr<Schema>>,
) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(place)
        .required(required)
        .description(Some(about))
        .schema(Some(schema))
        .build()
}

pub(super) fn required(mut parameter: Parameter) -> Parameter {
    parameter.required = Required::True;
    parameter
}

pub(super) fn text(example: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).examples([example])
}

pub(super) fn described_text(about: &str) -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).description(Some(about)).into()
}

/// Returns the schema of one of several words; the first is the default.
pub(super) fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> ObjectBuilder {
    let words: Vec<&str> = words.into_iter().collect();
    let default = words.first().map(|word| Value::from(*word));
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).default(default)
}

/// Returns the schema of a flag, which is false by default.
pub(super) fn flag() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Boolean).default(Some(false.into()))
}

/// Texts in one parameter, separated by commas.
pub(super) fn list(name: &str, about: &str, items: impl Into<RefOr<Schema>>) -> Parameter {
    let schema = ArrayBuilder::new().items(items.into()).min_items(Some(1)).build();
    let mut parameter = query(name, about, Schema::Array(schema));
    parameter.explode = Some(false);
    parameter
}

pub(super) fn limit(rules: PageRules) -> Parameter {
    let (default, most) = (rules.default_limit(), rules.max_limit());
    let about = format!("How many rows a page has, from 1 to {most}.");
    query("limit", &about, number(1, default).maximum(Some(most)))
}

/// `limit` of a list that caps larger values, and caps them lower without a key.
pub(super) fn capped_limit(keyed: PageRules, keyless: PageRules) -> Parameter {
    let (most, keyless) = (keyed.max_limit(), keyless.max_limit());
    let about = format!(
        "How many rows a page has; more than {most} are capped to {most}, without a key to {keyless}."
    );
    query("limit", &about, number(1, keyed.default_limit()))
}

pub(super) fn offset() -> Parameter {
    query("offset", "How many rows to pass over.", number(0, 0))
}

fn number(least: u64, default: u64) -> ObjectBuilder {
    let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least));
    number.default(Some(default.into()))
}

/// The form of `as_of`. No pattern can check that the day exists and is past.
const AS_OF: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?\
                     ([Zz]|[+-][0-9]{2}:[0-9]{2}))?$";

pub(super) fn as_of() -> Parameter {
    let about = "The past to ask about: a date (its end in UTC) or a date-time with a UTC offset, \
                 not in the future. The answer's `as_of` object holds what is known of it; every \
                 other member stays current.";
    query("as_of", about, text("2026-11-01").pattern(Some(AS_OF)))
}

pub(super) fn license_number() -> Parameter {
    let about = "A licence number as the register prints it. Case, white space and the kind of \
                 dashes do not matter; one digit is another licence.";
    let schema = text("090114-R-391114-012").max_length(Some(MAX_LICENCE_NUMBER_CHARS));
    query("license_number", about, schema.min_length(Some(1)))
}

pub(super) fn since() -> Parameter {
    let about = "Where to begin: events emitted after this date-time with a UTC offset, at most as \
                 far back as events are kept (30 days). Without `since` and `cursor` the oldest \
                 kept event comes first.";
    let format = SchemaFormat::KnownFormat(KnownFormat::DateTime);
    query("since", about, text("2026-11-01T00:00:00Z").format(Some(format)))
}

pub(super) fn cursor() -> Parameter {
    let about = "Where to go on: `next_cursor` of the page before, unchanged. Not with `since`.";
    query("cursor", about, text("AQGhlbF_APUcoT5yeoEf1us").max_length(Some(MAX_CURSOR_CHARS)))
}

pub(super) fn code_text() -> ObjectBuilder {
    text("UKGC").pattern(Some("^[A-Za-z0-9]{2,16}$"))
}

fn slug_text(pattern: &str) -> ObjectBuilder {
    let slug = text("harbour-lantern-gaming-limited").pattern(Some(pattern));
    slug.min_length(Some(1)).max_length(Some(MAX_SLUG_CHARS))
}

fn uuid_text(example: &str) -> ObjectBuilder {
    text(example).format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
}
