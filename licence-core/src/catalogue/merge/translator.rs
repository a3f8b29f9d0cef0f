//! The rows of the changed operators, with the handles and places of the merged catalogue.

use std::collections::HashMap;

use crate::catalogue::entries::{LicenceEntry, LicenceIndex, Listing, OperatorEntry};
use crate::catalogue::merge::places::OperatorPlaces;
use crate::catalogue::name_rows::NameRows;
use crate::catalogue::site_rows::HostOnRecord;
use crate::catalogue::text::{Text, TextArena, TextInterner};
use crate::catalogue::{Catalogue, OperatorIndex};

pub(super) struct Translator<'m> {
    old: &'m Catalogue,
    changed: &'m Catalogue,
    places: &'m OperatorPlaces,
    /// The place of the first changed licence.
    first_licence: u32,
    text: TextInterner,
}

pub(super) struct ChangedHosts {
    /// By the group of their registrable domain in the old catalogue.
    pub(super) of_old_groups: HashMap<u32, Vec<HostOnRecord>>,
    /// Those of each domain that the old catalogue does not have.
    pub(super) of_new_groups: Vec<Vec<HostOnRecord>>,
}

impl<'m> Translator<'m> {
    /// `None` if the texts of the old catalogue are damaged.
    pub(super) fn new(
        old: &'m Catalogue,
        changed: &'m Catalogue,
        places: &'m OperatorPlaces,
        first_licence: u32,
    ) -> Option<Self> {
        let text = TextInterner::resume(old.texts())?;
        let mut translator = Self { old, changed, places, first_licence, text };
        translator.remember_replaced_texts();
        Some(translator)
    }

    /// Most texts of an operator that changed are those that it had before.
    fn remember_replaced_texts(&mut self) {
        let Self { old, places, text, .. } = self;
        let file = &old.bytes[..];
        let operators = old.operators.rows(file).iter().zip(&places.is_changed);
        for (operator, _) in operators.filter(|(_, is_changed)| **is_changed) {
            text.remember(operator.slug);
            text.remember(operator.display_name);
        }
        let licences = old.licences.rows(file);
        let is_changed = |licence: &LicenceEntry| places.is_changed(licence.operator);
        for licence in licences.iter().filter(is_changed) {
            let urls = [licence.upstream_status, licence.source_url, licence.status_source_url];
            let texts = urls.into_iter().flatten().chain([licence.number]);
            texts.for_each(|known| text.remember(known));
        }
        for listing in old.sites.listings.rows(file).iter() {
            if let Some(url) = listing.verification_url
                && is_changed(&licences.get_or_blank(listing.licence.0))
            {
                text.remember(url);
            }
        }
        for claim in old.names.claims.rows(file).iter() {
            if places.is_changed(claim.operator) {
                text.remember(claim.matched);
                claim.host_in_force.into_iter().for_each(|host| text.remember(host));
            }
        }
    }

    fn translate(&mut self, text: Text) -> Text {
        self.text.intern(self.changed.text(text))
    }

    pub(super) fn operators(&mut self) -> Vec<OperatorEntry> {
        let changed = self.changed;
        let translate = |mut entry: OperatorEntry| {
            entry.slug = self.translate(entry.slug);
            entry.display_name = self.translate(entry.display_name);
            entry
        };
        changed.operators.rows(&changed.bytes).iter().map(translate).collect()
    }

    pub(super) fn licences(&mut self) -> Vec<LicenceEntry> {
        let changed = self.changed;
        let translate = |licence: LicenceEntry| LicenceEntry {
            operator: self.place(licence.operator),
            number: self.translate(licence.number),
            upstream_status: licence.upstream_status.map(|text| self.translate(text)),
            source_url: licence.source_url.map(|text| self.translate(text)),
            status_source_url: licence.status_source_url.map(|text| self.translate(text)),
            ..licence
        };
        changed.licences.rows(&changed.bytes).iter().map(translate).collect()
    }

    fn place(&self, operator: OperatorIndex) -> OperatorIndex {
        self.places.of_changed[operator.0 as usize]
    }

    /// Returns the changed hosts. A host of the old catalogue keeps its handle, because hosts are grouped
    /// by handle.
    pub(super) fn hosts(&mut self) -> ChangedHosts {
        let (old, changed) = (self.old, self.changed);
        let mut hosts = ChangedHosts { of_old_groups: HashMap::new(), of_new_groups: Vec::new() };
        let old_groups = old.sites.groups.rows(&old.bytes);
        for (number, group) in changed.sites.groups.rows(&changed.bytes).iter().enumerate() {
            let known = old.group_of_registrable(changed.text(group.registrable));
            let registrable = match known {
                Some(known) => old_groups.get_or_blank(known).registrable,
                None => self.translate(group.registrable),
            };
            let of_group = self.hosts_of_group(number as u32, registrable);
            match known {
                Some(known) => _ = hosts.of_old_groups.insert(known, of_group),
                None => hosts.of_new_groups.push(of_group),
            }
        }
        hosts
    }

    fn hosts_of_group(&mut self, group: u32, registrable: Text) -> Vec<HostOnRecord> {
        let (old, changed) = (self.old, self.changed);
        let mut hosts = Vec::new();
        for site in changed.sites_of_group(Some(group)) {
            let known = old.site_of_host(changed.host_of(site)).map(|known| old.site_text(known));
            let site_text = known.unwrap_or_else(|| self.translate(changed.site_text(site)));
            for listing in changed.listings(site).iter() {
                let listing = self.listing(listing);
                hosts.push(HostOnRecord { site: site_text, registrable, listing });
            }
        }
        hosts
    }

    fn listing(&mut self, listing: Listing) -> Listing {
        Listing {
            licence: LicenceIndex(self.first_licence + listing.licence.0),
            verification_url: listing.verification_url.map(|url| self.translate(url)),
            ..listing
        }
    }

    pub(super) fn names(&mut self) -> NameRows {
        let (changed, places) = (self.changed, self.places);
        let names = NameRows::read(&changed.names, &changed.bytes);
        let place = |operator: OperatorIndex| places.of_changed[operator.0 as usize];
        names.translated(|text| self.translate(text), place)
    }

    /// `None` when the texts do not fit.
    pub(super) fn into_arena(self) -> Option<TextArena> {
        self.text.into_arena()
    }
}
