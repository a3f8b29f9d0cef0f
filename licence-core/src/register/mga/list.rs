//! The list as a browser shows it: one panel for each authorisation, on one or several pages.

use std::collections::{BTreeMap, BTreeSet};

use scraper::ElementRef;

use super::paginator::total_of;
pub(super) use super::panel::Entry;
use super::panel::{LABELS, entry};
use crate::register::RegisterError;
use crate::register::html_page::{selector, text_in};
use crate::register::layout::{REMARKS, key};
use crate::register::page_layout::{check_lists, check_one_list};
use crate::register::paging::check_paging;
use crate::register::surveyed_page::SurveyedPage;

/// The headings over the list.
const HEADINGS: &str = "authorisations | licensee register | licensees | malta gaming authority | \
    mga licensee register";

/// One page of the list.
pub(super) struct Page {
    file: String,
    entries: Vec<Entry>,
    /// How many entries the whole list has, where the page says so.
    total: Option<usize>,
}

/// Returns whether the page is one of the list: it has panels of companies.
pub(super) fn is_one(page: &SurveyedPage<'_>) -> bool {
    page.all(selector!("mat-expansion-panel")).next().is_some()
}

impl Page {
    /// Reads the panels of a page.
    pub(super) fn parse(page: &SurveyedPage<'_>) -> Result<Self, RegisterError> {
        check_lists(page, &headings(page), |table| {
            let mut around = table.ancestors().filter_map(ElementRef::wrap);
            around.any(|element| element.value().name() == "mat-expansion-panel")
        });
        check_one_list(page, page.all(selector!("mat-expansion-panel")))?;
        let panels = page.all(selector!("mat-expansion-panel"));
        let entries = panels.map(|panel| entry(page, panel)).collect::<Result<_, _>>()?;
        let total = total_of(page)?;
        if total.is_none() {
            check_paging(page)?;
        }
        Ok(Self { file: page.name().to_owned(), entries, total })
    }
}

/// Returns the headings of the page. The name of a company may be the heading of its panel, and a
/// label without a value is like a heading in its table.
fn headings(page: &SurveyedPage<'_>) -> String {
    let names = page.all(selector!("mat-expansion-panel .company_name"));
    let names = names.map(|name| key(&text_in(name)));
    let labels = LABELS.fields.iter().map(|(_, labels)| *labels).chain([LABELS.beside]);
    let declared = labels.chain([HEADINGS, REMARKS]).map(str::to_owned);
    declared.chain(names).collect::<Vec<_>>().join(" | ")
}

/// Returns the entries of all pages.
pub(super) fn all_entries(pages: Vec<Page>) -> Result<Vec<Entry>, RegisterError> {
    let found: usize = pages.iter().map(|page| page.entries.len()).sum();
    let mut seen = BTreeMap::new();
    for page in &pages {
        // The paginator counts the entries of the whole list.
        if let Some(total) = page.total.filter(|total| *total != found) {
            let fault = format!(
                "the list has {total} entries by its paginator, the pages given have {found}"
            );
            return Err(RegisterError::malformed(&page.file, fault));
        }
        // Bytes do not tell whether a page was saved twice: the browser adds to them.
        for entry in page.entries.iter().collect::<BTreeSet<_>>() {
            if let Some(first) = seen.insert(entry, &page.file) {
                let number = &entry.printed.number;
                let fault = format!("{number} stands on {first} too; one page saved twice?");
                return Err(RegisterError::malformed(&page.file, fault));
            }
        }
    }
    let is_linked = seen.keys().any(|entry| entry.guid.is_some());
    if let Some(first) = pages.first().filter(|_| !is_linked) {
        let fault = "no entry links its seal; expected a link under \"Company Seal\"";
        return Err(RegisterError::malformed(&first.file, fault));
    }
    Ok(pages.into_iter().flat_map(|page| page.entries).collect())
}
