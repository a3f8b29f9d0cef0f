//! The list as a browser shows it: one panel for each authorisation, on one or several pages.

use std::collections::{BTreeMap, BTreeSet};

use scraper::ElementRef;

use super::cells::{Printed, is_registration_number};
use super::guid;
use super::pages::another_layout;
use crate::register::html_page::{HtmlPage, selector, text_in};
use crate::register::{RegisterError, RegisterFault};
use crate::text::{folded, shown};

const NUMBER: &str = "Authorisation Number";
const KIND: &str = "Authorisation type";
const STATUS: &str = "Status";
const COMPANY: &str = "Company Name";
const REGISTRATION: &str = "Registration Number";
const SEAL: &str = "Company Seal";
const LABELS: [&str; 6] = [NUMBER, KIND, STATUS, COMPANY, REGISTRATION, SEAL];

/// An authorisation as the list has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) company: String,
    /// The company's number in its own country's register; may be blank.
    pub(super) registration: String,
    pub(super) printed: Printed,
    /// The GUID of the company's seal, where the entry links it.
    pub(super) guid: Option<String>,
}

/// One page of the list.
pub(super) struct Page {
    file: String,
    entries: Vec<Entry>,
    /// How many entries the whole list has, where the page says so.
    total: Option<usize>,
}

/// Whether the page is one of the list: it has panels of companies.
pub(super) fn is_one(page: &HtmlPage<'_>) -> bool {
    page.all(selector!("mat-expansion-panel")).next().is_some()
}

impl Page {
    /// Reads the panels of a page.
    pub(super) fn of(page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let panels = page.all(selector!("mat-expansion-panel"));
        let entries: Result<Vec<_>, _> = panels.map(|panel| entry(page, panel)).collect();
        Ok(Self { file: page.name().to_owned(), entries: entries?, total: total_of(page) })
    }
}

/// The entries of all pages, when they are all pages.
pub(super) fn all_entries(pages: Vec<Page>) -> Result<Vec<Entry>, RegisterError> {
    no_page_missing(&pages)?;
    no_entry_on_two(&pages)?;
    let entries: Vec<_> = pages.iter().flat_map(|page| &page.entries).cloned().collect();
    match pages.first() {
        Some(first) if entries.iter().all(|entry| entry.guid.is_none()) => {
            let fault = format!("no entry links its seal; expected a link under {SEAL:?}");
            Err(RegisterError::of_file(&first.file, RegisterFault::Malformed(fault)))
        }
        _ => Ok(entries),
    }
}

/// The paginator counts the entries of the whole list.
fn no_page_missing(pages: &[Page]) -> Result<(), RegisterError> {
    let found: usize = pages.iter().map(|page| page.entries.len()).sum();
    for page in pages {
        if let Some(total) = page.total.filter(|total| *total != found) {
            let fault = format!(
                "the list has {total} entries by its paginator, the pages given have {found}"
            );
            return Err(RegisterError::of_file(&page.file, RegisterFault::Malformed(fault)));
        }
    }
    Ok(())
}

/// One page saved twice, the paginator not moved, may differ in what the browser adds to it.
fn no_entry_on_two(pages: &[Page]) -> Result<(), RegisterError> {
    let mut seen = BTreeMap::new();
    for page in pages {
        let entries: BTreeSet<_> = page.entries.iter().collect();
        for entry in entries {
            if let Some(first) = seen.insert(entry, &page.file) {
                let number = &entry.printed.number;
                let fault = format!("{number} stands on {first} too; one page saved twice?");
                return Err(RegisterError::of_file(&page.file, RegisterFault::Malformed(fault)));
            }
        }
    }
    Ok(())
}

/// The number behind the last `of` (`1 – 100 of 317`).
fn total_of(page: &HtmlPage<'_>) -> Option<usize> {
    let labels = page.all(selector!(".mat-mdc-paginator-range-label, .mat-paginator-range-label"));
    let label = labels.map(text_in).find(|label| !label.is_empty())?;
    let (_, total) = label.rsplit_once(" of ")?;
    total.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

fn entry(page: &HtmlPage<'_>, panel: ElementRef<'_>) -> Result<Entry, RegisterError> {
    let named = panel.select(selector!(".company_name")).next().map(text_in).unwrap_or_default();
    let rows = rows(page, panel, &named)?;
    let text = |label: &str| rows.get(&folded(label)).map(|cell| text_in(*cell));
    let required = |label: &str| {
        text(label).ok_or_else(|| {
            let shown = shown(&named);
            another_layout(page, &format!("the row {label:?} in the panel {shown}"))
        })
    };
    let company = text(COMPANY).filter(|name| !name.is_empty()).unwrap_or(named.clone());
    let mut printed = Printed::of(&required(NUMBER)?, &required(KIND)?, &required(STATUS)?)
        .map_err(|fault| page.malformed(format!("panel {}: {fault}", shown(&named))))?;
    for (label, cell) in rows.iter().filter(|(label, _)| !LABELS.map(folded).contains(label)) {
        printed.note(label, &text_in(*cell));
    }
    if company.is_empty() || is_registration_number(&company) {
        let fault = format!("the company of {} is {}, no name", printed.number, shown(&company));
        return Err(page.malformed(fault));
    }
    let links = rows.get(&folded(SEAL)).into_iter().flat_map(|cell| cell.select(selector!("a")));
    let guid = links.filter_map(|link| guid::in_seal_link(link.attr("href")?)).next();
    Ok(Entry { company, registration: text(REGISTRATION).unwrap_or_default(), printed, guid })
}

/// The cells of a panel by their labels.
fn rows<'p>(
    page: &HtmlPage<'_>,
    panel: ElementRef<'p>,
    named: &str,
) -> Result<BTreeMap<String, ElementRef<'p>>, RegisterError> {
    let mut rows = BTreeMap::new();
    for row in panel.select(selector!("table tr")) {
        let mut cells = row.child_elements();
        let label = cells.next().filter(|cell| cell.value().name() == "th");
        let value = cells.next().filter(|cell| cell.value().name() == "td");
        let Some((label, value)) = label.zip(value) else { continue };
        if rows.insert(folded(&text_in(label)), value).is_some() {
            let label = text_in(label);
            let fault = format!("the row {label:?} stands twice in the panel {}", shown(named));
            return Err(page.malformed(fault));
        }
    }
    Ok(rows)
}
