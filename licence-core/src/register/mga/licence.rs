//! One licence, put together from the list's entries and the rows of its company's seal.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::cells::{Printed, is_b2c};
use super::guid::seal_url;
use super::panel::Entry;
use super::seal::Seal;
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::register::domain_list::{Address, domains_of};
use crate::register::licence_types::types_in;
use crate::register::reading::pages::{LIST_STATUS, PAGE, SEAL_STATUS, SEALS};
use crate::register::reading::{ListedLicence, ListedOperator, raw_members};
use crate::status::wording::rank;

/// The texts of list and seals about one licence.
#[derive(Clone, Debug, Default)]
pub(super) struct Licence {
    companies: BTreeSet<String>,
    sealed_companies: BTreeSet<String>,
    registrations: BTreeSet<String>,
    guid: Option<String>,
    numbers: BTreeSet<String>,
    listed_kinds: BTreeSet<String>,
    sealed_kinds: BTreeSet<String>,
    /// Every wording with the seal page that published it, or `None` for the list.
    wordings: Vec<(Option<String>, Option<String>)>,
    verticals: BTreeSet<String>,
    /// Numbers that the seal calls in force and the list does not have.
    unlisted: BTreeSet<String>,
    websites: BTreeSet<Address>,
    website_cells: BTreeSet<String>,
    domains_complete: bool,
}

impl Licence {
    pub(super) fn add_entry(&mut self, entry: Entry) {
        let Printed { number, kind, status } = entry.printed;
        self.companies.insert(entry.company);
        self.registrations.insert(entry.registration);
        self.guid = entry.guid.or(self.guid.take());
        self.numbers.insert(number);
        self.listed_kinds.insert(kind);
        self.wordings.push((status, None));
    }

    pub(super) fn add_row(&mut self, seal: &Seal, row: &Printed) {
        let url = seal.guid.as_deref().or(self.guid.as_deref()).map(seal_url);
        self.numbers.insert(row.number.clone());
        self.sealed_kinds.insert(row.kind.clone());
        self.wordings.push((row.status.clone(), url));
    }

    /// Adds the seal of its company, whose domains are complete.
    pub(super) fn sealed(&mut self, seal: &Seal, unlisted: &[String]) {
        self.sealed_companies.insert(seal.company.clone());
        self.guid = self.guid.take().or_else(|| seal.guid.clone());
        self.verticals.extend(seal.verticals.iter().cloned());
        self.unlisted.extend(unlisted.iter().cloned());
        self.domains_complete = seal.says_websites;
    }

    /// Returns the name of the company on the list, or on the seal.
    pub(super) fn company(&self) -> &str {
        self.companies.iter().chain(&self.sealed_companies).next().map_or("", String::as_str)
    }

    /// Returns the worst wording with its page. Of equals, that of the seal counts, which anyone
    /// can look up.
    fn wording(&self) -> (Option<String>, Option<String>) {
        let worst = self
            .wordings
            .iter()
            .max_by_key(|(text, page)| (rank(Mga, text.as_deref()), page.is_some(), text));
        worst.cloned().unwrap_or_default()
    }

    /// Returns what each seal says of the licence.
    fn seals(&self) -> Value {
        let seal = |(text, page): &(Option<String>, Option<String>)| {
            let status = text.as_deref().unwrap_or_default();
            page.as_ref().map(|page| json!({ PAGE: page, SEAL_STATUS: status }))
        };
        self.wordings.iter().filter_map(seal).collect()
    }

    /// Returns the worst wording of the list, where seals are beside it.
    fn list_status(&self) -> Option<&str> {
        let is_sealed = self.wordings.iter().any(|(_, page)| page.is_some());
        let listed = self.wordings.iter().filter(|(_, page)| is_sealed && page.is_none());
        listed.filter_map(|(text, _)| text.as_deref()).max_by_key(|text| rank(Mga, Some(text)))
    }

    /// Returns the number with the fewest blanks: one licence may be printed as `2018-01` and
    /// `2018- 01`.
    fn number(&self) -> &str {
        self.numbers.iter().min_by_key(|n| (n.len(), *n)).map_or("", String::as_str)
    }

    /// Returns the key by which the best licence for domains comes first.
    fn place(&self) -> (bool, (u8, bool), &str) {
        let kinds =
            if self.sealed_kinds.is_empty() { &self.listed_kinds } else { &self.sealed_kinds };
        let b2c = kinds.iter().any(|kind| is_b2c(self.number(), kind));
        (!b2c, rank(Mga, self.wording().0.as_deref()), self.number())
    }

    pub(super) fn listed(self) -> ListedLicence {
        let (status_text, status_source_url) = self.wording();
        let kinds = [&self.listed_kinds, &self.sealed_kinds];
        let several = |texts: &BTreeSet<String>| Value::from_iter(texts.iter().cloned());
        let types: BTreeSet<_> =
            kinds.into_iter().flatten().flat_map(|cell| types_in(Mga, cell)).collect();
        ListedLicence {
            operator: ListedOperator {
                upstream_id: self.guid.clone(),
                name: self.company().to_owned(),
                ..ListedOperator::default()
            },
            license_number: Some(self.number().to_owned()),
            status_text,
            status_source_url,
            license_types: types.into_iter().collect(),
            license_type_raw: kinds.into_iter().map(joined).find(|text| !text.is_empty()),
            raw_data: raw_members([
                ("Registration Number", joined(&self.registrations).into()),
                ("Seal Licence Type", joined(&self.sealed_kinds).into()),
                ("Verticals", several(&self.verticals)),
                ("On The Seal Only", several(&self.unlisted)),
                ("Website Urls", several(&self.website_cells)),
                (SEALS, self.seals()),
                (LIST_STATUS, self.list_status().into()),
            ]),
            domains_complete: self.domains_complete,
            domains: domains_of(self.websites),
            ..ListedLicence::default()
        }
    }
}

fn joined(texts: &BTreeSet<String>) -> String {
    let given: Vec<_> = texts.iter().filter(|text| !text.is_empty()).map(String::as_str).collect();
    given.join(", ")
}

/// Adds the web sites of a seal to the best of its licences. A surrendered licence beside a valid
/// one gets none, and a supplier's licence gets none beside one for players. If that one is
/// surrendered, its sites are not licensed for play.
pub(super) fn with_domains<K: Ord>(licences: &mut BTreeMap<K, Licence>, keys: &[K], seal: &Seal) {
    let here = keys.iter().filter_map(|key| Some((key, licences.get(key)?.place())));
    let best = here.min_by(|(_, a), (_, b)| a.cmp(b)).map(|(key, _)| key);
    if let Some(licence) = best.and_then(|key| licences.get_mut(key)) {
        licence.websites.extend(seal.websites.iter().cloned());
        licence.website_cells.extend(seal.website_cells.iter().cloned());
    }
}
