//! The events that webhooks carry, on the page.

use utoipa::openapi::path::Operation;
use utoipa::openapi::{Components, OpenApi};

use super::markup::{escape, markdown, table};
use super::operation::{inline_value, request};

/// Returns the section of the page.
pub(super) fn section(document: &OpenApi, components: &Components) -> String {
    let webhooks = document.webhooks.iter().flat_map(|webhooks| &webhooks.paths);
    let events: Vec<(&String, &Operation)> =
        webhooks.filter_map(|(name, item)| Some((name, item.post.as_ref()?))).collect();
    let row = |(name, operation): &(&String, &Operation)| {
        let name = escape(name);
        vec![format!("<a href=\"#{name}\"><code>{name}</code></a>"), markdown(about(operation))]
    };
    let rows: Vec<_> = events.iter().map(row).collect();
    let headers = events.first().map(|(_, operation)| headers(operation)).unwrap_or_default();
    let articles: String =
        events.iter().map(|(name, operation)| article(name, operation, components)).collect();
    format!(
        "<h2 id=\"events\">Events</h2>\n<p>The service posts these to webhooks.</p>\n{}\
         <p>Each delivery has these headers:</p>\n{headers}{articles}",
        table(&["Event", "When"], &rows)
    )
}

fn about(operation: &Operation) -> &str {
    operation.description.as_deref().unwrap_or_default()
}

fn headers(operation: &Operation) -> String {
    let parameters = operation.parameters.iter().flatten().filter_map(inline_value);
    let rows: Vec<_> = parameters
        .map(|header| {
            let about = header.description.as_deref().unwrap_or_default();
            vec![format!("<code>{}</code>", escape(&header.name)), markdown(about)]
        })
        .collect();
    table(&["Header", "Meaning"], &rows)
}

fn article(name: &str, operation: &Operation, components: &Components) -> String {
    let (id, about) = (escape(name), markdown(about(operation)));
    let body = operation.request_body.as_ref().and_then(inline_value);
    let body = body.map(|body| request(body, components)).unwrap_or_default();
    format!("<article id=\"{id}\">\n<h3><a href=\"#{id}\">{id}</a></h3>\n{about}{body}</article>\n")
}
