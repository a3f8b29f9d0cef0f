//! The list as a browser shows it: one panel for each authorisation, on one or several pages.

use std::collections::{BTreeMap, BTreeSet};

use scraper::ElementRef;

use super::cells::{Printed, is_registration_number};
use super::guid;
use super::pages::another_layout;
use crate::register::html_page::{HtmlPage, selector, text_in};
use crate::register::html_table::{Cell, rows_of};
use crate::register::layout::{Found, Names, Place, Survey, remark};
use crate::register::{RegisterError, RegisterFault};
use crate::text::quoted;

/// What a row of a panel is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    Number,
    Kind,
    Status,
    Company,
    Registration,
    Seal,
}

const LABELS: Names<Label> = Names {
    fields: &[
        (Label::Number, "authorisation number"),
        (Label::Kind, "authorisation type"),
        (Label::Status, "status"),
        (Label::Company, "company name"),
        (Label::Registration, "registration number"),
        (Label::Seal, "company seal"),
    ],
    beside: "address | company number | registered address",
};

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
    pub(super) fn parse(survey: &Survey<'_>, page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let panels = page.all(selector!("mat-expansion-panel"));
        let entries: Result<Vec<_>, _> = panels.map(|panel| entry(survey, page, panel)).collect();
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
            let fault =
                "no entry links its seal; expected a link under \"Company Seal\"".to_owned();
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

fn entry(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    panel: ElementRef<'_>,
) -> Result<Entry, RegisterError> {
    let named = panel.select(selector!(".company_name")).next().map(text_in).unwrap_or_default();
    let (rows, mut remarks) = rows(survey, page, panel, &named)?;
    let text = |label: Label| rows.get(&label).map(|cell| cell.text.clone());
    let required = |label: Label, called: &str| {
        text(label).ok_or_else(|| {
            another_layout(page, &format!("the row {called:?} in the panel {}", quoted(&named)))
        })
    };
    let number = required(Label::Number, "Authorisation Number")?;
    let kind = required(Label::Kind, "Authorisation type")?;
    let status = required(Label::Status, "Status")?;
    let mut printed = Printed::parse(&number, &kind, &status)
        .map_err(|fault| page.malformed(format!("panel {}: {fault}", quoted(&named))))?;
    let marked =
        [(Label::Company, "Company Name"), (Label::Number, "Number"), (Label::Status, "Status")];
    remarks.extend(
        marked
            .iter()
            .filter_map(|(label, called)| rows.get(label)?.remark(called, survey, page.name())),
    );
    printed.note(&remarks);
    let company = text(Label::Company).filter(|name| !name.is_empty()).unwrap_or(named.clone());
    if company.is_empty() || is_registration_number(&company) {
        let fault = format!("the company of {} is {}, no name", printed.number, quoted(&company));
        return Err(page.malformed(fault));
    }
    let seal = rows.get(&Label::Seal).into_iter();
    let links = seal.flat_map(|cell| cell.element.select(selector!("a")));
    let guid = links.filter_map(|link| guid::in_seal_link(link.attr("href")?)).next();
    let registration = text(Label::Registration).unwrap_or_default();
    Ok(Entry { company, registration, printed, guid })
}

/// The cells of a panel by their labels, and the remarks among them.
fn rows<'p>(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    panel: ElementRef<'p>,
    named: &str,
) -> Result<(BTreeMap<Label, Cell<'p>>, Vec<String>), RegisterError> {
    let (mut rows, mut remarks) = (BTreeMap::new(), Vec::new());
    for row in panel.select(selector!("table")).flat_map(rows_of) {
        let label = row.0.first().map(|cell| cell.text.clone()).unwrap_or_default();
        let value = row.0.get(1).cloned();
        match (survey.find(page.name(), Place::Label, &label, &LABELS), value) {
            (Found::Field(field), Some(value)) => {
                if rows.insert(field, value).is_some() {
                    let named = quoted(named);
                    let fault = format!("the row {label:?} stands twice in the panel {named}");
                    return Err(page.malformed(fault));
                }
            }
            (Found::Remark, Some(value)) => remarks.extend(remark(&label, &value.text)),
            (Found::Field(_) | Found::Remark, None) | (Found::Beside, _) => {}
        }
    }
    Ok((rows, remarks))
}
