//! The description as one page, made from the document, without scripts and without requests.

mod curl;
mod events;
mod markup;
mod operation;
mod plans;
mod schema;

use licence_core::account::plan::Plans;
use utoipa::openapi::{Components, Header, OpenApi, Tag};

use markup::{escape, markdown, table};
use operation::{PlacedOperation, collect_operations, inline_value};

/// The style of the page, in the page.
const STYLE: &str = include_str!("../../assets/docs.css");

/// Returns the page of a document, with the public address of the service and the limits of these plans.
pub(super) fn page(document: &OpenApi, base_url: &str, plans: &Plans) -> String {
    let none = Components::new();
    let components = document.components.as_ref().unwrap_or(&none);
    let operations = collect_operations(document);
    let tags = document.tags.as_deref().unwrap_or_default();
    let title = escape(&document.info.title);
    let about = markdown(document.info.description.as_deref().unwrap_or_default());
    let version = escape(&document.info.version);
    let mut main = format!(
        "<h1>{title} {version}</h1>\n<p><code>{}</code> · <a href=\"openapi.json\">openapi.json</a></p>\n\
         {about}{}",
        escape(base_url),
        plans::section(plans),
    );
    for tag in tags {
        main.push_str(&section(tag, &operations, components, base_url));
    }
    main.push_str(&events::section(document, components));
    main.push_str(&shared(components));
    let nav = navigation(tags, &operations);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<nav>\n\
         <input type=\"checkbox\" id=\"menu\"><label for=\"menu\">Menu</label>\n<div>\n{nav}</div>\n</nav>\n\
         <main>\n{main}</main>\n</body>\n</html>\n"
    )
}

fn section(
    tag: &Tag,
    operations: &[PlacedOperation<'_>],
    components: &Components,
    server: &str,
) -> String {
    let about = markdown(tag.description.as_deref().unwrap_or_default());
    let own = operations.iter().filter(|placed| placed.has_tag(tag));
    let articles: String =
        own.map(|placed| operation::article(placed, components, server)).collect();
    format!("<h2>{}</h2>\n{about}{articles}", escape(&tag.name))
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
        let example = header.example.as_ref();
        let example = example.map(|value| match value.as_str() {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        });
        vec![
            format!("<code>{}</code>", escape(name)),
            format!("<code>{}</code>", escape(&example.unwrap_or_default())),
            markdown(header.description.as_deref().unwrap_or_default()),
        ]
    };
    let headers = components.headers.iter();
    let headers = headers.filter_map(|(name, header)| Some((name, inline_value(header)?)));
    let rows: Vec<_> = headers.map(row).collect();
    table(&["Header", "Such as", "Meaning"], &rows)
}

fn navigation(tags: &[Tag], operations: &[PlacedOperation<'_>]) -> String {
    let mut nav = String::new();
    for tag in tags {
        nav.push_str(&format!("<h2>{}</h2>\n<ul>\n", escape(&tag.name)));
        for placed in operations.iter().filter(|placed| placed.has_tag(tag)) {
            let (id, summary) = (placed.endpoint.operation_id(), escape(placed.summary()));
            nav.push_str(&format!("<li><a href=\"#{id}\">{summary}</a></li>\n"));
        }
        nav.push_str("</ul>\n");
    }
    nav.push_str("<ul>\n");
    for (id, title) in
        [("events", "Events"), ("plans", "Plans"), ("headers", "Headers"), ("schemas", "Schemas")]
    {
        nav.push_str(&format!("<li><a href=\"#{id}\">{title}</a></li>\n"));
    }
    nav + "</ul>\n"
}
