//! The list and the seals joined into licences.

use std::collections::HashMap;

use super::cells::is_in_force;
use super::licence::Licence;
use super::panel::Entry;
use super::seal::Seal;
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::licence_number::identity;
use crate::register::RegisterError;
use crate::register::layout::{company_key, note};
use crate::register::reading::ListedLicence;
use crate::register::survey::Survey;

/// Returns the licences in the order of holder and number, whatever the order of the files.
pub(super) fn licences(
    survey: &Survey<'_>,
    mut entries: Vec<Entry>,
    seals: &[Seal],
    has_list: bool,
) -> Result<Vec<ListedLicence>, RegisterError> {
    entries.sort_unstable();
    let mut licences: Vec<_> = entries.into_iter().map(Licence::from_entry).collect();
    let mut first = HashMap::new();
    for seal in seals {
        if let Some(first) = first.insert(&seal.guid, &seal.file) {
            let fault = format!("the seal {} a second time; the first is {first}", seal.guid);
            return Err(RegisterError::malformed(&seal.file, fault));
        }
        if has_list {
            check_listed(&licences, seal)?;
        }
        add_seal(survey, &mut licences, seal, has_list);
    }
    licences.sort_by_cached_key(Licence::key);
    Ok(licences.into_iter().map(Licence::listed).collect())
}

/// Checks that the company of a seal is on the list. Only a seal without a licence in force may be about a
/// company that the list no longer has.
fn check_listed(licences: &[Licence], seal: &Seal) -> Result<(), RegisterError> {
    let mut in_force = seal.licences.iter().filter(|row| is_in_force(row.status.as_deref()));
    match in_force.next().filter(|_| !licences.iter().any(|it| it.is_of(seal))) {
        Some(row) => {
            let what = format!(
                "{} is in force here, and no entry of the list links this seal; the pages of one \
                 read belong together",
                row.number
            );
            Err(RegisterError::malformed(&seal.file, what))
        }
        None => Ok(()),
    }
}

/// Adds the rows and web sites of a seal. Beside a list, it adds only listed licences and those that are
/// not in force.
fn add_seal(survey: &Survey<'_>, licences: &mut Vec<Licence>, seal: &Seal, has_list: bool) {
    let mut unlisted = Vec::new();
    for row in &seal.licences {
        let number = identity(Mga, &row.number);
        let is_it =
            |it: &&mut Licence| it.is_of(seal) && it.sealed.is_none() && it.key().1 == number;
        match licences.iter_mut().find(is_it) {
            Some(licence) => {
                // The list decides who holds a licence. A seal that disagrees is no pass.
                let is_other = company_key(&licence.company) != company_key(&seal.company);
                let is_pass = is_in_force(row.status.as_deref());
                let other = (is_other && is_pass).then_some(&seal.company);
                let remark =
                    other.and_then(|name| survey.text_remark(&seal.file, "Operator", name));
                let row = licence.sealed.insert(row.clone());
                note(&mut row.status, remark);
            }
            None if has_list && is_in_force(row.status.as_deref()) => {
                unlisted.push(row.number.clone());
            }
            None => licences.push(Licence::from_row(seal, row)),
        }
    }
    let mut theirs: Vec<_> = licences.iter_mut().filter(|it| it.is_of(seal)).collect();
    for licence in &mut theirs {
        licence.verticals.extend(seal.verticals.iter().cloned());
        licence.unlisted.clone_from(&unlisted);
        licence.domains_complete = seal.says_websites;
    }
    // A surrendered licence beside a valid one gets no web sites, and a supplier's licence gets none beside
    // one for players. If that one is surrendered, its sites are not licensed for play.
    let sealed = theirs.into_iter().filter(|it| it.sealed.is_some());
    if let Some(best) = sealed.min_by(|a, b| a.place().cmp(&b.place())) {
        best.websites.extend(seal.websites.iter().cloned());
        best.website_cells.extend(seal.website_cells.iter().cloned());
    }
}
