//! The builder of a directory.

use super::folding::folded;
use super::{BEFORE_NAME, BEFORE_SLUG, OperatorDirectory, TextEnds};
use crate::operator::OperatorId;

/// Builds a directory from operators in any order.
#[derive(Default)]
pub struct DirectoryBuilder {
    entries: Vec<Entry>,
}

struct Entry {
    display_name: String,
    slug: String,
    registered_name: Option<String>,
    id: OperatorId,
}

impl DirectoryBuilder {
    /// Adds an operator.
    pub fn operator(
        &mut self,
        id: OperatorId,
        slug: &str,
        display_name: &str,
        registered_name: Option<&str>,
    ) {
        self.entries.push(Entry {
            display_name: folded(display_name),
            slug: folded(slug),
            registered_name: registered_name.map(folded),
            id,
        });
    }

    /// Returns the directory of all added operators.
    pub fn finish(mut self) -> OperatorDirectory {
        fn key(entry: &Entry) -> (&str, &str, OperatorId) {
            (&entry.display_name, &entry.slug, entry.id)
        }
        self.entries.sort_unstable_by(|one, other| key(one).cmp(&key(other)));
        let mut directory = OperatorDirectory::default();
        for entry in self.entries {
            let texts = &mut directory.texts;
            push(texts, BEFORE_NAME, &entry.display_name);
            let display_name = texts.len();
            if let Some(name) = &entry.registered_name {
                push(texts, BEFORE_NAME, name);
            }
            let names = texts.len();
            push(texts, BEFORE_SLUG, &entry.slug);
            directory.ends.push(TextEnds { display_name, names, slug: texts.len() });
            directory.ids.push(entry.id);
        }
        directory.texts.shrink_to_fit();
        directory
    }
}

fn push(texts: &mut Vec<u8>, mark: u8, text: &str) {
    texts.push(mark);
    texts.extend_from_slice(text.as_bytes());
}
