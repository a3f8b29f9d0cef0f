//! The list and the seals joined into licences.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::cells::is_in_force;
use super::licence::{Licence, with_domains};
use super::panel::Entry;
use super::seal::Seal;
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::licence_number::identity;
use crate::register::RegisterError;
use crate::register::reading::ListedLicence;
use crate::text::folded;

/// What makes it the same licence: who holds it, and the number.
type Key = (Holder, String);

/// A company, by the GUID of its seal, else by its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Guid(String),
    Name(String),
}

impl Holder {
    fn new(guid: Option<&String>, company: &str) -> Self {
        guid.map_or_else(|| Self::Name(folded(company)), |guid| Self::Guid(guid.clone()))
    }
}

/// Returns the licences in the order of holder and number, whatever the order of the files.
pub(super) fn licences(
    entries: Vec<Entry>,
    seals: &[Seal],
    has_list: bool,
) -> Result<Vec<ListedLicence>, RegisterError> {
    each_company_once(seals)?;
    let mut licences = by_holder(entries);
    let mut sealed = BTreeMap::new();
    for seal in seals {
        let holder = if has_list { holder_on_list(&licences, seal)? } else { by_guid(seal)? };
        if let Some(first) = sealed.insert(holder.clone(), &seal.file) {
            let what = format!("a second seal of {}; the first is {first}", seal.company);
            return Err(RegisterError::malformed(&seal.file, what));
        }
        let keys = add_seal(&mut licences, &holder, seal, has_list);
        with_domains(&mut licences, &keys, seal);
    }
    Ok(licences.into_values().map(Licence::listed).collect())
}

fn each_company_once(seals: &[Seal]) -> Result<(), RegisterError> {
    let mut seen = HashMap::new();
    for seal in seals {
        let Some(guid) = &seal.guid else { continue };
        if let Some(first) = seen.insert(guid, &seal.file) {
            let fault = format!("the seal {guid} a second time; the first is {first}");
            return Err(RegisterError::malformed(&seal.file, fault));
        }
    }
    Ok(())
}

fn by_holder(entries: Vec<Entry>) -> BTreeMap<Key, Licence> {
    let mut licences = BTreeMap::<Key, Licence>::new();
    for entry in entries {
        let holder = Holder::new(entry.guid.as_ref(), &entry.company);
        let key = (holder, identity(Mga, &entry.printed.number));
        licences.entry(key).or_default().add_entry(entry);
    }
    licences
}

/// Adds the rows of a seal. Beside a list, it adds only listed licences and those that are not in
/// force.
fn add_seal(
    licences: &mut BTreeMap<Key, Licence>,
    holder: &Holder,
    seal: &Seal,
    has_list: bool,
) -> Vec<Key> {
    let (mut keys, mut unlisted) = (Vec::new(), Vec::new());
    for row in &seal.licences {
        let key = (holder.clone(), identity(Mga, &row.number));
        let in_force = is_in_force(row.status.as_deref());
        if has_list && in_force && !licences.contains_key(&key) {
            unlisted.push(row.number.clone());
            continue;
        }
        licences.entry(key.clone()).or_default().add_row(seal, row);
        keys.push(key);
    }
    for (_, licence) in licences.iter_mut().filter(|((of, _), _)| of == holder) {
        licence.sealed(seal, &unlisted);
    }
    keys
}

/// Returns the company of the list that the seal is about: by GUID, and by the numbers where the
/// list links no seal or the seal page does not tell its GUID.
fn holder_on_list(licences: &BTreeMap<Key, Licence>, seal: &Seal) -> Result<Holder, RegisterError> {
    let by_guid = seal.guid.clone().map(Holder::Guid);
    if let Some(holder) = by_guid.filter(|by| licences.keys().any(|(of, _)| of == by)) {
        return Ok(holder);
    }
    let numbers: Vec<_> = seal.licences.iter().map(|row| identity(Mga, &row.number)).collect();
    let may_be = |of: &Holder| seal.guid.is_none() || matches!(of, Holder::Name(_));
    let theirs = licences.keys().filter(|(of, number)| may_be(of) && numbers.contains(number));
    let holders: BTreeSet<_> = theirs.map(|(holder, _)| holder).collect();
    match Vec::from_iter(holders)[..] {
        [holder] => Ok(holder.clone()),
        [] => not_on_list(seal),
        _ => {
            let what = "its licences are listed under several companies";
            Err(RegisterError::malformed(&seal.file, what))
        }
    }
}

/// Returns the holder of a seal that is not on the list. Only a seal without a licence in force may be
/// about a company that the list no longer has.
fn not_on_list(seal: &Seal) -> Result<Holder, RegisterError> {
    match seal.licences.iter().find(|row| is_in_force(row.status.as_deref())) {
        Some(row) => {
            let what = format!(
                "{} is in force here, and neither it nor its company is on the list; the pages \
                 of one read belong together",
                row.number
            );
            Err(RegisterError::malformed(&seal.file, what))
        }
        None => Ok(Holder::new(seal.guid.as_ref(), &seal.company)),
    }
}

/// Returns the company of a seal without a list, by its GUID, so that a list read later finds it.
fn by_guid(seal: &Seal) -> Result<Holder, RegisterError> {
    seal.guid.clone().map(Holder::Guid).ok_or_else(|| {
        let what = "the page does not tell its GUID; save it under its address \
                    (…company=<guid>…), or give the list with it";
        RegisterError::malformed(&seal.file, what)
    })
}
