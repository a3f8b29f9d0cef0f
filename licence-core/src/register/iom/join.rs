//! Page and spreadsheet joined by company.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::entry::Entry;
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::layout::remark;
use crate::register::reading::ListedLicence;
use crate::register::reading::pages::{
    FIRM_STATUS, SPREADSHEET, SPREADSHEET_REMARKS, STATUS_DIFFERENCE,
};
use crate::status::wording::{is_active, is_known, rank};
use crate::text::folded;

/// Returns the licences of both, in the order of their holders' names. Beside a page, an entry that
/// only the spreadsheet has is none if its word is in force and nothing is said against it: a
/// licensee that ends leaves the page, and the spreadsheet may be older.
pub(super) fn licences(page: Option<Vec<Entry>>, sheet: Vec<Entry>) -> Vec<ListedLicence> {
    let (has_page, page) = (page.is_some(), page.unwrap_or_default());
    let (on_page, on_sheet) = (names(&page), names(&sheet));
    let mut by_company = BTreeMap::<String, (Vec<Entry>, Vec<Entry>)>::new();
    for entry in page {
        by_company.entry(entry.key()).or_default().0.push(entry);
    }
    for entry in sheet {
        by_company.entry(key_on_page(&entry, &on_page, &on_sheet)).or_default().1.push(entry);
    }
    let licences = by_company.into_values().flat_map(|(page, sheet)| {
        let (mut licences, left) = paired(page, sheet);
        let is_plain = |entry: &Entry| is_in_force(&entry.status) && entry.remarks.is_empty();
        let is_out = |entry: &Entry| !(has_page && is_plain(entry));
        let only_in_sheet = left.into_iter().filter(is_out);
        licences.extend(only_in_sheet.map(|mut entry| {
            let remarks = remarks_of(&entry);
            entry.keep_remarks(&remarks);
            entry.into_licence()
        }));
        licences
    });
    licences.collect()
}

/// The names by what is left of them without the legal form.
type Names = BTreeMap<String, BTreeSet<String>>;

fn names(entries: &[Entry]) -> Names {
    let mut names = Names::new();
    for entry in entries {
        names.entry(entry.bare_key()).or_default().insert(entry.key());
    }
    names
}

/// Returns the key that the page has for a company of the spreadsheet. A legal form that only one
/// of the two writes is left off where one company of each bears the name; two different forms are
/// two companies.
fn key_on_page(entry: &Entry, on_page: &Names, on_sheet: &Names) -> String {
    let (key, bare) = (entry.key(), entry.bare_key());
    let only = |names: &Names| {
        names.get(&bare).filter(|names| names.len() == 1).and_then(BTreeSet::first).cloned()
    };
    match (only(on_page), only(on_sheet)) {
        (Some(other), Some(_)) if other == bare || key == bare => other,
        _ => key,
    }
}

/// Returns the licences of one company on the page, and the entries that only the spreadsheet has:
/// those of one licence type belong together, and the two that are left over.
fn paired(mut page: Vec<Entry>, mut sheet: Vec<Entry>) -> (Vec<ListedLicence>, Vec<Entry>) {
    let mut licences = Vec::new();
    let mut left = Vec::new();
    for entry in page.drain(..) {
        match sheet.iter().position(|other| folded(&other.kind) == folded(&entry.kind)) {
            Some(at) => licences.push(joined(entry, sheet.remove(at))),
            None => left.push(entry),
        }
    }
    if let ([_], [_]) = (&left[..], &sheet[..]) {
        licences.extend(left.drain(..).zip(sheet.drain(..)).map(|(a, b)| joined(a, b)));
    }
    licences.extend(left.into_iter().map(Entry::into_licence));
    (licences, sheet)
}

/// Returns the licence as the page has it, with what only the spreadsheet says and with the worse status.
fn joined(mut page: Entry, mut sheet: Entry) -> ListedLicence {
    if page.kind.is_empty() {
        page.kind.clone_from(&sheet.kind);
    }
    page.from = page.from.or(sheet.from);
    if let Some(difference) = difference(&page.status, &sheet.status) {
        page.raw.insert(STATUS_DIFFERENCE.to_owned(), difference.into());
    }
    sheet.remarks = remarks_of(&sheet);
    page.keep_remarks(&sheet.remarks);
    page.status = worse(&page.status, &sheet.status).to_owned();
    sheet.remarks.retain(|remark| !page.remarks.contains(remark));
    page.remarks.append(&mut sheet.remarks);
    page.raw.insert(SPREADSHEET.to_owned(), Value::Object(sheet.raw));
    page.into_licence()
}

/// Returns what in a row of the spreadsheet takes a licence out of force: the remarks, and a word that no
/// table knows.
fn remarks_of(sheet: &Entry) -> Vec<String> {
    let is_unknown = !is_known(Iom, Some(&sheet.status)) && !is_in_force(&sheet.status);
    let word = is_unknown.then(|| remark(FIRM_STATUS, &sheet.status)).flatten();
    word.into_iter().chain(sheet.remarks.iter().cloned()).collect()
}

impl Entry {
    /// Keeps the remarks of the spreadsheet for a reading that has the page alone.
    fn keep_remarks(&mut self, remarks: &[String]) {
        if !remarks.is_empty() {
            self.raw.insert(SPREADSHEET_REMARKS.to_owned(), remarks.join("; ").into());
        }
    }
}

/// Returns whether a word of the spreadsheet means a licence in force.
fn is_in_force(word: &str) -> bool {
    is_active(Iom, Some(word)) || ["current", "licensed"].contains(&folded(word).as_str())
}

/// Returns the status that counts: the worse of two known ones that differ, else the page's. A provisional
/// one is worse than a plain one.
fn worse<'s>(page: &'s str, sheet: &'s str) -> &'s str {
    let is_worse = rank(Iom, Some(sheet)) > rank(Iom, Some(page));
    let both_known = [page, sheet].into_iter().all(|word| is_known(Iom, Some(word)));
    if page.is_empty() || (both_known && is_worse) { sheet } else { page }
}

fn difference(page: &str, sheet: &str) -> Option<String> {
    let differs = !page.is_empty() && folded(page) != folded(sheet);
    let counts = worse(page, sheet);
    differs.then(|| format!("the page says {page:?}, the spreadsheet {sheet:?}; {counts:?} counts"))
}
