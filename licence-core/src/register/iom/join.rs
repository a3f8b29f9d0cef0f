//! Page and spreadsheet joined by company.

use std::collections::BTreeMap;

use serde_json::Value;

use super::entry::Entry;
use crate::check::names;
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::layout::{company_key, remark};
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
    let (has_page, mut by_company) = (page.is_some(), BTreeMap::<_, (Vec<_>, Vec<_>)>::new());
    for entry in page.into_iter().flatten() {
        by_company.entry(Company::from_entry(&entry)).or_default().0.push(entry);
    }
    let on_page: Vec<_> = by_company.keys().cloned().collect();
    for entry in sheet {
        let own = Company::from_entry(&entry);
        let likely: Vec<_> = on_page.iter().filter(|other| own.may_be(other)).collect();
        let company = match likely[..] {
            [only] if !on_page.contains(&own) => only.clone(),
            _ => own,
        };
        by_company.entry(company).or_default().1.push(entry);
    }
    let mut licences = Vec::new();
    for (page, sheet) in by_company.into_values() {
        let (joined, left) = paired(page, sheet);
        licences.extend(joined);
        let is_plain = |entry: &Entry| is_in_force(&entry.status) && entry.remarks.is_empty();
        let only_in_sheet = left.into_iter().filter(|entry| !(has_page && is_plain(entry)));
        licences.extend(only_in_sheet.map(|mut entry| {
            let remarks = remarks_of(&entry);
            entry.keep_remarks(&remarks);
            entry.into_licence()
        }));
    }
    licences
}

/// A company by its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Company {
    key: String,
    /// The key of the name without its legal form.
    bare: String,
}

impl Company {
    fn from_entry(entry: &Entry) -> Self {
        let bare = names::keys_without_legal_form(&entry.name).into_iter().next();
        Self { key: company_key(&entry.name), bare: bare.unwrap_or_default() }
    }

    /// Returns whether two names differ in nothing but that one leaves its legal form off. Two different
    /// forms are two companies.
    fn may_be(&self, other: &Self) -> bool {
        self.bare == other.bare && (self.key == self.bare || other.key == other.bare)
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
    // Which of several rows such an entry is about is not known: what one says may be said of it.
    for entry in &mut left {
        let kind = entry.kind.clone();
        let rows = sheet.iter().filter(|row| may_be_of_one_type(&kind, &row.kind));
        rows.for_each(|row| entry.weaken(row));
    }
    licences.extend(left.into_iter().map(Entry::into_licence));
    (licences, sheet)
}

/// Returns whether one type is left off, or is among those of the other (`Full, Network Services`).
fn may_be_of_one_type(page: &str, sheet: &str) -> bool {
    let types = |kind: &str| -> Vec<String> {
        kind.split([',', '/', '&']).map(folded).filter(|kind| !kind.is_empty()).collect()
    };
    let (page, sheet) = (types(page), types(sheet));
    page.is_empty() || sheet.is_empty() || page.iter().any(|kind| sheet.contains(kind))
}

/// Returns the licence as the page has it, with what only the spreadsheet says and with the worse status.
fn joined(mut page: Entry, sheet: Entry) -> ListedLicence {
    if page.kind.is_empty() {
        page.kind.clone_from(&sheet.kind);
    }
    page.from = page.from.or(sheet.from);
    page.weaken(&sheet);
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
    /// Takes the remarks of a row of the spreadsheet, and its status if that is the worse one.
    fn weaken(&mut self, sheet: &Entry) {
        if let Some(difference) = difference(&self.status, &sheet.status) {
            self.raw.insert(STATUS_DIFFERENCE.to_owned(), difference.into());
        }
        let mut remarks = remarks_of(sheet);
        self.keep_remarks(&remarks);
        self.status = worse(&self.status, &sheet.status).to_owned();
        remarks.retain(|remark| !self.remarks.contains(remark));
        self.remarks.append(&mut remarks);
    }

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
