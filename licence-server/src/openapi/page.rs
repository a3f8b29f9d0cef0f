//! The description for readers: one page made from the document, without scripts and without
//! requests to anybody.

mod components;
mod markup;
mod operation;
mod plans;
mod pretty;
mod schema;

use licence_core::account::plan::Plans;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Components, OpenApi, RefOr, Tag};

use markup::{escape, markdown};

/// The style of the page, in the page.
const STYLE: &str = include_str!("../../assets/docs.css");

/// An operation and where it is.
struct PlacedOperation<'d> {
    method: &'static str,
    path: &'d str,
    operation: &'d Operation,
}

/// The page of a document, with the limits of these plans.
pub(super) fn page(document: &OpenApi, plans: &Plans) -> String {
    let none = Components::new();
    let components = document.components.as_ref().unwrap_or(&none);
    let operations = collect_operations(document);
    let tags = document.tags.as_deref().unwrap_or_default();
    let title = escape(&document.info.title);
    let about = markdown(document.info.description.as_deref().unwrap_or_default());
    let version = escape(&document.info.version);
    let mut main = format!(
        "<h1>{title} {version}</h1>\n<p>{} · <a href=\"openapi.json\">openapi.json</a></p>\n{about}{}",
        servers(document),
        plans::section(plans),
    );
    for tag in tags {
        main.push_str(&section(tag, &operations, components));
    }
    main.push_str(&components::sections(components));
    let nav = navigation(tags, &operations);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<nav>\n{nav}</nav>\n\
         <main>\n{main}</main>\n</body>\n</html>\n"
    )
}

fn collect_operations(document: &OpenApi) -> Vec<PlacedOperation<'_>> {
    let mut placed = Vec::new();
    for (path, item) in &document.paths.paths {
        let methods = [
            ("GET", &item.get),
            ("POST", &item.post),
            ("PUT", &item.put),
            ("PATCH", &item.patch),
            ("DELETE", &item.delete),
        ];
        for (method, operation) in methods {
            placed.extend(operation.as_ref().map(|operation| PlacedOperation {
                method,
                path,
                operation,
            }));
        }
    }
    placed
}

fn servers(document: &OpenApi) -> String {
    let servers = document.servers.iter().flatten();
    let urls = servers.map(|server| format!("<code>{}</code>", escape(&server.url)));
    urls.collect::<Vec<_>>().join(" ")
}

/// Returns the value if it is inline; `None` for a reference.
fn inline_value<T>(value: &RefOr<T>) -> Option<&T> {
    match value {
        RefOr::T(value) => Some(value),
        RefOr::Ref(_) => None,
    }
}

impl PlacedOperation<'_> {
    fn has_tag(&self, tag: &Tag) -> bool {
        self.operation.tags.iter().flatten().any(|name| *name == tag.name)
    }

    fn id(&self) -> &str {
        self.operation.operation_id.as_deref().unwrap_or_default()
    }

    fn summary(&self) -> &str {
        self.operation.summary.as_deref().unwrap_or_default()
    }
}

fn section(tag: &Tag, operations: &[PlacedOperation<'_>], components: &Components) -> String {
    let about = markdown(tag.description.as_deref().unwrap_or_default());
    let own = operations.iter().filter(|placed| placed.has_tag(tag));
    let articles: String = own.map(|placed| operation::article(placed, components)).collect();
    format!("<h2>{}</h2>\n{about}{articles}", escape(&tag.name))
}

fn navigation(tags: &[Tag], operations: &[PlacedOperation<'_>]) -> String {
    let mut nav = String::new();
    for tag in tags {
        nav.push_str(&format!("<h2>{}</h2>\n<ul>\n", escape(&tag.name)));
        for placed in operations.iter().filter(|placed| placed.has_tag(tag)) {
            let (id, summary) = (escape(placed.id()), escape(placed.summary()));
            nav.push_str(&format!("<li><a href=\"#{id}\">{summary}</a></li>\n"));
        }
        nav.push_str("</ul>\n");
    }
    nav.push_str("<ul>\n");
    for (id, title) in [("plans", "Plans"), ("headers", "Headers"), ("schemas", "Schemas")] {
        nav.push_str(&format!("<li><a href=\"#{id}\">{title}</a></li>\n"));
    }
    nav + "</ul>\n"
}
