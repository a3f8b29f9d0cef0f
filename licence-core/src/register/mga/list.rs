//! The list as a browser shows it: one panel for each authorisation, on one or several pages.

use std::collections::{BTreeMap, BTreeSet};

use super::panel::{Entry, entry};
use crate::register::RegisterError;
use crate::register::html_page::{elements_around, selector, text_in};
use crate::register::introduction::check_one_list;
use crate::register::layout::{REMARKS, key};
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::surveyed_page::SurveyedPage;
use crate::text::quoted;

/// The headings, and the labels: one without a value is like a heading in its table.
const HEADINGS: &str = "authorisations | licensee register | licensees | malta gaming authority | \
    mga licensee register | authorisation number | authorisation type | status | company name | \
    registration number | company seal";

pub(super) struct Page {
    file: String,
    entries: Vec<Entry>,
    /// How many entries the whole list has, where the page says so.
    total: Option<usize>,
}

pub(super) fn is_one(page: &SurveyedPage<'_>) -> bool {
    page.all(selector!("mat-expansion-panel")).next().is_some()
}

impl Page {
    pub(super) fn parse(page: &SurveyedPage<'_>) -> Result<Self, RegisterError> {
        check_lists(page, &headings(page), |table| {
            elements_around(*table).any(|it| it.value().name() == "mat-expansion-panel")
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

/// Returns the headings of the page. The name of a company may be the heading of its panel.
fn headings(page: &SurveyedPage<'_>) -> String {
    let names = page.all(selector!("mat-expansion-panel .company_name"));
    let names = names.map(|name| key(&text_in(name)));
    let declared = [HEADINGS, REMARKS].map(str::to_owned).into_iter();
    declared.chain(names).collect::<Vec<_>>().join(" | ")
}

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
        // Bytes do not show whether a page was saved twice: the browser adds to them.
        for entry in page.entries.iter().collect::<BTreeSet<_>>() {
            if let Some(first) = seen.insert(entry, &page.file) {
                let number = &entry.printed.number;
                let fault = format!("{number} is on {first} too; one page saved twice?");
                return Err(RegisterError::malformed(&page.file, fault));
            }
        }
    }
    Ok(pages.into_iter().flat_map(|page| page.entries).collect())
}

/// Returns how many entries the whole list has; `None` without a label.
///
/// # Errors
/// [`RegisterError`] with a label that does not tell it.
fn total_of(page: &SurveyedPage<'_>) -> Result<Option<usize>, RegisterError> {
    let labels = page.all(selector!(".mat-mdc-paginator-range-label, .mat-paginator-range-label"));
    let Some(label) = labels.map(text_in).find(|label| !label.is_empty()) else { return Ok(None) };
    let total = total_in(&label).ok_or_else(|| {
        let fault = format!(
            "the paginator says {}, not which entries are shown of how many, as in \
             \"1 \u{2013} 100 of 317\"",
            quoted(&label)
        );
        page.malformed(fault)
    });
    total.map(Some)
}

/// Returns the last of a label's three numbers: the first entry shown, the last, and all. Each
/// language has its own word between them, and its own sign between thousands.
fn total_in(label: &str) -> Option<usize> {
    let is_of_number = |c: char| c.is_ascii_digit() || ".,'\u{2019}".contains(c);
    let words = label.split(|c| !is_of_number(c)).filter(|word| !word.is_empty());
    let numbers = words.map(|word| word.replace(|c: char| !c.is_ascii_digit(), "").parse().ok());
    match numbers.collect::<Option<Vec<usize>>>()?[..] {
        [first, last, total] => (first <= last && last <= total).then_some(total),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
