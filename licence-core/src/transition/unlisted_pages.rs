//! The pages of a reading that remove domains on record: at the address of a page, or with the names or
//! the number that they print.

use std::collections::{HashMap, HashSet};

use crate::domain::DomainId;
use crate::licence::{Licence, LicenceId};
use crate::licence_number::identity;
use crate::register::domain_cell::site_key;
use crate::register::reading::pages::{
    CERTIFICATES, address_of, is_certificate_of_licence, pages_in,
};
use crate::register::reading::{RegisterReading, RemovedPage};
use crate::transition::listed::WithHolder;
use crate::transition::matching::sites;
use crate::transition::records::{DomainRecord, HeldRegister, LicenceRecord};

/// What these pages say of held licences.
#[derive(Default)]
pub(super) struct UnlistedPages<'r> {
    /// The pages that remove the domain whose page was at their address.
    by_address: HashMap<&'r str, &'r RemovedPage>,
    /// The pages that remove all domains of a licence.
    licences: HashMap<LicenceId, &'r RemovedPage>,
    /// The pages that name a domain.
    domains: HashMap<DomainId, &'r RemovedPage>,
    /// What each page names, for domains that are new.
    named: Vec<RemovedPageNames<'r>>,
}

/// What a page that removes domains names, in the forms in which it is compared.
struct RemovedPageNames<'r> {
    page: &'r RemovedPage,
    number: Option<String>,
    sites: HashSet<String>,
}

impl RemovedPageNames<'_> {
    fn may_be_of(&self, licence: &Licence) -> bool {
        may_be_of(self.number.as_deref(), licence)
    }
}

/// Returns whether a page that removes domains and prints this number is about a licence, or about every one.
pub(super) fn may_be_of(printed: Option<&str>, licence: &Licence) -> bool {
    let identity = |number| identity(licence.jurisdiction_code, number);
    printed.is_none_or(|printed| identity(printed) == identity(&licence.license_number))
}

impl<'r> UnlistedPages<'r> {
    pub(super) fn new(
        reading: &'r RegisterReading,
        held: &HeldRegister,
        listed: &[WithHolder<'_>],
    ) -> Self {
        let mut pages = Self::default();
        if reading.removed_pages.is_empty() {
            return pages;
        }
        let named = |page: &'r RemovedPage| RemovedPageNames {
            page,
            number: page.license_number.as_deref().map(|it| identity(reading.jurisdiction, it)),
            sites: page.domains.iter().map(|domain| site_key(domain)).collect(),
        };
        let named: Vec<RemovedPageNames<'r>> = reading.removed_pages.iter().map(named).collect();
        pages.add_by_address(&named, listed);
        for record in held.licences.values() {
            // A partial reading does not load the licences of such certificates.
            if reading.complete {
                pages.add_by_certificate(&record.licence);
            }
            named.iter().for_each(|named| pages.add_by_name(named, record));
        }
        pages.named = named;
        pages
    }

    /// Adds the pages that name nothing that the reading lists: what they are about may have changed.
    fn add_by_address(&mut self, named: &[RemovedPageNames<'r>], listed: &[WithHolder<'_>]) {
        let sites = sites(listed);
        let numbers: HashSet<&str> = listed.iter().map(|(row, _)| row.identity.as_str()).collect();
        for RemovedPageNames { page, number, sites: own } in named {
            let names_listed = own.iter().any(|site| sites.contains(site.as_str()))
                || number.as_deref().is_some_and(|number| numbers.contains(number));
            let address = page.verification_url.as_deref().filter(|_| !names_listed);
            self.by_address.extend(address.map(|address| (address, *page)));
        }
    }

    /// Adds the page that is at the address of a certificate of the whole licence.
    fn add_by_certificate(&mut self, licence: &Licence) {
        let addresses = pages_in(&licence.raw_data, CERTIFICATES).filter_map(address_of);
        let mut of_licence = addresses.filter(|address| is_certificate_of_licence(address));
        if let Some(page) = of_licence.find_map(|address| self.by_address.get(address)) {
            self.licences.insert(licence.id, page);
        }
    }

    fn add_by_name(&mut self, named: &RemovedPageNames<'r>, record: &LicenceRecord) {
        let licence = &record.licence;
        if !named.may_be_of(licence) {
            return;
        }
        if named.number.is_some() && named.sites.is_empty() {
            self.licences.insert(licence.id, named.page);
        }
        let domains = record.domains.iter().filter(|domain| named.sites.contains(domain.key()));
        self.domains.extend(domains.map(|domain| (domain.domain.id, named.page)));
    }

    /// Returns the page that names a domain which is new under a licence.
    pub(super) fn page_naming(&self, licence: &Licence, site: &str) -> Option<&'r RemovedPage> {
        let names =
            |named: &&RemovedPageNames<'_>| named.sites.contains(site) && named.may_be_of(licence);
        self.named.iter().rev().find(names).map(|named| named.page)
    }

    /// Returns the page that says that a domain was removed: its own, or one that names it.
    pub(super) fn removed_page(&self, held: &DomainRecord) -> Option<&'r RemovedPage> {
        let own = held.domain.verification_url.as_deref().and_then(|url| self.by_address.get(url));
        own.or_else(|| self.domains.get(&held.domain.id)).copied()
    }

    /// Returns the page that removes all domains of a licence.
    pub(super) fn removed_licence(&self, licence: LicenceId) -> Option<&'r RemovedPage> {
        self.licences.get(&licence).copied()
    }
}
