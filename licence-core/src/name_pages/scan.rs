//! Looking through all pages for the operators that a question could be about.

mod look;
mod pieces;
mod spelling;

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{Catalogue, NEAR_LENGTHS};
use crate::check::CheckQuery;
use crate::check::carried::cores;
use crate::check::generic_terms::without_one_generic_word;
use crate::check::names::{look_alike_fold, squash};
use crate::check::query::Subject;
use crate::name_pages::page::{DamagedPage, OperatorTag, Page, PageNumber};
use look::Looks;
use pieces::Pieces;
use spelling::shares_a_spelling;

/// Finds, among all names on record, the operators that a catalogue must hold to answer questions
/// as the catalogue of all operators answers them: those with a name that a root of the questions
/// equals or looks like, or that may be one letter away, and those with a piece of it, of each piece
/// at least as many as make it too common to say anything.
///
/// For such a catalogue every operator found is loaded with all its licences and names. Other
/// operators in it do no harm.
pub struct NameScan {
    /// Names that are asked for as they are, by length.
    equal: BTreeMap<usize, Vec<String>>,
    looks: Looks,
    /// Names whose neighbours are asked for.
    near: Vec<String>,
    pieces: Pieces,
    found: BTreeSet<OperatorTag>,
}

impl NameScan {
    /// For a check of these domains, near names included. Other questions ask for no name.
    pub fn for_check(query: &CheckQuery) -> Self {
        Self::for_checks([query])
    }

    /// For checks of several domains, or for rows of a batch.
    pub fn for_checks<'q>(queries: impl IntoIterator<Item = &'q CheckQuery>) -> Self {
        let roots: Vec<Root> = queries.into_iter().filter_map(Root::from_query).collect();
        let mut scan = Self {
            equal: BTreeMap::new(),
            looks: Looks::new(roots.iter().map(|root| root.fold.clone()).collect()),
            near: Vec::new(),
            pieces: Pieces::from_roots(roots.iter().map(|root| root.key.as_str())),
            found: BTreeSet::new(),
        };
        for root in roots {
            scan.ask_for(&root.key);
            without_one_generic_word(&root.key).for_each(|core| scan.ask_for(core));
            cores(&root.key).into_iter().for_each(|(core, _)| scan.ask_for(core));
            scan.near.push(root.key);
        }
        scan.near.sort_unstable();
        scan.near.dedup();
        scan
    }

    fn ask_for(&mut self, key: &str) {
        let of_length = self.equal.entry(key.len()).or_default();
        if !of_length.iter().any(|known| known == key) {
            of_length.push(key.to_owned());
        }
    }

    /// All pages with a number below this one are to be looked through, once each, in any order.
    pub fn end(&self) -> i32 {
        let equal = self.equal.keys().next_back().copied().unwrap_or(0);
        let look = self.looks.longest_name();
        let asks_for_near = !self.near.is_empty() || !self.pieces.is_empty();
        let near = if asks_for_near { *NEAR_LENGTHS.end() } else { 0 };
        PageNumber::end_of(equal.max(look).max(near))
    }

    /// Looks through a page.
    ///
    /// # Errors
    /// [`DamagedPage`] when its bytes are not whole names and tags: then nothing is known of them.
    pub fn look_through(&mut self, number: PageNumber, bytes: &[u8]) -> Result<(), DamagedPage> {
        let page = Page::parse(number, bytes)?;
        self.find_equal(page);
        self.find_looks(page);
        self.find_near(page);
        self.pieces.find(page, &mut self.found);
        Ok(())
    }

    /// The operators found so far, each once.
    pub fn operators(&self) -> impl ExactSizeIterator<Item = OperatorTag> + '_ {
        self.found.iter().copied()
    }

    /// Whether a catalogue with these operators answers as that of all does. It may not when names
    /// of old stand on the pages: then a scan [with more of them](Self::with_more) will.
    pub fn is_enough(&self, catalogue: &Catalogue) -> bool {
        self.pieces.cut_off().all(|piece| catalogue.is_common_piece(piece))
    }

    /// The same questions again, with eight times as many operators for each piece.
    pub fn with_more(mut self) -> Self {
        self.pieces = self.pieces.with_more();
        self.found.clear();
        self
    }

    fn find_equal(&mut self, page: Page<'_>) {
        for key in self.equal.get(&page.name_bytes).into_iter().flatten() {
            let (mut from, mut end) = (0, page.names().len());
            while from < end {
                let middle = from + (end - from) / 2;
                if page.name(middle) < key.as_bytes() { from = middle + 1 } else { end = middle }
            }
            let equal = page.names().enumerate().skip(from);
            let equal = equal.take_while(|(_, name)| *name == key.as_bytes());
            self.found.extend(equal.map(|(place, _)| page.tag(place)));
        }
    }

    fn find_looks(&mut self, page: Page<'_>) {
        if self.looks.longest_name() >= page.name_bytes {
            let alike = page.names().enumerate().filter(|(_, name)| self.looks.have(name));
            self.found.extend(alike.map(|(place, _)| page.tag(place)));
        }
    }

    fn find_near(&mut self, page: Page<'_>) {
        if !NEAR_LENGTHS.contains(&page.name_bytes) {
            return;
        }
        for key in self.near.iter().filter(|key| NEAR_LENGTHS.contains(&key.len())) {
            if key.len().abs_diff(page.name_bytes) <= 1 {
                let near = |name: &[u8]| shares_a_spelling(key.as_bytes(), name);
                let near = page.names().enumerate().filter(|(_, name)| near(name));
                self.found.extend(near.map(|(place, _)| page.tag(place)));
            }
        }
    }
}

/// What a question asks the names on record for: the root of its domain.
struct Root {
    key: String,
    fold: String,
}

impl Root {
    fn from_query(query: &CheckQuery) -> Option<Self> {
        let Subject::Domain(host) = &query.subject else { return None };
        let registrable = host.registrable()?;
        let written = registrable.unicode_root();
        Some(Self { key: squash(&written), fold: look_alike_fold(&written) })
    }
}
