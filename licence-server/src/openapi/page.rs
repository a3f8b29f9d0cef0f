//! The description as one page, made from the document, without scripts and without requests.

mod curl;
mod markup;
mod operation;
mod plans;
mod schema;

use licence_core::account::plan::Plans;
use utoipa::openapi::{Components, Header, OpenApi};

use markup::{escape, markdown, table};
use operation::{inline_value, request};

use super::webhooks::HEADERS;

const STYLE: &str = include_str!("../../assets/docs.css");

/// Returns the page of a document, with the public address of the service and the limits of these plans.
pub(super) fn page(document: &OpenApi, base_url: &str, plans: &Plans) -> String {
    let none = Components::new();
    let components = document.components.as_ref().unwrap_or(&none);
    let title = escape(&document.info.title);
    let about = markdown(document.info.description.as_deref().unwrap_or_default());
    let (version, address) = (escape(&document.info.version), escape(base_url));
    let (plans, events) = (plans::section(plans), events(document, components));
    let (nav, groups) = groups(document, components, base_url);
    let shared = shared(components);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<nav>\n\
         <input type=\"checkbox\" id=\"menu\"><label for=\"menu\">Menu</label>\n<div>\n{nav}</div>\n</nav>\n\
         <main>\n<h1>{title} {version}</h1>\n\
         <p><code>{address}</code> · <a href=\"openapi.json\">openapi.json</a></p>\n\
         {about}{plans}{groups}{events}{shared}</main>\n</body>\n</html>\n"
    )
}

/// Returns the navigation, and the sections of the groups of operations.
fn groups(document: &OpenApi, components: &Components, server: &str) -> (String, String) {
    let (mut nav, mut sections) = (String::new(), String::new());
    for tag in document.tags.iter().flatten() {
        let name = escape(&tag.name);
        let about = markdown(tag.description.as_deref().unwrap_or_default());
        nav.push_str(&format!("<h2>{name}</h2>\n<ul>\n"));
        sections.push_str(&format!("<h2>{name}</h2>\n{about}"));
        for (endpoint, operation) in operation::with_tag(document, &tag.name) {
            let summary = escape(operation.summary.as_deref().unwrap_or_default());
            nav.push_str(&entry(endpoint.operation_id(), &summary));
            let article = operation::article(endpoint, operation, components, server);
            sections.push_str(&article);
        }
        nav.push_str("</ul>\n");
    }
    let rest =
        [("events", "Events"), ("plans", "Plans"), ("headers", "Headers"), ("schemas", "Schemas")];
    let rest: String = rest.into_iter().map(|(id, title)| entry(id, title)).collect();
    (format!("{nav}<ul>\n{rest}</ul>\n"), sections)
}

fn entry(id: &str, title: &str) -> String {
    format!("<li><a href=\"#{id}\">{title}</a></li>\n")
}

/// Returns the section of the events that webhooks carry.
fn events(document: &OpenApi, components: &Components) -> String {
    let (mut rows, mut articles) = (Vec::new(), String::new());
    for (name, item) in document.webhooks.iter().flat_map(|webhooks| &webhooks.paths) {
        let Some(operation) = &item.post else { continue };
        let name = escape(name);
        let about = markdown(operation.description.as_deref().unwrap_or_default());
        let body = operation.request_body.as_ref().and_then(inline_value);
        let body = body.map(|body| request(body, components)).unwrap_or_default();
        articles.push_str(&format!(
            "<article id=\"{name}\">\n<h3><a href=\"#{name}\">{name}</a></h3>\n{about}{body}</article>\n"
        ));
        rows.push(vec![format!("<a href=\"#{name}\"><code>{name}</code></a>"), about]);
    }
    let header =
        |(name, about): (&str, &str)| vec![format!("<code>{name}</code>"), markdown(about)];
    format!(
        "<h2 id=\"events\">Events</h2>\n<p>The service posts these to webhooks.</p>\n{}\
         <p>Each delivery has these headers:</p>\n{}{articles}",
        table(&["Event", "When"], &rows),
        table(&["Header", "Meaning"], &HEADERS.map(header)),
    )
}

/// Returns the sections of the headers and schemas that operations share.
fn shared(components: &Components) -> String {
    let schemas = components.schemas.iter();
    let schemas: String = schemas.map(|(name, schema)| schema::article(name, schema)).collect();
    format!(
        "<h2 id=\"headers\">Headers</h2>\n{}<h2 id=\"schemas\">Schemas</h2>\n{schemas}",
        headers(components)
    )
}

fn headers(components: &Components) -> String {
    let row = |(name, header): (&String, &Header)| {
        vec![
            format!("<code>{}</code>", escape(name)),
            header.example.as_ref().map(schema::plain).unwrap_or_default(),
            markdown(header.description.as_deref().unwrap_or_default()),
        ]
    };
    let headers = components.headers.iter();
    let headers = headers.filter_map(|(name, header)| Some((name, inline_value(header)?)));
    let rows: Vec<_> = headers.map(row).collect();
    table(&["Header", "Such as", "Meaning"], &rows)
}
