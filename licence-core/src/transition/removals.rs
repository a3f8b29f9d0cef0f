//! The pages of a reading that remove domains which it does not list: those on record at the address of
//! a page, or with the names or the number that it prints.

use std::collections::{HashMap, HashSet};

use crate::domain::DomainId;
use crate::licence::{Licence, LicenceId};
use crate::licence_number::identity;
use crate::register::domain_cell::site_key;
use crate::register::reading::pages::{
    CERTIFICATES, address_of, is_certificate_of_licence, pages_in,
};
use crate::register::reading::{RegisterReading, RemovedPage};
use crate::transition::records::{HeldRegister, LicenceRecord};

/// Which page removes what is held, beside the domains whose own page it was.
#[derive(Default)]
pub(super) struct Removals<'r> {
    /// All domains of a licence.
    pub(super) licences: HashMap<LicenceId, &'r RemovedPage>,
    pub(super) domains: HashMap<DomainId, &'r RemovedPage>,
}

/// What a page names, in the forms in which it is compared.
struct Named<'r> {
    page: &'r RemovedPage,
    number: Option<String>,
    sites: HashSet<String>,
}

impl<'r> Removals<'r> {
    pub(super) fn new(reading: &'r RegisterReading, held: &HeldRegister) -> Self {
        let mut removals = Self::default();
        let named = |page: &'r RemovedPage| Named {
            page,
            number: page.license_number.as_deref().map(|it| identity(reading.jurisdiction, it)),
            sites: page.domains.iter().map(|domain| site_key(domain)).collect(),
        };
        let pages: Vec<Named<'r>> = reading.removed_pages.iter().map(named).collect();
        if pages.is_empty() {
            return removals;
        }
        for record in held.licences.values() {
            // A partial reading does not load the licences of such certificates.
            if reading.complete {
                removals.add_by_certificate(&pages, &record.licence);
            }
            pages.iter().for_each(|page| removals.add_by_name(page, record));
        }
        removals
    }

    /// Adds the page that is at the address of a certificate of the whole licence.
    fn add_by_certificate(&mut self, pages: &[Named<'r>], licence: &Licence) {
        let addresses = pages_in(&licence.raw_data, CERTIFICATES).filter_map(address_of);
        let mut of_licence = addresses.filter(|address| is_certificate_of_licence(address));
        let removed = |address| {
            let is_there = |it: &&Named<'_>| it.page.verification_url.as_deref() == Some(address);
            pages.iter().find(is_there)
        };
        if let Some(named) = of_licence.find_map(removed) {
            self.licences.insert(licence.id, named.page);
        }
    }

    fn add_by_name(&mut self, named: &Named<'r>, record: &LicenceRecord) {
        let licence = &record.licence;
        let number = || identity(licence.jurisdiction_code, &licence.license_number);
        if named.number.as_ref().is_some_and(|printed| *printed != number()) {
            return;
        }
        if named.number.is_some() && named.sites.is_empty() {
            self.licences.insert(licence.id, named.page);
        }
        let domains = record.domains.iter().filter(|domain| named.sites.contains(domain.key()));
        self.domains.extend(domains.map(|domain| (domain.domain.id, named.page)));
    }
}
