//! The names of all operators in memory, to search for a part of a name (specification 4.1).
//!
//! No index of a database serves every substring: with a trigram index, a term of one letter or a
//! common one reads the whole table. 200,000 operators are some 20 MB of text, and a search through
//! them in memory takes a few milliseconds.
//!
//! The first search loads the directory; a check never does. The database supplies only the rows of
//! the page that is returned. A name starts with the search term when its display name or its
//! registered name does. A slug counts only when it equals the term.

mod matched_on;

pub use matched_on::MatchedOn;

use memchr::memmem::Finder;

use crate::lookup::Page;
use crate::operator::OperatorId;
use matched_on::folded;

/// The mark before the slug, which is the last text of an operator. Neither mark occurs in UTF-8,
/// so that no term matches across two texts.
const BEFORE_SLUG: u8 = 0xff;
const BEFORE_NAME: u8 = 0xfe;

/// The folded texts of all operators in the order of their display names. Immutable.
///
/// ```
/// use licence_core::lookup::{Page, directory::DirectoryBuilder};
/// use licence_core::operator::OperatorId;
/// use uuid::Uuid;
///
/// let mut builder = DirectoryBuilder::default();
/// let id = OperatorId(Uuid::from_u128(7));
/// builder.operator(id, "glueckshafen-ltd", "Glückshafen Ltd", None);
/// let directory = builder.finish();
/// let found = directory.search("ÜCKS", Page { limit: 20, offset: 0 });
/// assert_eq!((found.total, found.page), (1, vec![id]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct OperatorDirectory {
    ids: Vec<OperatorId>,
    /// Where the texts of each operator end. They begin where those of the operator before end.
    ends: Vec<TextEnds>,
    /// `FE` display name, `FE` registered name if there is one, `FF` slug; operator by operator.
    texts: Vec<u8>,
}

/// Where the texts of one operator end in the arena. Without these, a search would spend more time
/// on looking for the marks than on finding the operators.
#[derive(Clone, Copy, Debug)]
struct TextEnds {
    /// The mark before the registered name, or before the slug if there is none.
    display_name: usize,
    /// The mark before the slug.
    names: usize,
    /// The end of the slug, and of all texts of the operator.
    slug: usize,
}

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

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// How many operators match, on this page or not.
    pub total: u64,
    /// The operators of the requested page, best first.
    pub page: Vec<OperatorId>,
}

impl OperatorDirectory {
    /// Returns the operators whose display name, slug or registered name contains the term, in any
    /// case. First comes the operator whose slug is the term, then those with a name that starts
    /// with it, then the rest; within each class by display name, then slug. The empty term matches
    /// nothing.
    pub fn search(&self, term: &str, page: Page) -> SearchResult {
        let term = folded(term);
        let most = usize::try_from(page.offset.saturating_add(page.limit)).unwrap_or(usize::MAX);
        let (total, ranked) = self.ranked(term.as_bytes(), most);
        let page = page.slice(ranked.iter().flatten().map(|position| self.ids[*position]));
        SearchResult { total, page }
    }

    /// Returns how many operators are found, and the positions of the first of each class, at most
    /// `most`: a common term finds nearly all operators, of which a page has a few.
    fn ranked(&self, term: &[u8], most: usize) -> (u64, [Vec<usize>; 3]) {
        let (mut total, mut ranked) = (0, [Vec::new(), Vec::new(), Vec::new()]);
        if term.is_empty() {
            return (total, ranked);
        }
        let finder = Finder::new(term);
        let (mut position, mut start) = (0, 0);
        while let Some(hit) = self.texts.get(start..).and_then(|rest| finder.find(rest)) {
            let hit = start + hit;
            while self.ends[position].slug <= hit {
                start = self.ends[position].slug;
                position += 1;
            }
            let of_class = &mut ranked[self.class(position, hit == start + 1, term) as usize];
            if of_class.len() < most {
                of_class.push(position);
            }
            total += 1;
            start = self.ends[position].slug;
            position += 1;
        }
        (total, ranked)
    }

    /// Returns how well an operator that contains the term matches it. Most differ from the term in
    /// the length of the slug and in the first byte of the registered name: texts are compared
    /// only where these are the same, which makes a search for a common term a third faster.
    fn class(&self, position: usize, display_name_starts: bool, term: &[u8]) -> Class {
        let TextEnds { display_name, names, slug } = self.ends[position];
        let starts_as = self.texts.get(display_name + 1) == term.first();
        if slug - names - 1 == term.len() && &self.texts[names + 1..slug] == term {
            Class::Slug
        } else if display_name_starts
            || (starts_as & (display_name < names))
                && self.texts[display_name + 1..names].starts_with(term)
        {
            Class::StartOfName
        } else {
            Class::Rest
        }
    }
}

/// How well an operator matches a term, best first.
#[derive(Clone, Copy)]
enum Class {
    Slug,
    StartOfName,
    Rest,
}

#[cfg(test)]
mod tests;
