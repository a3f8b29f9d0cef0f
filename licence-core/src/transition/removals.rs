//! The pages of a reading that remove domains which it does not list: those on record at the address of
//! a page, or with the names or the number that it prints.

use std::collections::HashMap;

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

impl<'r> Removals<'r> {
    pub(super) fn of(reading: &'r RegisterReading, held: &HeldRegister) -> Self {
        let mut removals = Self::default();
        if reading.removed_pages.is_empty() {
            return removals;
        }
        for record in held.licences.values() {
            removals.add_by_certificate(reading, &record.licence);
            for page in &reading.removed_pages {
                removals.add_by_name(page, record);
            }
        }
        removals
    }

    /// Adds the page that is at the address of a certificate of the whole licence. A partial reading
    /// does not load the licences of such certificates.
    fn add_by_certificate(&mut self, reading: &'r RegisterReading, licence: &Licence) {
        let addresses = pages_in(&licence.raw_data, CERTIFICATES).filter_map(address_of);
        let mut of_licence = addresses.filter(|address| is_certificate_of_licence(address));
        let removed = |address| {
            let mut pages = reading.removed_pages.iter();
            pages.find(|page| page.verification_url.as_deref() == Some(address))
        };
        if let Some(page) = of_licence.find_map(removed).filter(|_| reading.complete) {
            self.licences.insert(licence.id, page);
        }
    }

    fn add_by_name(&mut self, page: &'r RemovedPage, record: &LicenceRecord) {
        let licence = &record.licence;
        let code = licence.jurisdiction_code;
        let printed = page.license_number.as_deref().map(|number| identity(code, number));
        let is_number = printed.map(|it| it == identity(code, &licence.license_number));
        if is_number == Some(false) {
            return;
        }
        if page.domains.is_empty() && is_number == Some(true) {
            self.licences.insert(licence.id, page);
        }
        let sites: Vec<String> = page.domains.iter().map(|domain| site_key(domain)).collect();
        let named =
            record.domains.iter().filter(|domain| sites.iter().any(|it| it == domain.key()));
        self.domains.extend(named.map(|domain| (domain.domain.id, page)));
    }
}
