//! The headers and schemas that operations share.

use utoipa::openapi::{Components, Header};

use super::markup::{escape, markdown, table};
use super::placed_operation::inline_value;
use super::schema;

/// Returns the sections of the page.
pub(super) fn sections(components: &Components) -> String {
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
