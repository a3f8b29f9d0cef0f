//! Schemas of texts: the one that every text begins with, and that of a closed list of words.

use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

/// Returns the OpenAPI schema of a closed list: its doc comment, then each word with its own.
pub(crate) fn closed_list(doc: &[&str], words: &[(&str, &[&str])]) -> RefOr<Schema> {
    let lines = words.iter().map(|(word, doc)| format!("- `{word}`: {}", first_paragraph(doc)));
    let list: Vec<String> = lines.collect();
    text()
        .enum_values(Some(words.iter().map(|(word, _)| *word)))
        .description(Some(format!("{}\n\n{}", first_paragraph(doc), list.join("\n"))))
        .into()
}

/// Returns the first paragraph of a doc comment. The rest, such as examples, is for Rust.
fn first_paragraph(doc: &[&str]) -> String {
    let lines = doc.iter().map(|line| line.trim()).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

/// Returns a schema of type `string`, to be refined.
pub(super) fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::new(Type::String))
}
