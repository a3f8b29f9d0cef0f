//! The list and the seals joined into licences: one for each operator and type.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};

use super::list::Row;
use super::seal::Seal;
use super::words::{is_in_force, is_in_full_force, is_removal};
use crate::jurisdiction::JurisdictionCode::Tgc;
use crate::register::RegisterError;
use crate::register::domain_cell::site_key;
use crate::register::domain_list::Address;
use crate::register::layout::{DELISTED, company_key, with_remarks};
use crate::register::licence_types::types_in;
use crate::register::reading::pages::{
    LIST_STATUS, NOT_ON_LIST, PAGE, SEAL_STATUS, SEALS, WEBSITE_CELLS,
};
use crate::register::reading::{ListedDomain, ListedLicence, ListedOperator, raw_members};
use crate::register::survey::Survey;
use crate::text::{folded, non_empty};
use crate::time::Timestamp;

/// An operator, folded, and the type of its licence.
type Key = (String, String);

#[derive(Default)]
struct Licence {
    names: BTreeSet<String>,
    kinds: BTreeSet<String>,
    /// Every wording with the seal that published it, or `None` for the list.
    wordings: BTreeSet<(String, Option<String>)>,
    /// Cells by the site they name; `www.` is no other site.
    domains: BTreeMap<String, Domain>,
    /// The cells of web sites that hold more than addresses.
    website_cells: BTreeSet<String>,
    is_of_seals: bool,
}

#[derive(Default)]
struct Domain {
    /// Each cell with the words that may be about it.
    cells: BTreeSet<Address>,
    /// What the seals of this domain say, with their addresses.
    seals: BTreeSet<(String, String)>,
}

/// Returns the licences in the order of operator and type, whatever the order of the files.
pub(super) fn licences(
    survey: &Survey<'_>,
    rows: Vec<Row>,
    mut seals: Vec<Seal>,
    read_at: Timestamp,
) -> Result<Vec<ListedLicence>, RegisterError> {
    let has_list = !rows.is_empty();
    let mut licences = BTreeMap::<Key, Licence>::new();
    rows.into_iter().for_each(|row| add_row(&mut licences, row));
    let mut sealed = HashMap::new();
    seals.sort_by(|a, b| a.url.cmp(&b.url));
    for seal in &mut seals {
        if let Some(first) = sealed.insert(seal.url.clone(), seal.file.clone()) {
            let fault = format!("the seal {} a second time; the first is {first}", seal.url);
            return Err(RegisterError::malformed(&seal.file, fault));
        }
        // An operator may leave the list before its seals are gone: the list decides, and goes on to be read.
        let Some(key) = key_of(&licences, seal, has_list)? else { continue };
        // The list decides who runs a site. A seal that disagrees is no pass.
        let other = seal.operator.as_deref().filter(|name| company_key(name) != key.0);
        let remark = other.and_then(|name| survey.text_remark(&seal.file, "Operator", name));
        seal.status = with_remarks(&seal.status, remark);
        licences.entry(key).or_default().add_seal(seal, has_list);
    }
    Ok(licences.into_values().map(|licence| licence.listed(read_at)).collect())
}

fn add_row(licences: &mut BTreeMap<Key, Licence>, row: Row) {
    let key = (company_key(&row.operator), folded(&types_in(Tgc, &row.kind).join(" ")));
    let licence = licences.entry(key).or_default();
    licence.names.insert(row.operator);
    licence.kinds.insert(row.kind);
    licence.wordings.insert((row.status, None));
    licence.website_cells.extend(row.website_cell);
    for address in row.websites {
        licence.domains.entry(site_key(&address.text)).or_default().cells.insert(address);
    }
}

/// Returns the key of the licence that a seal is about: by the line of the list with its domain,
/// then by the name of the operator. Of several licences of one operator, the one for players. `None` if the
/// list has neither the domain nor the operator that the seal names.
fn key_of(
    licences: &BTreeMap<Key, Licence>,
    seal: &Seal,
    has_list: bool,
) -> Result<Option<Key>, RegisterError> {
    let (domain, name) = (&seal.domain, seal.operator.as_deref());
    if let (Some(name), false) = (name, has_list) {
        return Ok(Some((company_key(name), folded(&types_in(Tgc, &seal.kind).join(" ")))));
    }
    let (site, named) = (site_key(domain), name.map(company_key));
    let fits = |((operator, kind), licence): &(&Key, &Licence)| {
        let lists_it = licence.domains.contains_key(&site);
        (lists_it, Some(operator) == named.as_ref(), kind.contains("b2c"))
    };
    let listed = licences.iter().rev().filter(|_| has_list).max_by_key(fits);
    let listed = listed.filter(|licence| matches!(fits(licence), (true, ..) | (_, true, _)));
    if listed.is_none() && name.is_none() {
        let fault = format!("{domain} is not listed, and the seal names no operator");
        return Err(RegisterError::malformed(&seal.file, fault));
    }
    Ok(listed.map(|(key, _)| key.clone()))
}

impl Licence {
    fn add_seal(&mut self, seal: &Seal, has_list: bool) {
        let is_unclear = !self.website_cells.is_empty();
        let domain = self.domains.entry(site_key(&seal.domain)).or_default();
        domain.seals.insert((seal.status.clone(), seal.url.clone()));
        if domain.cells.is_empty() {
            let words = is_unclear.then(|| NOT_ON_LIST.to_owned());
            domain.cells.insert(Address { text: seal.domain.clone(), words });
        }
        if !has_list {
            self.is_of_seals = true;
            self.names.extend(seal.operator.clone());
            self.kinds.insert(seal.kind.clone());
        }
        let says_otherwise = !is_in_full_force(&seal.status) && !is_removal(&seal.status);
        if says_otherwise || !has_list {
            self.wordings.insert((seal.status.clone(), Some(seal.url.clone())));
        }
    }

    /// Returns the word that is not `licensed`, if there is one: `licensed` must not rest on a
    /// register that contradicts itself. That a domain was removed says nothing of the licence,
    /// unless nothing else is known.
    fn wording(&self) -> (Option<String>, Option<String>) {
        let order = |(word, _): &&(String, Option<String>)| {
            (is_removal(word), is_in_force(word), is_in_full_force(word))
        };
        let best = self.wordings.iter().min_by_key(order).cloned();
        best.map_or((None, None), |(wording, page)| (Some(wording), page))
    }

    /// Returns the seals of the domains, each with what it says of the licence. That a domain was removed
    /// says nothing of it.
    fn seals(&self) -> Value {
        let seals = self.domains.values().flat_map(|domain| &domain.seals);
        let seal = |(word, url): &(String, String)| match is_removal(word) {
            true => json!({ PAGE: url }),
            false => json!({ PAGE: url, SEAL_STATUS: word }),
        };
        seals.map(seal).collect()
    }

    /// Returns the word of the list that is not `licensed`, if there is one, where seals are beside it.
    fn list_status(&self) -> Option<String> {
        let is_sealed = self.domains.values().any(|domain| !domain.seals.is_empty());
        let listed = self.wordings.iter().filter(|(_, page)| is_sealed && page.is_none());
        let words = listed.map(|(word, _)| word);
        words.min_by_key(|word| (is_in_force(word), is_in_full_force(word))).cloned()
    }

    fn listed(self, read_at: Timestamp) -> ListedLicence {
        let (status_text, status_source_url) = self.wording();
        let (seals, list_status) = (self.seals(), self.list_status());
        let kinds: Vec<_> = self.kinds.iter().filter(|kind| !kind.is_empty()).cloned().collect();
        let types: BTreeSet<_> = kinds.iter().flat_map(|kind| types_in(Tgc, kind)).collect();
        let operator = self.names.into_iter().next().unwrap_or_default();
        ListedLicence {
            raw_data: raw_members([
                (WEBSITE_CELLS, Value::from_iter(self.website_cells)),
                (SEALS, seals),
                (LIST_STATUS, list_status.into()),
            ]),
            operator: ListedOperator::named(operator),
            status_text,
            status_source_url,
            license_types: types.into_iter().collect(),
            license_type_raw: non_empty(kinds.join(", ")),
            domains: self.domains.into_values().flat_map(|domain| domain.listed(read_at)).collect(),
            domains_complete: !self.is_of_seals,
            ..ListedLicence::default()
        }
    }
}

impl Domain {
    /// Returns the cells, each with what the seal says; of several seals with the word that is no
    /// pass.
    fn listed(self, read_at: Timestamp) -> Vec<ListedDomain> {
        let worst = self.seals.iter().find(|(word, _)| !is_in_force(word));
        let seal = worst.or(self.seals.first());
        let of_seal =
            worst.map(|(word, _)| if is_removal(word) { DELISTED } else { word.as_str() });
        let words = self.cells.iter().find_map(|cell| cell.words.clone());
        let status_text = of_seal.map(str::to_owned).or(words);
        let of_cell = |cell: Address| ListedDomain {
            domain: cell.text,
            status_text: status_text.clone(),
            verification_url: seal.map(|(_, url)| url.clone()),
            verification_page_status: seal.map(|(word, _)| word.clone()),
            verification_page_read_at: seal.map(|_| read_at),
            ..ListedDomain::default()
        };
        self.cells.into_iter().map(of_cell).collect()
    }
}
