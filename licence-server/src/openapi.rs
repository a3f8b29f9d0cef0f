//! The description of the API in OpenAPI 3.1. It is made from the table of endpoints, the types on
//! the wire, the table of errors and replies of the bundled sample registers.
//!
//! `operations` says what is particular to an operation. Refusals, headers and security follow from its
//! endpoint.

mod about;
mod access;
mod errors;
mod examples;
mod headers;
mod operation;
mod operations;
mod page;
mod parameters;
mod schemas;
mod verbatim;
pub(crate) mod webhooks;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use licence_core::account::plan::Plans;
use utoipa::openapi::path::{HttpMethod, PathItem, Paths};
use utoipa::openapi::{Components, OpenApi, OpenApiBuilder, Server};
use warp::http::Method;

use crate::document::Document;
use crate::endpoint::Endpoint;
use crate::problem::ErrorBody;

pub use examples::{EXAMPLES, Example};
use page::page;
use schemas::SchemaList;

/// The document and the page of one server, made when they are first asked for.
#[derive(Default)]
pub(crate) struct Description {
    json: OnceLock<Document>,
    extensions: OnceLock<Document>,
    html: OnceLock<Document>,
}

impl Description {
    pub(crate) fn json(&self, base_url: &str) -> &Document {
        self.json.get_or_init(|| Document::new("application/json", json(base_url)))
    }

    /// Returns the document of what the specification does not have.
    pub(crate) fn extensions(&self, base_url: &str) -> &Document {
        self.extensions.get_or_init(|| Document::new("application/json", extensions(base_url)))
    }

    pub(crate) fn html(&self, base_url: &str, plans: &Plans) -> &Document {
        let media_type = "text/html; charset=utf-8";
        self.html.get_or_init(|| Document::new(media_type, html(base_url, plans)))
    }
}

/// Returns the document as JSON text, with this public address of the service.
pub fn json(base_url: &str) -> String {
    let document = document(Endpoint::ALL, base_url);
    verbatim::splice(&serde_json::to_string(&document).unwrap_or_default())
}

/// Returns the document of what the specification does not have, likewise.
pub fn extensions(base_url: &str) -> String {
    let mut document = document(Endpoint::EXTENSIONS, base_url);
    document.webhooks = None;
    verbatim::splice(&serde_json::to_string(&document).unwrap_or_default())
}

/// Returns the readable page, with the limits of these plans.
pub fn html(base_url: &str, plans: &Plans) -> String {
    page(&document(Endpoint::ALL, base_url), base_url, plans)
}

fn document(endpoints: &[Endpoint], base_url: &str) -> OpenApi {
    let mut components = Components::new();
    components.add_security_scheme(access::BEARER, access::bearer_scheme());
    components.headers = headers::components();
    components.examples = errors::components();
    let (mut paths, mut bodies, mut list) = (Paths::new(), BTreeSet::new(), SchemaList::new());
    for endpoint in endpoints {
        let operation = operations::describe(*endpoint);
        list.extend(operation.schemas.iter().cloned());
        bodies.extend(operation.body_name.clone());
        let operation = operation.into_openapi();
        let item = PathItem::new(http_method(&endpoint.method()), operation);
        paths.paths.entry(endpoint.path().to_owned()).or_default().merge_operations(item);
    }
    schemas::add::<ErrorBody<'_>>(&mut list);
    webhooks::add_schemas(&mut list);
    components.schemas.extend(list);
    schemas::tidy(&mut components.schemas, &bodies);
    OpenApiBuilder::new()
        .info(about::info())
        .servers(Some([Server::new(base_url)]))
        .tags(Some(about::tags()))
        .paths(paths)
        .webhooks(Some(webhooks::paths()))
        .components(Some(components))
        .build()
}

fn http_method(method: &Method) -> HttpMethod {
    match *method {
        Method::POST => HttpMethod::Post,
        Method::PUT => HttpMethod::Put,
        Method::PATCH => HttpMethod::Patch,
        Method::DELETE => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}
