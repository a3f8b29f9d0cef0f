//! Whether a file is as its builder wrote it.

use thiserror::Error;

use crate::catalogue::layout::Directory;
use crate::catalogue::text::{self, Text};
use crate::catalogue::{Catalogue, LicenceIndex, OperatorIndex};

/// A part of a catalogue is not as its builder wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the catalogue is damaged: {0}")]
pub struct DamagedCatalogue(String);

impl Catalogue {
    /// Reads the whole file and compares its checksums, its order and every reference from one row
    /// to another. This finds accidents; only a signature tells who wrote a file.
    ///
    /// # Errors
    /// [`DamagedCatalogue`] names the first part that is not whole.
    pub fn verify(&self) -> Result<(), DamagedCatalogue> {
        let damaged = |what: &str| DamagedCatalogue(what.to_owned());
        let directory =
            Directory::read(&self.bytes).map_err(|error| damaged(&error.to_string()))?;
        if let Some(section) = directory.damaged_section(&self.bytes) {
            return Err(DamagedCatalogue(format!("section {section} has another checksum")));
        }
        let parts = [
            ("a licence", self.licences_are_whole()),
            ("a site", self.sites_are_whole()),
            ("a name", self.names_are_whole()),
            ("an index", self.postings_are_whole()),
            ("the history", self.history_is_whole()),
        ];
        match parts.iter().find(|(_, is_whole)| !is_whole) {
            Some((part, _)) => Err(damaged(&format!("{part} refers to a row that is not there"))),
            None => Ok(()),
        }
    }

    fn licences_are_whole(&self) -> bool {
        let file = &self.bytes[..];
        let mut operators = self.operators.rows(file).iter();
        let mut licences = self.licences.rows(file).iter();
        operators.all(|operator| self.has(operator.slug) && self.has(operator.display_name))
            && licences.all(|licence| {
                let urls = [licence.upstream_status, licence.source_url, licence.status_source_url];
                self.has_operator(licence.operator)
                    && self.has(licence.number)
                    && urls.into_iter().flatten().all(|text| self.has(text))
            })
    }

    fn sites_are_whole(&self) -> bool {
        let file = &self.bytes[..];
        let (sites, groups) = (self.sites.sites.rows(file), self.sites.groups.rows(file));
        let (listings, members) = (self.sites.listings.rows(file), self.sites.members.rows(file));
        let shared = self.sites.shared.rows(file);
        sites.iter().all(|site| self.has(site.host) && (site.group as usize) < groups.len())
            && is_run(sites.iter().map(|site| site.first_listing), listings.len())
            && groups.iter().all(|group| self.has(group.registrable))
            && is_run(groups.iter().map(|group| group.first_member), members.len())
            && members.iter().all(|site| (site as usize) < sites.len())
            && listings.iter().all(|listing| {
                self.has_licence(listing.licence)
                    && listing.verification_url.is_none_or(|text| self.has(text))
            })
            && shared.iter().is_sorted()
            && shared.iter().all(|shared| {
                self.has_operator(shared.operator) && (shared.site.0 as usize) < sites.len()
            })
    }

    fn names_are_whole(&self) -> bool {
        let file = &self.bytes[..];
        let (names, claims) = (self.names.names.rows(file), self.names.claims.rows(file));
        names.iter().all(|name| self.has(name.key))
            && names.iter().map(|name| self.bytes_of(name.key)).is_sorted_by(|one, next| one < next)
            && is_run(names.iter().map(|name| name.first_claim), claims.len())
            && claims.iter().all(|claim| {
                self.has_operator(claim.operator)
                    && self.has(claim.matched)
                    && claim.host_in_force.is_none_or(|text| self.has(text))
            })
    }

    fn postings_are_whole(&self) -> bool {
        let file = &self.bytes[..];
        let names = self.names.names.rows(file).len();
        let of_names =
            [&self.names.by_key, &self.names.by_look_alike, &self.names.by_near_spelling];
        of_names.into_iter().all(|postings| postings.is_whole(file, names))
            && self.names.by_piece.is_whole(file, names)
            && self.sites.by_host.is_whole(file, self.sites.sites.rows(file).len())
            && self.sites.by_registrable.is_whole(file, self.sites.groups.rows(file).len())
            && self.numbers.is_whole(file, self.licence_count())
    }

    fn history_is_whole(&self) -> bool {
        let (Some(history), file) = (&self.history, &self.bytes[..]) else { return true };
        let (licences, entries) = (history.licences.rows(file), history.entries.rows(file));
        let texts = history.texts(file);
        licences.iter().map(|licence| licence.id).is_sorted_by(|one, next| one < next)
            && is_run(licences.iter().map(|licence| licence.first_entry), entries.len())
            && entries.iter().all(|entry| entry.texts().all(|text| text::has(texts, text)))
    }

    /// Returns whether the text is there and in UTF-8.
    fn has(&self, text: Text) -> bool {
        text::has(self.texts(), text)
    }

    fn has_operator(&self, operator: OperatorIndex) -> bool {
        (operator.0 as usize) < self.operators.rows(&self.bytes).len()
    }

    fn has_licence(&self, licence: LicenceIndex) -> bool {
        (licence.0 as usize) < self.licence_count()
    }
}

/// Returns whether rows, each from its start to that of the next, fill a section of `count` rows.
fn is_run(starts: impl Iterator<Item = u32> + Clone, count: usize) -> bool {
    starts.clone().next().is_none_or(|first| first == 0)
        && starts.clone().is_sorted()
        && starts.clone().last().map_or(count == 0, |last| (last as usize) < count)
}
