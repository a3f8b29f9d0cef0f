//! One operation on the page.

use utoipa::openapi::content::Content;
use utoipa::openapi::example::Example;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::{Components, OpenApi, RefOr, Required, Response};

use super::curl;
use super::markup::{escape, markdown, table};
use super::schema;
use crate::endpoint::Endpoint;
use crate::openapi::verbatim::pretty;

/// The longest example that is shown before somebody asks for it, in lines.
const OPEN_LINES: usize = 40;

/// Returns the operations of a group, each with its endpoint, in the order of the document.
pub(super) fn with_tag<'d>(
    document: &'d OpenApi,
    tag: &str,
) -> impl Iterator<Item = (Endpoint, &'d Operation)> {
    let items = document.paths.paths.values();
    let operations = items.flat_map(|it| [&it.get, &it.post, &it.patch, &it.delete]).flatten();
    let own = operations.filter(move |it| it.tags.iter().flatten().any(|name| name == tag));
    own.filter_map(|operation| {
        let is_its = |it: &&Endpoint| Some(it.operation_id()) == operation.operation_id.as_deref();
        Some((*Endpoint::ROUTED.iter().find(is_its)?, operation))
    })
}

/// Returns the value if it is inline; `None` for a reference.
pub(super) fn inline_value<T>(value: &RefOr<T>) -> Option<&T> {
    match value {
        RefOr::T(value) => Some(value),
        RefOr::Ref(_) => None,
    }
}

/// Returns the article of an operation: its purpose, a request, its parameters and its answers.
pub(super) fn article(
    endpoint: Endpoint,
    operation: &Operation,
    components: &Components,
    server: &str,
) -> String {
    let id = endpoint.operation_id();
    let summary = escape(operation.summary.as_deref().unwrap_or_default());
    let about = markdown(operation.description.as_deref().unwrap_or_default());
    let mut html = format!(
        "<article id=\"{id}\">\n<h3><a href=\"#{id}\">{summary}</a></h3>\n\
         <code class=\"route\">{} {}</code>\n{about}<pre>{}</pre>\n",
        endpoint.method(),
        endpoint.path(),
        escape(&curl::command(endpoint, server)),
    );
    html.push_str(&parameters(operation));
    if let Some(body) = operation.request_body.as_ref().and_then(inline_value) {
        html.push_str(&request(body, components));
    }
    for (status, response) in &operation.responses.responses {
        if let Some(response) = inline_value(response) {
            html.push_str(&answer(status, response, components));
        }
    }
    html + "</article>\n"
}

fn parameters(operation: &Operation) -> String {
    let row = |parameter: &Parameter| {
        let is_in_path = matches!(parameter.parameter_in, ParameterIn::Path);
        let is_required = matches!(parameter.required, Required::True);
        let place = if is_in_path { "path" } else { "query" };
        vec![
            format!("<code>{}</code>", escape(&parameter.name)),
            format!("{place}{}", if is_required { ", required" } else { "" }),
            parameter.schema.as_ref().map(schema::kind).unwrap_or_default(),
            markdown(parameter.description.as_deref().unwrap_or_default()),
        ]
    };
    let parameters = operation.parameters.iter().flatten().filter_map(inline_value);
    let rows: Vec<_> = parameters.map(row).collect();
    table(&["Parameter", "In", "Type", "Meaning"], &rows)
}

pub(super) fn request(body: &RequestBody, components: &Components) -> String {
    format!("<h4>Body</h4>\n{}", contents(body.content.iter(), components, true))
}

fn answer(status: &str, response: &Response, components: &Components) -> String {
    let link = |name: &String| format!("<a href=\"#headers\"><code>{}</code></a>", escape(name));
    let headers: Vec<_> = response.headers.keys().map(link).collect();
    format!(
        "<h4>{}</h4>\n{}{}<details><summary>Headers</summary><p>{}</p></details>\n",
        escape(status),
        markdown(&response.description),
        contents(response.content.iter(), components, status.starts_with('2')),
        headers.join(", "),
    )
}

/// Returns media types with their examples. The first example of a success is open if it is short.
fn contents<'c>(
    contents: impl Iterator<Item = (&'c String, &'c RefOr<Content>)>,
    components: &Components,
    is_success: bool,
) -> String {
    let mut html = String::new();
    for (media_type, content) in contents {
        let Some(content) = inline_value(content) else { continue };
        let kind = content.schema.as_ref().map(schema::kind).unwrap_or_default();
        html.push_str(&format!("<p><code>{}</code>: {kind}</p>\n", escape(media_type)));
        if let Some(value) = &content.example {
            html.push_str(&format!("<pre>{}</pre>\n", escape(&pretty(value))));
        }
        let mut may_open = is_success;
        for (name, example) in &content.examples {
            if let Some(example) = resolve(example, components) {
                html.push_str(&example_details(name, example, std::mem::take(&mut may_open)));
            }
        }
    }
    html
}

fn resolve<'c>(example: &'c RefOr<Example>, components: &'c Components) -> Option<&'c Example> {
    match example {
        RefOr::T(example) => Some(example),
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next()?;
            components.examples.get(name).and_then(inline_value)
        }
    }
}

fn example_details(name: &str, example: &Example, may_open: bool) -> String {
    let value = example.value.as_ref().map(pretty).unwrap_or_default();
    let open = if may_open && value.lines().count() <= OPEN_LINES { " open" } else { "" };
    format!(
        "<details{open}><summary><code>{}</code> {}</summary>\n{}<pre>{}</pre></details>\n",
        escape(name),
        escape(&example.summary),
        markdown(&example.description),
        escape(&value),
    )
}
