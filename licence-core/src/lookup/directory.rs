//! The names of all operators in memory, to search for a piece of one (specification 4.1).
//!
//! No index of a database answers for any substring: a trigram index lets a term of one letter,
//! and a common one, read the whole table. 200,000 operators are some 20 MB of text, which memory
//! gives up in a few milliseconds.
//!
//! The first search loads the directory; a check never does. The database supplies only the rows of
//! the page that is returned. A name starts with the search term when its display name or its
//! registered name does. A slug counts only when it equals the term.

mod builder;
mod folding;

pub use builder::DirectoryBuilder;

use memchr::memmem::Finder;

use crate::lookup::Page;
use crate::operator::OperatorId;
use folding::folded;

/// Stands before the slug, which ends an operator's text. Neither mark is part of any UTF-8, so
/// that no term reaches from one text into the next.
const BEFORE_SLUG: u8 = 0xff;
/// Stands before each name.
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
    /// Where the texts of each operator are; they begin where those of the one before end.
    places: Vec<Place>,
    /// `FE` display name, `FE` registered name if there is one, `FF` slug; operator by operator.
    texts: Vec<u8>,
}

/// Where the texts of one operator are in the arena. Kept, because looking for the marks in every
/// operator found would take longer than finding it.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The mark before the registered name, or before the slug where there is none.
    display_name_ends: usize,
    /// The mark before the slug.
    names_end: usize,
    /// Where the slug ends.
    end: usize,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many operators there are in all.
    pub total: u64,
    /// The page asked for, best first.
    pub page: Vec<OperatorId>,
}

impl OperatorDirectory {
    /// The operators whose display name, slug or registered name contains the term, in any case.
    /// Best first: the one whose slug it is, then those with a name that starts with it, then the
    /// rest, each by display name, then slug. Nothing contains the empty term.
    pub fn search(&self, term: &str, page: Page) -> Found {
        let term = folded(term);
        let ranked = self.ranked(term.as_bytes());
        Found {
            total: ranked.iter().map(|ranks| ranks.len() as u64).sum(),
            page: self.page(ranked.iter().flatten(), page),
        }
    }

    /// How many operators there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The places of the operators found, by class.
    fn ranked(&self, term: &[u8]) -> [Vec<usize>; 3] {
        let mut ranked = [Vec::new(), Vec::new(), Vec::new()];
        if term.is_empty() {
            return ranked;
        }
        let finder = Finder::new(term);
        let (mut place, mut start) = (0, 0);
        while let Some(hit) = self.texts.get(start..).and_then(|rest| finder.find(rest)) {
            let hit = start + hit;
            place += self.places[place..].iter().take_while(|of| of.end <= hit).count();
            ranked[self.class(place, term) as usize].push(place);
            start = self.places[place].end;
            place += 1;
        }
        ranked
    }

    /// How well an operator that contains the term fits it.
    fn class(&self, place: usize, term: &[u8]) -> Class {
        let start = place.checked_sub(1).map_or(0, |before| self.places[before].end);
        let Place { display_name_ends, names_end, end } = self.places[place];
        // One more than the mark; a text without a registered name has an empty one.
        let text = |mark: usize, end: usize| self.texts.get(mark + 1..end).unwrap_or_default();
        if text(names_end, end) == term {
            Class::Slug
        } else if text(start, display_name_ends).starts_with(term)
            || text(display_name_ends, names_end).starts_with(term)
        {
            Class::StartOfName
        } else {
            Class::Rest
        }
    }

    fn page<'p>(&self, places: impl Iterator<Item = &'p usize>, page: Page) -> Vec<OperatorId> {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let places = places.skip(count(page.offset)).take(count(page.limit));
        places.map(|place| self.ids[*place]).collect()
    }
}

/// How well an operator that contains a term fits it; best first.
#[derive(Clone, Copy)]
enum Class {
    Slug,
    StartOfName,
    Rest,
}

#[cfg(test)]
mod tests;
