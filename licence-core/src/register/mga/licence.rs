//! One licence, put together from the list's entry and the row of its company's seal.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::cells::{Printed, is_b2c};
use super::guid::seal_url;
use super::panel::Entry;
use super::seal::Seal;
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::licence_number::identity;
use crate::register::domain_list::{Address, domains_of};
use crate::register::licence_types::types_in;
use crate::register::reading::pages::{LIST_STATUS, PAGE, SEAL_STATUS, SEALS};
use crate::register::reading::{ListedLicence, ListedOperator, raw_members};
use crate::status::wording::rank;
use crate::text::folded;

#[derive(Default)]
pub(super) struct Licence {
    pub(super) company: String,
    registration: String,
    guid: Option<String>,
    /// As the list has it.
    entry: Option<Printed>,
    /// As the seal has it.
    pub(super) sealed: Option<Printed>,
    pub(super) verticals: BTreeSet<String>,
    /// Numbers that the seal calls in force and the list does not have.
    pub(super) unlisted: Vec<String>,
    pub(super) websites: BTreeSet<Address>,
    pub(super) website_cells: BTreeSet<String>,
    pub(super) domains_complete: bool,
}

impl Licence {
    pub(super) fn from_entry(entry: Entry) -> Self {
        let Entry { company, registration, printed, guid } = entry;
        Self { company, registration, guid, entry: Some(printed), ..Self::default() }
    }

    pub(super) fn from_row(seal: &Seal, row: &Printed) -> Self {
        let (company, guid) = (seal.company.clone(), Some(seal.guid.clone()));
        Self { company, guid, sealed: Some(row.clone()), ..Self::default() }
    }

    pub(super) fn is_of(&self, seal: &Seal) -> bool {
        self.guid.as_ref() == Some(&seal.guid)
    }

    /// Returns the holder and the number.
    pub(super) fn key(&self) -> (String, String) {
        let holder = self.guid.clone().unwrap_or_else(|| folded(&self.company));
        (holder, identity(Mga, self.number()))
    }

    fn number(&self) -> &str {
        let printed = self.entry.as_ref().or(self.sealed.as_ref());
        printed.map_or("", |printed| printed.number.as_str())
    }

    /// Returns the worse wording with its page. Of equals, that of the seal counts, which anyone
    /// can look up.
    fn wording(&self) -> (Option<&str>, Option<String>) {
        let page = self.sealed.as_ref().and(self.guid.as_deref()).map(seal_url);
        let wordings = [(&self.entry, None), (&self.sealed, page)].into_iter();
        let wordings =
            wordings.filter_map(|(it, page)| Some((it.as_ref()?.status.as_deref(), page)));
        wordings.max_by_key(|(text, _)| rank(Mga, *text)).unwrap_or_default()
    }

    /// Returns the key by which the best licence for domains comes first.
    pub(super) fn place(&self) -> (bool, (u8, bool), &str) {
        let kind = self.sealed.as_ref().or(self.entry.as_ref()).map_or("", |it| it.kind.as_str());
        (!is_b2c(self.number(), kind), rank(Mga, self.wording().0), self.number())
    }

    pub(super) fn listed(self) -> ListedLicence {
        let (status_text, status_source_url) = self.wording();
        let kinds = [&self.entry, &self.sealed].into_iter().flatten().map(|it| it.kind.as_str());
        let types: BTreeSet<_> = kinds.clone().flat_map(|kind| types_in(Mga, kind)).collect();
        let list_status = self.entry.as_ref().filter(|_| self.sealed.is_some());
        ListedLicence {
            operator: ListedOperator {
                upstream_id: self.guid.clone(),
                name: self.company.clone(),
                ..ListedOperator::default()
            },
            license_number: Some(self.number().to_owned()),
            status_text: status_text.map(str::to_owned),
            status_source_url,
            license_types: types.into_iter().collect(),
            license_type_raw: kinds.clone().find(|kind| !kind.is_empty()).map(str::to_owned),
            raw_data: raw_members([
                ("Registration Number", self.registration.as_str().into()),
                ("Seal Licence Type", self.sealed.as_ref().map(|row| row.kind.as_str()).into()),
                ("Verticals", Value::from_iter(self.verticals.iter().cloned())),
                ("On The Seal Only", self.unlisted.clone().into()),
                ("Website Urls", Value::from_iter(self.website_cells.iter().cloned())),
                (SEALS, self.seals()),
                (LIST_STATUS, list_status.and_then(|it| it.status.as_deref()).into()),
            ]),
            domains_complete: self.domains_complete,
            domains: domains_of(self.websites),
            ..ListedLicence::default()
        }
    }

    /// Returns what the seal says of the licence.
    fn seals(&self) -> Value {
        let page = self.guid.as_deref().map(seal_url);
        let seal = |row: &Printed| json!({ PAGE: page, SEAL_STATUS: row.status.as_deref().unwrap_or_default() });
        self.sealed.iter().map(seal).collect()
    }
}
