//! The immutable in-memory index over everything a check needs: built once, shared, swapped.
//!
//! All text lies in one arena with four-byte handles, and equal texts lie there once. Names are
//! found by equality. Near names are found by deleting one letter and by shared pieces of five
//! letters; each search has a bound on the work of one miss.

mod builder;
mod entries;
#[cfg(test)]
pub(crate) mod fixture;
mod from_records;
mod key_hash;
mod name_index;
mod numbers;
mod postings;
mod sites;
mod text;

pub use builder::{CatalogueBuilder, CatalogueTooLarge, DomainRow, LicenceRow, OperatorRow};
pub(crate) use entries::{LicenceEntry, Listing, OperatorEntry};
pub use entries::{LicenceIndex, OperatorIndex};
pub use from_records::CatalogueError;
pub(crate) use name_index::{
    Claim, MAX_POSTINGS_OF_A_PIECE, NEAR_LENGTHS, NameId, NameKind, PIECE_BYTES, has_near_names,
};
pub(crate) use numbers::NumberMatch;
pub(crate) use sites::SiteId;
pub(crate) use text::Text;

use std::collections::HashMap;

use crate::hostname::{Hostname, Registrable};
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;
use name_index::NameIndex;
use numbers::NumberIndex;
use sites::SiteIndex;
use text::TextArena;

/// Bounds the work of one question: a name that more operators claim is nobody's whatever they
/// share.
const MAX_CLAIMS_GROUPED: usize = 64;

/// Everything a check needs, in memory. The same rows in any order give the same answers.
#[derive(Clone, Debug)]
pub struct Catalogue {
    text: TextArena,
    operators: Vec<OperatorEntry>,
    licences: Vec<LicenceEntry>,
    sites: SiteIndex,
    /// Each operator beside each site that it and another operator list, sorted.
    shared_sites: Vec<(OperatorIndex, SiteId)>,
    names: NameIndex,
    numbers: NumberIndex,
    registers: [Option<Timestamp>; JurisdictionCode::ALL.len()],
}

impl Catalogue {
    /// When each register was last read successfully; `None` for one never read.
    pub fn last_successful_scrape(&self, code: JurisdictionCode) -> Option<Timestamp> {
        self.registers[code as usize]
    }

    /// How many licences are on record.
    pub fn licence_count(&self) -> usize {
        self.licences.len()
    }

    pub(crate) fn text(&self, text: Text) -> &str {
        self.text.get(text)
    }

    pub(crate) fn licence(&self, licence: LicenceIndex) -> &LicenceEntry {
        &self.licences[licence.0 as usize]
    }

    pub(crate) fn operator(&self, operator: OperatorIndex) -> &OperatorEntry {
        &self.operators[operator.0 as usize]
    }

    pub(crate) fn site(&self, host: &Hostname) -> Option<SiteId> {
        self.sites.find(host.site(), &self.text)
    }

    /// The site of a host without `www.`.
    pub(crate) fn site_of_host(&self, host: &str) -> Option<SiteId> {
        self.sites.find(host, &self.text)
    }

    pub(crate) fn host_of(&self, site: SiteId) -> &str {
        self.text(self.sites.host(site))
    }

    pub(crate) fn listings(&self, site: SiteId) -> &[Listing] {
        self.sites.listings(site)
    }

    /// The other sites of the same registrable domain, best first.
    pub(crate) fn siblings(&self, site: SiteId) -> impl Iterator<Item = SiteId> + Clone + '_ {
        self.sites.siblings(site).filter(move |sibling| *sibling != site)
    }

    pub(crate) fn sites_of(
        &self,
        registrable: &Registrable<'_>,
    ) -> impl Iterator<Item = SiteId> + Clone + '_ {
        self.sites.of_registrable(registrable.name, &self.text)
    }

    pub(crate) fn name(&self, key: &str) -> Option<NameId> {
        self.names.find(key, &self.text)
    }

    pub(crate) fn name_key(&self, name: NameId) -> &str {
        self.names.key(name, &self.text)
    }

    pub(crate) fn claims(&self, name: NameId) -> &[Claim] {
        self.names.claims(name)
    }

    /// How many groups the claimants of a name fall into: claimants that list the same host, one
    /// with the next, are one group.
    pub(crate) fn group_count(&self, claims: &[Claim]) -> usize {
        if claims.len() < 2 || claims.len() > MAX_CLAIMS_GROUPED {
            return claims.len();
        }
        let mut group_of: Vec<usize> = (0..claims.len()).collect();
        let mut first_of_site: HashMap<SiteId, usize> = HashMap::new();
        for (place, claim) in claims.iter().enumerate() {
            for (_, site) in self.shared_sites_of(claim.operator) {
                let first = *first_of_site.entry(*site).or_insert(place);
                let (old, new) = (group_of[place], group_of[first]);
                group_of.iter_mut().filter(|group| **group == old).for_each(|group| *group = new);
            }
        }
        group_of.sort_unstable();
        group_of.dedup();
        group_of.len()
    }

    fn shared_sites_of(&self, operator: OperatorIndex) -> &[(OperatorIndex, SiteId)] {
        let first = self.shared_sites.partition_point(|(other, _)| *other < operator);
        let end = self.shared_sites.partition_point(|(other, _)| *other <= operator);
        &self.shared_sites[first..end]
    }

    pub(crate) fn names_looking_like<'c>(
        &'c self,
        fold: &'c str,
    ) -> impl Iterator<Item = NameId> + 'c {
        self.names.looking_like(fold, &self.text)
    }

    pub(crate) fn near_spellings(&self, key: &str, limit: usize) -> Vec<NameId> {
        self.names.near_spellings(key, limit, &self.text)
    }

    pub(crate) fn names_sharing_pieces(&self, key: &str, limit: usize) -> Vec<(NameId, u32)> {
        self.names.sharing_pieces(key, limit, &self.text)
    }

    pub(crate) fn is_common_piece(&self, piece: &[u8; PIECE_BYTES]) -> bool {
        self.names.is_common_piece(piece, &self.text)
    }

    pub(crate) fn numbered(&self, number: &str) -> Option<(NumberMatch, Vec<LicenceIndex>)> {
        self.numbers.find(number, &self.licences, &self.text)
    }
}
