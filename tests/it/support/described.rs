//! Holds responses against the API's own description. The copy here is stricter than the served
//! one: a member that the description does not name fails, although clients are to tolerate it.

use std::sync::LazyLock;

use jsonschema::Validator;
use licence_server::http::HeaderMap;
use serde_json::{Value, json};

/// The description as it is served.
pub struct Description {
    document: Value,
    strict_components: Value,
}

/// The one every test holds responses against.
pub static DESCRIPTION: LazyLock<Description> =
    LazyLock::new(|| Description::parse(&licence_server::openapi::json("https://licence.example")));

/// Headers of HTTP itself, which no description lists.
const PLAIN_HEADERS: [&str; 13] = [
    "content-type",
    "content-length",
    "content-encoding",
    "date",
    "etag",
    "cache-control",
    "vary",
    "connection",
    "content-security-policy",
    "referrer-policy",
    "strict-transport-security",
    "x-content-type-options",
    "x-frame-options",
];

/// One operation of the document.
pub struct Operation<'d> {
    pub method: String,
    pub path: &'d str,
    pub value: &'d Value,
}

/// A response to hold against the description.
pub struct Response<'r> {
    pub method: &'r str,
    pub target: &'r str,
    pub status: u16,
    pub headers: &'r HeaderMap,
    pub body: &'r [u8],
}

impl<'r> Response<'r> {
    /// A reply of the app to a request with this method and target.
    pub fn new<B: AsRef<[u8]>>(
        method: &'r str,
        target: &'r str,
        reply: &'r licence_server::http::Response<B>,
    ) -> Self {
        let (status, headers) = (reply.status().as_u16(), reply.headers());
        Self { method, target, status, headers, body: reply.body().as_ref() }
    }
}

impl Description {
    /// Parses a document.
    pub fn parse(json: &str) -> Self {
        let document: Value = serde_json::from_str(json).expect("the description is JSON");
        let mut strict_components = document["components"]["schemas"].clone();
        forbid_unknown_members(&mut strict_components);
        Self { document, strict_components }
    }

    /// The document.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// All operations.
    pub fn operations(&self) -> Vec<Operation<'_>> {
        let mut operations = Vec::new();
        for (path, item) in self.document["paths"].as_object().unwrap() {
            for (method, value) in item.as_object().unwrap() {
                operations.push(Operation { method: method.to_uppercase(), path, value });
            }
        }
        operations
    }

    /// Fails unless the description foresees the response: its status, its headers, its body
    /// and, of an error, its reason.
    pub fn assert_foresees(&self, response: &Response<'_>) {
        let name = format!("{} {} {}", response.method, response.target, response.status);
        let Some(operation) = self.operation(response.method, response.target) else {
            return self.assert_unrouted(response, &name);
        };
        let status = response.status.to_string();
        let described = &operation.value["responses"][&status];
        assert!(described.is_object(), "{name}: the status is not described");
        assert_headers(response, described, &name);
        if matches!(response.status, 204 | 304) || response.method == "HEAD" {
            return assert!(response.body.is_empty(), "{name}: a body");
        }
        let media_type = media_type(response);
        let content = &described["content"][media_type];
        assert!(content.is_object(), "{name}: {media_type} is not described");
        if media_type == "application/json" {
            let body = parsed(response, &name);
            self.assert_fits(&content["schema"], &body, &name);
            assert_reason(&body, content, &name);
        }
    }

    /// Fails unless the description lets a client send a body that the service accepted.
    pub fn assert_permits(&self, method: &str, target: &str, body: &str) {
        let operation = self.operation(method, target).expect("accepted, so it is an operation");
        let Some(described) = operation.value.get("requestBody") else { return };
        let schema = &described["content"]["application/json"]["schema"];
        let body = serde_json::from_str(body).expect("accepted, so it is JSON");
        // As it is served: a body may have further members.
        let validator = validator(schema, &self.document["components"]["schemas"]);
        let error = validator.iter_errors(&body).next().map(|error| error.to_string());
        assert_eq!(error, None, "{method} {target}: {body}");
    }

    /// Fails unless the value fits the schema, strictly.
    pub fn assert_fits(&self, schema: &Value, value: &Value, name: &str) {
        let validator = validator(schema, &self.strict_components);
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{name}: {}\n{value:#}", errors.join("\n"));
    }

    /// The operation at a concrete path or its template; literal segments go before parameters.
    fn operation(&self, method: &str, target: &str) -> Option<Operation<'_>> {
        let method = if method == "HEAD" { "GET" } else { method };
        let path = target.split('?').next().unwrap_or_default();
        let operations = self.operations().into_iter();
        operations
            .filter(|operation| operation.method == method && matches(operation.path, path))
            .min_by_key(|operation| operation.path.matches('{').count())
    }

    fn assert_unrouted(&self, response: &Response<'_>, name: &str) {
        if response.method == "HEAD" {
            return assert!(response.body.is_empty(), "{name}: a body");
        }
        let body = parsed(response, name);
        self.assert_fits(&json!({ "$ref": "#/components/schemas/Error" }), &body, name);
        let reason = body["details"]["reason"].as_str().unwrap();
        let expected = match response.status {
            400 => "invalid_input",
            404 => "route_not_found",
            405 => "method_not_allowed",
            _ => panic!("{name}: no operation has this response"),
        };
        assert_eq!(reason, expected, "{name}");
    }
}

fn validator(schema: &Value, components: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    whole["components"] = json!({ "schemas": components });
    jsonschema::options().should_validate_formats(true).build(&whole).expect("the schema is one")
}

/// Whether a path is one of a template.
fn matches(template: &str, path: &str) -> bool {
    let segments = (template.split('/'), path.split('/'));
    template.matches('/').count() == path.matches('/').count()
        && segments.0.zip(segments.1).all(|(template, segment)| {
            template == segment || (template.starts_with('{') && !segment.is_empty())
        })
}

fn media_type<'r>(response: &Response<'r>) -> &'r str {
    let value = response.headers.get("content-type").map(|value| value.to_str().unwrap());
    value.unwrap_or_default().split(';').next().unwrap_or_default()
}

fn parsed(response: &Response<'_>, name: &str) -> Value {
    serde_json::from_slice(response.body).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn assert_headers(response: &Response<'_>, described: &Value, name: &str) {
    let known: Vec<String> = described["headers"]
        .as_object()
        .into_iter()
        .flat_map(|headers| headers.keys().map(|header| header.to_lowercase()))
        .collect();
    for header in response.headers.keys().map(|header| header.as_str()) {
        let is_described = known.iter().any(|name| name == header);
        let is_plain = PLAIN_HEADERS.contains(&header) || header.starts_with("access-control-");
        assert!(is_described || is_plain, "{name}: the header {header} is not described");
    }
}

/// The reason of an error is among those that the operation shows an example of.
fn assert_reason(body: &Value, content: &Value, name: &str) {
    if let (Some(code), Some(reason)) = (body["code"].as_str(), body["details"]["reason"].as_str())
    {
        let example = format!("{code}.{reason}");
        assert!(content["examples"].get(&example).is_some(), "{name}: no example {example}");
    }
}

/// Closes every object that names its members and does not speak of others.
fn forbid_unknown_members(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut()
        && object.get("properties").is_some_and(Value::is_object)
        && !object.contains_key("additionalProperties")
    {
        object.insert("additionalProperties".to_owned(), false.into());
    }
    match schema {
        Value::Object(members) => members.values_mut().for_each(forbid_unknown_members),
        Value::Array(items) => items.iter_mut().for_each(forbid_unknown_members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
