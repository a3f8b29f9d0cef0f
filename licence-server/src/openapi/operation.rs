//! The description of one operation, and its form in the document.

use std::collections::BTreeMap;

use utoipa::ToSchema;
use utoipa::openapi::content::{Content, ContentBuilder};
use utoipa::openapi::path::{self, OperationBuilder, Parameter};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::{Ref, RefOr, Required, Response, ResponseBuilder, Schema};
use warp::http::StatusCode;

use super::parameters::{described_text, in_path};
use super::schemas::{self, SchemaList};
use super::{access, errors, examples, headers};
use crate::endpoint::Endpoint;
use crate::problem::ProblemKind;

/// The description of one operation; [`Operation::into_openapi`] adds what its endpoint implies.
pub(super) struct Operation {
    tag: &'static str,
    summary: &'static str,
    about: &'static str,
    parameters: Vec<Parameter>,
    body: Option<RequestBody>,
    /// The name of the schema of its body.
    pub(super) body_name: Option<String>,
    answers: Vec<Answer>,
    refusals: Vec<Refusal>,
    /// The schemas that it refers to.
    pub(super) schemas: SchemaList,
}

struct Answer {
    status: StatusCode,
    about: &'static str,
    contents: Vec<(&'static str, RefOr<Schema>)>,
}

/// A problem kind that the operation can answer with, and its own text for it.
struct Refusal {
    kind: ProblemKind,
    words: Option<(&'static str, Option<&'static str>)>,
}

const JSON: &str = "application/json";

impl Operation {
    pub(super) fn new(tag: &'static str, summary: &'static str, about: &'static str) -> Self {
        Self {
            tag,
            summary,
            about,
            parameters: Vec::new(),
            body: None,
            body_name: None,
            answers: Vec::new(),
            refusals: Vec::new(),
            schemas: SchemaList::new(),
        }
    }

    pub(super) fn takes(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    pub(super) fn takes_body<T: ToSchema>(mut self, example: serde_json::Value) -> Self {
        let content = ContentBuilder::new().schema(Some(self.reference::<T>()));
        let content = content.example(Some(example)).build();
        let body = RequestBodyBuilder::new().required(Some(Required::True));
        self.body = Some(body.content(JSON, content).build());
        self.body_name = Some(T::name().into_owned());
        self
    }

    /// Adds an answer 200 with this body.
    pub(super) fn answers<T: ToSchema>(self, about: &'static str) -> Self {
        self.answers_with::<T>(StatusCode::OK, about)
    }

    pub(super) fn answers_with<T: ToSchema>(
        mut self,
        status: StatusCode,
        about: &'static str,
    ) -> Self {
        let contents = vec![(JSON, self.reference::<T>())];
        self.with_answer(status, about, contents)
    }

    /// Adds an answer 204 without a body.
    pub(super) fn answers_nothing(self, about: &'static str) -> Self {
        self.with_answer(StatusCode::NO_CONTENT, about, Vec::new())
    }

    /// Adds an answer 200 in one of these media types, each with what the text is.
    pub(super) fn answers_as(self, contents: &[(&'static str, &str)], about: &'static str) -> Self {
        let contents =
            contents.iter().map(|(media_type, text)| (*media_type, described_text(text)));
        self.with_answer(StatusCode::OK, about, contents.collect())
    }

    fn with_answer(
        mut self,
        status: StatusCode,
        about: &'static str,
        contents: Vec<(&'static str, RefOr<Schema>)>,
    ) -> Self {
        self.answers.push(Answer { status, about, contents });
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

    /// Returns the operation for the document, with everything that its endpoint implies.
    pub(super) fn into_openapi(mut self, endpoint: Endpoint) -> path::Operation {
        let access = endpoint.access();
        let (parameter, refusals) = in_path(endpoint).unzip();
        let of_path = refusals.unwrap_or_default().iter().copied();
        let implied = of_path.chain([ProblemKind::InvalidInput]);
        for kind in implied.chain(access::problem_kinds(access)) {
            if !self.refusals.iter().any(|refusal| refusal.kind == kind) {
                self.refusals.push(Refusal { kind, words: None });
            }
        }
        let own = std::mem::take(&mut self.parameters);
        let parameters: Vec<_> = parameter.into_iter().chain(own).collect();
        let mut operation = OperationBuilder::new()
            .tag(self.tag)
            .summary(Some(self.summary))
            .description(Some(format!("{}\n\n{}", self.about, access::about(access))))
            .operation_id(Some(endpoint.operation_id()))
            .parameters((!parameters.is_empty()).then_some(parameters))
            .request_body(self.body.clone())
            .securities(Some(access::security(access)));
        if headers::is_tagged(endpoint) {
            let about = "The answer is the one that `If-None-Match` names. Not charged.";
            self = self.with_answer(StatusCode::NOT_MODIFIED, about, Vec::new());
        }
        for answer in &self.answers {
            let status = answer.status.as_u16().to_string();
            operation = operation.response(status, answer.to_openapi(endpoint));
        }
        for (status, refusals) in self.refusals_by_status() {
            let response = refusal_response(&refusals, status, endpoint);
            operation = operation.response(status.to_string(), response);
        }
        operation.build()
    }

    fn refusals_by_status(&self) -> BTreeMap<u16, Vec<&Refusal>> {
        let mut by_status: BTreeMap<u16, Vec<&Refusal>> = BTreeMap::new();
        for kind in ProblemKind::ALL {
            let refusals = self.refusals.iter().filter(|refusal| refusal.kind == *kind);
            by_status.entry(kind.columns().0).or_default().extend(refusals);
        }
        by_status.retain(|_, refusals| !refusals.is_empty());
        by_status
    }
}

impl Answer {
    fn to_openapi(&self, endpoint: Endpoint) -> Response {
        let response = ResponseBuilder::new().description(self.about);
        let status = self.status.as_u16();
        let mut response = headers::add(response, endpoint, status);
        for (media_type, schema) in &self.contents {
            let content = ContentBuilder::new().schema(Some(schema.clone()));
            let examples = examples::for_response(endpoint.operation_id(), status, media_type);
            response = response.content(*media_type, content.examples_from_iter(examples).build());
        }
        response.build()
    }
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
