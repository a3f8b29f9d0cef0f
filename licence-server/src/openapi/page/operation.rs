//! One operation on the page.

use utoipa::openapi::content::Content;
use utoipa::openapi::example::Example;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::{Components, RefOr, Required, Response};

use super::markup::{escaped, markdown, table};
use super::pretty::pretty;
use super::{Placed, held, schema};

/// The operation: what it is for, what it takes, what it answers.
pub(super) fn article(placed: &Placed<'_>, components: &Components) -> String {
    let (id, summary) = (escaped(placed.id()), escaped(placed.summary()));
    let about = markdown(placed.operation.description.as_deref().unwrap_or_default());
    let mut html = format!(
        "<article id=\"{id}\">\n<h3><a href=\"#{id}\">{summary}</a></h3>\n\
         <code class=\"route\">{} {}</code>\n{about}",
        placed.method,
        escaped(placed.path),
    );
    html.push_str(&parameters(placed));
    if let Some(body) = placed.operation.request_body.as_ref().and_then(held) {
        html.push_str(&request(body, components));
    }
    for (status, response) in &placed.operation.responses.responses {
        if let Some(response) = held(response) {
            html.push_str(&answer(status, response, components));
        }
    }
    html + "</article>\n"
}

fn parameters(placed: &Placed<'_>) -> String {
    let parameters = placed.operation.parameters.iter().flatten().filter_map(held);
    let rows: Vec<_> = parameters.map(parameter).collect();
    table(&["Parameter", "In", "Type", "Meaning"], &rows)
}

fn parameter(parameter: &Parameter) -> Vec<String> {
    let place = match parameter.parameter_in {
        ParameterIn::Path => "path",
        _ => "query",
    };
    let required = match parameter.required {
        Required::True => ", required",
        Required::False => "",
    };
    vec![
        format!("<code>{}</code>", escaped(&parameter.name)),
        format!("{place}{required}"),
        parameter.schema.as_ref().map(schema::kind).unwrap_or_default(),
        markdown(parameter.description.as_deref().unwrap_or_default()),
    ]
}

fn request(body: &RequestBody, components: &Components) -> String {
    format!("<h4>Body</h4>\n{}", contents(body.content.iter(), components))
}

fn answer(status: &str, response: &Response, components: &Components) -> String {
    let headers = response.headers.keys();
    let headers: Vec<_> = headers
        .map(|name| format!("<a href=\"#headers\"><code>{}</code></a>", escaped(name)))
        .collect();
    format!(
        "<h4>{}</h4>\n{}{}<details><summary>Headers</summary><p>{}</p></details>\n",
        escaped(status),
        markdown(&response.description),
        contents(response.content.iter(), components),
        headers.join(", "),
    )
}

fn contents<'c>(
    contents: impl Iterator<Item = (&'c String, &'c RefOr<Content>)>,
    components: &Components,
) -> String {
    let held = contents.filter_map(|(media_type, content)| Some((media_type, held(content)?)));
    held.map(|(media_type, content)| self::content(media_type, content, components)).collect()
}

fn content(media_type: &str, content: &Content, components: &Components) -> String {
    let kind = content.schema.as_ref().map(schema::kind).unwrap_or_default();
    let mut html = format!("<p><code>{}</code>: {kind}</p>\n", escaped(media_type));
    if let Some(value) = &content.example {
        html.push_str(&format!("<pre>{}</pre>\n", escaped(&pretty(value))));
    }
    for (name, example) in &content.examples {
        if let Some(example) = resolved(example, components) {
            html.push_str(&shown(name, example));
        }
    }
    html
}

fn resolved<'c>(example: &'c RefOr<Example>, components: &'c Components) -> Option<&'c Example> {
    match example {
        RefOr::T(example) => Some(example),
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next()?;
            components.examples.get(name).and_then(held)
        }
    }
}

fn shown(name: &str, example: &Example) -> String {
    let value = example.value.as_ref().map(pretty).unwrap_or_default();
    format!(
        "<details><summary><code>{}</code> {}</summary>\n{}<pre>{}</pre></details>\n",
        escaped(name),
        escaped(&example.summary),
        markdown(&example.description),
        escaped(&value),
    )
}
