//! Names on their way to pages.

use crate::check::names;
use crate::domain::DomainStatus;
use crate::hostname::Hostname;
use crate::name_pages::page::{DamagedPage, OperatorTag, Page, PageNumber};
use crate::operator::OperatorId;

/// Names that operators have, by the same rules as in a catalogue.
#[derive(Debug, Default)]
pub struct AddedNames {
    names: Vec<(PageNumber, Box<str>, OperatorTag)>,
}

impl AddedNames {
    /// The names that the company names of an operator give.
    pub fn operator(&mut self, id: OperatorId, display_name: &str, registered_name: Option<&str>) {
        for (_, keys) in names::keys_of_company(display_name, registered_name) {
            self.add(id, keys);
        }
    }

    /// The names that a trading name of it gives.
    pub fn trading_name(&mut self, id: OperatorId, name: &str) {
        self.add(id, names::keys(name));
    }

    /// The name that a host on record under a licence of it gives, if any.
    pub fn host(&mut self, id: OperatorId, host: &Hostname, status: Option<DomainStatus>) {
        let registrable = host.registrable();
        self.add(id, registrable.and_then(|found| names::key_of_host(&found, status)));
    }

    fn add(&mut self, id: OperatorId, keys: impl IntoIterator<Item = String>) {
        let tag = OperatorTag::from_id(id);
        self.names.extend(keys.into_iter().filter_map(|key| {
            PageNumber::for_name(&key, tag).map(|number| (number, key.into_boxed_str(), tag))
        }));
    }

    /// The pages that the names are on, in the order of their numbers.
    pub fn pages(&mut self) -> impl Iterator<Item = AddedToPage<'_>> {
        self.names.sort_unstable();
        self.names.dedup();
        self.names.chunk_by(|one, other| one.0 == other.0).map(|names| AddedToPage { names })
    }
}

/// The names added to one page, sorted.
pub struct AddedToPage<'a> {
    names: &'a [(PageNumber, Box<str>, OperatorTag)],
}

impl AddedToPage<'_> {
    /// Which page.
    pub fn number(&self) -> PageNumber {
        self.names[0].0
    }

    /// The bytes of the page with these names added to its old bytes (none, for a new page);
    /// `None` when it has them all.
    ///
    /// # Errors
    /// [`DamagedPage`] for old bytes that are no page.
    pub fn added_to(&self, old: &[u8]) -> Result<Option<Vec<u8>>, DamagedPage> {
        let old = Page::parse(self.number(), old)?;
        let new = self.names.iter().map(|(_, name, tag)| (name.as_bytes(), *tag));
        let mut all: Vec<_> = old.entries().chain(new).collect();
        all.sort();
        all.dedup();
        Ok((all.len() > old.names().len()).then(|| Page::bytes_of(&all)))
    }
}
