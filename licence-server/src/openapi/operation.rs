//! The description of one operation, and its form in the document.

use std::collections::BTreeMap;

use utoipa::ToSchema;
use utoipa::openapi::content::{Content, ContentBuilder};
use utoipa::openapi::path::{self, OperationBuilder, Parameter};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{Ref, RefOr, Required, Response, ResponseBuilder, Schema};
use warp::http::StatusCode;

use super::about::tag;
use super::parameters::{described_text, in_path};
use super::schemas::{self, SchemaList};
use super::{access, errors, examples, headers};
use crate::endpoint::Endpoint;
use crate::problem::ProblemKind;

/// The description of the operation at an endpoint, and what its endpoint implies.
pub(super) struct Operation {
    endpoint: Endpoint,
    openapi: OperationBuilder,
    /// The name of the schema of its body.
    pub(super) body_name: Option<String>,
    refusals: Vec<Refusal>,
    /// The schemas that it refers to.
    pub(super) schemas: SchemaList,
}

/// A problem kind that the operation can answer with, and its own text for it.
struct Refusal {
    kind: ProblemKind,
    words: Option<(&'static str, Option<&'static str>)>,
}

const JSON: &str = "application/json";

impl Operation {
    pub(super) fn new(endpoint: Endpoint, summary: &str, about: &str) -> Self {
        let access = endpoint.access();
        let (parameter, kinds) = in_path(endpoint).unzip();
        let openapi = OperationBuilder::new()
            .tag(tag(endpoint))
            .summary(Some(summary))
            .description(Some(format!("{about}\n\n{}", access::about(access))))
            .operation_id(Some(endpoint.operation_id()))
            .parameters(parameter.map(|parameter| [parameter]))
            .securities(Some(access::security(access)));
        let operation =
            Self { endpoint, openapi, body_name: None, refusals: Vec::new(), schemas: Vec::new() };
        operation.refuses(kinds.unwrap_or_default())
    }

    pub(super) fn takes(mut self, parameter: Parameter) -> Self {
        self.openapi = self.openapi.parameter(parameter);
        self
    }

    pub(super) fn takes_body<T: ToSchema>(mut self, example: serde_json::Value) -> Self {
        let content = ContentBuilder::new().schema(Some(self.reference::<T>()));
        let content = content.example(Some(example)).build();
        let body = RequestBodyBuilder::new().required(Some(Required::True));
        self.openapi = self.openapi.request_body(Some(body.content(JSON, content).build()));
        self.body_name = Some(T::name().into_owned());
        self
    }

    /// Adds an answer 200 with this body.
    pub(super) fn answers<T: ToSchema>(self, about: &str) -> Self {
        self.answers_with::<T>(StatusCode::OK, about)
    }

    pub(super) fn answers_with<T: ToSchema>(mut self, status: StatusCode, about: &str) -> Self {
        let schema = self.reference::<T>();
        self.with_answer(status, about, [(JSON, schema)])
    }

    /// Adds an answer 204 without a body.
    pub(super) fn answers_nothing(self, about: &str) -> Self {
        self.with_answer(StatusCode::NO_CONTENT, about, [])
    }

    /// Adds an answer 200 in one of these media types, each with what the text is.
    pub(super) fn answers_as(self, contents: &[(&str, &str)], about: &str) -> Self {
        let contents =
            contents.iter().map(|(media_type, text)| (*media_type, described_text(text)));
        self.with_answer(StatusCode::OK, about, contents)
    }

    fn with_answer<'m>(
        mut self,
        status: StatusCode,
        about: &str,
        contents: impl IntoIterator<Item = (&'m str, RefOr<Schema>)>,
    ) -> Self {
        let (id, status) = (self.endpoint.operation_id(), status.as_u16());
        let response = ResponseBuilder::new().description(about);
        let mut response = headers::add(response, self.endpoint, status);
        for (media_type, schema) in contents {
            let examples = examples::for_response(id, status, media_type);
            let content = ContentBuilder::new().schema(Some(schema)).examples_from_iter(examples);
            response = response.content(media_type, content.build());
        }
        self.openapi = self.openapi.response(status.to_string(), response.build());
        self
    }

    /// Adds refusals of these problem kinds.
    pub(super) fn refuses(mut self, kinds: &[ProblemKind]) -> Self {
        self.refusals.extend(kinds.iter().map(|kind| Refusal { kind: *kind, words: None }));
        self
    }

    /// Adds a refusal of this problem kind with its own error text and field.
    pub(super) fn refuses_as(
        mut self,
        kind: ProblemKind,
        error: &'static str,
        field: Option<&'static str>,
    ) -> Self {
        self.refusals.push(Refusal { kind, words: Some((error, field)) });
        self
    }

    /// Adds the refusal of an invalid value of this field with its own error text.
    pub(super) fn refuses_input(self, field: &'static str, error: &'static str) -> Self {
        self.refuses_as(ProblemKind::InvalidInput, error, Some(field))
    }

    /// Adds the schema of a type that the answer is generic in.
    pub(super) fn describes<T: ToSchema>(mut self) -> Self {
        self.reference::<T>();
        self
    }

    fn reference<T: ToSchema>(&mut self) -> RefOr<Schema> {
        schemas::add::<T>(&mut self.schemas);
        Ref::from_schema_name(T::name()).into()
    }

    pub(super) fn into_openapi(mut self) -> path::Operation {
        let endpoint = self.endpoint;
        let implied = access::problem_kinds(endpoint.access());
        for kind in std::iter::once(ProblemKind::InvalidInput).chain(implied) {
            if !self.refusals.iter().any(|refusal| refusal.kind == kind) {
                self.refusals.push(Refusal { kind, words: None });
            }
        }
        if headers::is_tagged(endpoint) {
            let about = "The answer is the one that `If-None-Match` names. Not charged.";
            self = self.with_answer(StatusCode::NOT_MODIFIED, about, []);
        }
        let Self { mut openapi, refusals, .. } = self;
        for (status, refusals) in by_status(&refusals) {
            let response = refusal_response(&refusals, status, endpoint);
            openapi = openapi.response(status.to_string(), response);
        }
        openapi.build()
    }
}

fn by_status(refusals: &[Refusal]) -> BTreeMap<u16, Vec<&Refusal>> {
    let mut by_status: BTreeMap<u16, Vec<&Refusal>> = BTreeMap::new();
    for kind in ProblemKind::ALL {
        let refusals = refusals.iter().filter(|refusal| refusal.kind == *kind);
        by_status.entry(kind.columns().0).or_default().extend(refusals);
    }
    by_status.retain(|_, refusals| !refusals.is_empty());
    by_status
}

/// Returns the response of these refusals, with one example each.
fn refusal_response(refusals: &[&Refusal], status: u16, endpoint: Endpoint) -> Response {
    let lines = refusals.iter().map(|refusal| {
        let (_, code, reason) = refusal.kind.columns();
        format!("- `{code}`, `{reason}`: {}", refusal.kind.suggestion())
    });
    let list: Vec<String> = lines.collect();
    let response = ResponseBuilder::new().description(list.join("\n"));
    headers::add(response, endpoint, status).content(JSON, error_content(refusals)).build()
}

fn error_content(refusals: &[&Refusal]) -> Content {
    let examples = refusals.iter().map(|refusal| {
        let name = errors::example_name(refusal.kind);
        let example = match refusal.words {
            Some((error, field)) => RefOr::T(errors::example_with_text(refusal.kind, error, field)),
            None => RefOr::Ref(Ref::new(format!("#/components/examples/{name}"))),
        };
        (name, example)
    });
    let schema = RefOr::from(Ref::from_schema_name("Error"));
    ContentBuilder::new().schema(Some(schema)).examples_from_iter(examples).build()
}
