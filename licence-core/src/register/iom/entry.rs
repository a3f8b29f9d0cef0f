//! One licensee as the page or the spreadsheet has it.

use serde_json::{Map, Value};

use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::layout::{company_key, with_remarks};
use crate::register::reading::{ListedDomain, ListedLicence, ListedOperator};
use crate::register::survey::Survey;
use crate::register::swapped::is_no_name;
use crate::status::wording::is_status;
use crate::text::{folded, non_empty, quoted};
use crate::time::Date;
use crate::written_date;

#[derive(Clone, Default)]
pub(super) struct Entry {
    pub(super) name: String,
    /// Verbatim but for blanks.
    pub(super) status: String,
    pub(super) kind: String,
    pub(super) from: Option<Date>,
    pub(super) to: Option<Date>,
    /// `None` where the source lists no domains at all.
    pub(super) domains: Option<Vec<ListedDomain>>,
    /// What takes the licence out of force.
    pub(super) remarks: Vec<String>,
    /// Every cell under its label.
    pub(super) raw: Map<String, Value>,
}

impl Entry {
    /// Returns whether name, status and type are what their columns say.
    pub(super) fn check(&self, called: &str) -> Result<(), String> {
        if self.name.is_empty() {
            return Err(format!("{called} has no company name"));
        }
        let (name, kind) = (quoted(&self.name), quoted(&self.kind));
        if is_no_name(&self.name) {
            return Err(format!("the columns look swapped: a company is called {name}"));
        }
        if is_status(Iom, &self.kind) {
            return Err(format!("the columns look swapped: the licence type of {name} is {kind}"));
        }
        Ok(())
    }

    /// Keeps a value under its label. A second value of one label joins the first.
    pub(super) fn keep(&mut self, label: &str, value: &str) {
        let label = label.trim_end_matches([':', ' ']);
        let before = self.raw.get(label).and_then(Value::as_str);
        let text = before.map_or_else(|| value.to_owned(), |before| format!("{before} {value}"));
        self.raw.insert(label.to_owned(), text.into());
    }

    pub(super) fn into_licence(self) -> ListedLicence {
        // The case of a type is no other type.
        let known = TYPES.into_iter().find(|known| folded(known) == folded(&self.kind));
        let license_type = non_empty(self.kind);
        ListedLicence {
            operator: ListedOperator::named(self.name),
            status_text: Some(with_remarks(&self.status, &self.remarks)),
            license_types: known.map(str::to_owned).or(license_type.clone()).into_iter().collect(),
            license_type_raw: license_type,
            issued_date: self.from,
            expiry_date: self.to,
            raw_data: self.raw,
            domains_complete: self.domains.is_some(),
            domains: self.domains.unwrap_or_default(),
            ..ListedLicence::default()
        }
    }
}

/// Returns the entries in order, and each of them once. Two that differ in their remarks or domains
/// are two.
pub(super) fn without_duplicates(mut entries: Vec<Entry>) -> Vec<Entry> {
    let order = |it: &Entry| {
        let raw = Value::from(it.raw.clone()).to_string();
        let domains = it.domains.iter().flatten().map(|domain| domain.domain.clone());
        (company_key(&it.name), folded(&it.kind), raw, it.remarks.clone(), Vec::from_iter(domains))
    };
    entries.sort_by_cached_key(order);
    entries.dedup_by_key(|entry| order(entry));
    entries
}

/// The types as the register usually writes them.
const TYPES: [&str; 4] = ["Full", "Network Services", "Software Supply", "Sub-licence"];

/// What the page writes instead of the last day of a licence.
const NO_END: &str = "current";

/// Returns the text of a date cell as a remark. A date, an empty cell, the declared word and an
/// accepted text are none.
pub(super) fn date_remark(
    survey: &Survey<'_>,
    file: &str,
    label: &str,
    text: &str,
) -> Option<String> {
    let is_declared = written_date::whole(text).is_some() || folded(text) == NO_END;
    if is_declared { None } else { survey.text_remark(file, label, text) }
}
