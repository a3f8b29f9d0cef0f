//! The list as a browser shows it: one panel for each authorisation, on one or several pages.

use std::collections::{BTreeMap, BTreeSet};

use scraper::ElementRef;

use super::cells::{Printed, is_registration_number};
use super::guid;
use crate::register::RegisterError;
use crate::register::html_page::{blocks_in, is_content, selector, text_in};
use crate::register::html_table::{Cell, rows_of};
use crate::register::layout::{Found, Names, note, remark};
use crate::register::page_layout::note_table;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::unknown_name::NameKind;
use crate::text::{folded, quoted};

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

/// Returns whether the page is one of the list: it has panels of companies.
pub(super) fn is_one(page: &SurveyedPage<'_>) -> bool {
    page.all(selector!("mat-expansion-panel")).next().is_some()
}

impl Page {
    /// Reads the panels of a page.
    pub(super) fn parse(page: &SurveyedPage<'_>) -> Result<Self, RegisterError> {
        let panels = page.all(selector!("mat-expansion-panel"));
        let is_in_a_panel = |table: &ElementRef<'_>| {
            let mut around = table.ancestors().filter_map(ElementRef::wrap);
            around.any(|element| element.value().name() == "mat-expansion-panel")
        };
        let others = page.tables().filter(|it| is_content(*it) && !is_in_a_panel(it));
        others.for_each(|table| note_table(page, table));
        let entries = panels.map(|panel| entry(page, panel)).collect::<Result<_, _>>()?;
        Ok(Self { file: page.name().to_owned(), entries, total: total_of(page) })
    }
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

/// Returns the number after the last `of` (`1 – 100 of 317`).
fn total_of(page: &SurveyedPage<'_>) -> Option<usize> {
    let labels = page.all(selector!(".mat-mdc-paginator-range-label, .mat-paginator-range-label"));
    let label = labels.map(text_in).find(|label| !label.is_empty())?;
    let (_, total) = label.rsplit_once(" of ")?;
    total.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

fn entry(page: &SurveyedPage<'_>, panel: ElementRef<'_>) -> Result<Entry, RegisterError> {
    let title = panel.select(selector!(".company_name")).next().map(Cell::from_element);
    let struck = title.as_ref().and_then(|title| page.cell_remark("Company Name", title));
    let title = title.map(|title| title.text).unwrap_or_default();
    let (rows, mut remarks) = rows(page, panel, &title)?;
    remarks.extend(struck.into_iter().chain(page.remarks_of_part(texts_beside(panel, &title))));
    let text = |label: Label| rows.get(&label).map(|cell| cell.text.clone());
    let required = |label: Label, row: &str| {
        let panel = quoted(&title);
        let missing = format!("the row {row:?} in the panel {panel}, as the English page has it");
        text(label).ok_or_else(|| page.is_not(&missing))
    };
    let number = required(Label::Number, "Authorisation Number")?;
    let kind = required(Label::Kind, "Authorisation type")?;
    let status = required(Label::Status, "Status")?;
    let mut printed = Printed::parse(&number, &kind, &status)
        .map_err(|fault| page.malformed(format!("panel {}: {fault}", quoted(&title))))?;
    let marked =
        [(Label::Company, "Company Name"), (Label::Number, "Number"), (Label::Status, "Status")];
    let marked = marked.iter().filter_map(|(label, name)| Some((name, rows.get(label)?)));
    remarks.extend(marked.filter_map(|(name, cell)| page.cell_remark(name, cell)));
    note(&mut printed.status, &remarks);
    let company = text(Label::Company).filter(|name| !name.is_empty()).unwrap_or(title);
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

/// Returns the texts of a panel's body beside its table and the company's name.
fn texts_beside(panel: ElementRef<'_>, title: &str) -> Vec<String> {
    let is_read =
        |it: ElementRef<'_>| matches!(it.value().name(), "table" | "mat-expansion-panel-header");
    let texts = blocks_in(panel, is_read).into_iter().map(|block| block.text);
    texts.filter(|text| folded(text) != folded(title)).collect()
}

/// Returns the cells of a panel by their labels, and the remarks among them.
fn rows<'p>(
    page: &SurveyedPage<'_>,
    panel: ElementRef<'p>,
    title: &str,
) -> Result<(BTreeMap<Label, Cell<'p>>, Vec<String>), RegisterError> {
    let (mut rows, mut remarks) = (BTreeMap::new(), Vec::new());
    for row in panel.select(selector!("table")).flat_map(rows_of) {
        let label = row.0.first().map(|cell| cell.text.clone()).unwrap_or_default();
        let value = row.0.get(1).cloned();
        let others = row.0.iter().skip(2);
        remarks.extend(others.filter_map(|cell| page.text_remark(&label, &cell.text)));
        match (page.find(NameKind::Label, &label, &LABELS), value) {
            (Found::Field(field), Some(value)) => {
                if rows.insert(field, value).is_some() {
                    let panel = quoted(title);
                    let fault = format!("the row {label:?} stands twice in the panel {panel}");
                    return Err(page.malformed(fault));
                }
            }
            (Found::Remark, Some(value)) => remarks.extend(remark(&label, &value.text)),
            (Found::Field(_) | Found::Remark, None) | (Found::Beside, _) => {}
        }
    }
    Ok((rows, remarks))
}
