//! A panel of the list: one authorisation.

use std::collections::BTreeMap;

use scraper::ElementRef;

use super::cells::{Printed, is_registration_number};
use super::guid;
use crate::register::html_page::{blocks_in, selector, text_in};
use crate::register::html_table::{Cell, rows_of, tooltips_around_rows};
use crate::register::layout::{Found, Names, note, remark};
use crate::register::marks::is_marked_number;
use crate::register::pictures::pictures_in;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::status::wording::has_word_out_of_force;
use crate::text::{folded, quoted};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Label {
    Number,
    Kind,
    Status,
    Company,
    Registration,
    Seal,
}

pub(super) const LABELS: Names<Label> = Names {
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

/// The cells that hold nothing but their value.
const PLAIN: [(Label, &str); 5] = [
    (Label::Company, "Company Name"),
    (Label::Registration, "Registration Number"),
    (Label::Number, "Number"),
    (Label::Kind, "Type"),
    (Label::Status, "Status"),
];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) company: String,
    /// The company's number in its own country's register; may be blank.
    pub(super) registration: String,
    pub(super) printed: Printed,
    /// The GUID of the company's seal, where the entry links it.
    pub(super) guid: Option<String>,
}

pub(super) fn entry(
    page: &SurveyedPage<'_>,
    panel: ElementRef<'_>,
) -> Result<Entry, RegisterError> {
    let title = panel.select(selector!(".company_name")).next().map(Cell::from_element);
    let beside_title = title.as_ref().and_then(|title| page.cell_remark("Company Name", title));
    let title = title.map(|title| title.text).unwrap_or_default();
    let (rows, mut remarks) = rows(page, panel, &title)?;
    remarks.extend(beside_title);
    remarks.extend(page.remarks_of_part(texts_beside(panel, &title, &rows)));
    remarks.extend(remarks_in_cells(page, &rows));
    let text = |label: Label| rows.get(&label).map(|cell| cell.text.clone());
    let required = |label: Label, row: &str| {
        let panel = quoted(&title);
        let missing = format!("the row {row:?} in the panel {panel}, as the English page has it");
        text(label).ok_or_else(|| page.is_not(&missing))
    };
    let number = required(Label::Number, "Authorisation Number")?;
    let kind = required(Label::Kind, "Authorisation type")?;
    let status = required(Label::Status, "Status")?;
    let number = rows.get(&Label::Number).map_or(number, |cell| page.plain_number(cell));
    let mut printed = Printed::parse(&number, &kind, &status)
        .map_err(|fault| page.malformed(format!("panel {}: {fault}", quoted(&title))))?;
    note(&mut printed.status, &remarks);
    let name = rows.get(&Label::Company).map(|cell| match cell.has_parts {
        true => page.plain_name(cell),
        false => cell.text.clone(),
    });
    let company = name.filter(|name| !name.is_empty()).unwrap_or(title);
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

/// Returns the texts and pictures of a panel beside its tables, without those that repeat a cell, and its title
/// if that is not the name in the table.
fn texts_beside(
    panel: ElementRef<'_>,
    title: &str,
    rows: &BTreeMap<Label, Cell<'_>>,
) -> Vec<String> {
    let is_read = |it: ElementRef<'_>| {
        it.value().name() == "table" || it.value().classes().any(|class| class == "company_name")
    };
    let company = rows.get(&Label::Company).map_or("", |name| name.text.as_str());
    let title = Some(title.to_owned()).filter(|it| !(company.is_empty() || it.is_empty()));
    let pictures = pictures_in(panel, &[company, title.as_deref().unwrap_or_default()], is_read);
    let blocks = blocks_in(panel, is_read).into_iter().map(|block| block.text);
    let texts = blocks.chain(pictures).chain(title);
    let repeats = |text: &str| rows.values().any(|cell| folded(&cell.text) == folded(text));
    texts.filter(|text| !repeats(text)).collect()
}

fn remarks_in_cells(page: &SurveyedPage<'_>, rows: &BTreeMap<Label, Cell<'_>>) -> Vec<String> {
    let plain = PLAIN.iter().filter_map(|(label, name)| Some((label, name, rows.get(label)?)));
    let remarks = plain.filter_map(|(label, name, cell)| {
        let is_number = matches!(label, Label::Registration | Label::Number);
        let is_marked = is_number && is_marked_number(&cell.text);
        let mark = || is_marked.then(|| page.text_remark(name, &cell.text)).flatten();
        page.cell_remark(name, cell).or_else(mark)
    });
    let company = rows.get(&Label::Company).map_or("", |name| name.text.as_str());
    let of_seal = rows.get(&Label::Seal).into_iter().flat_map(|cell| seal_texts(cell, company));
    let of_seal = of_seal.filter_map(|text| page.text_remark("Company Seal", &text));
    remarks.chain(of_seal).collect()
}

/// Returns the texts beside the link to a seal, and those of the link and of pictures that speak against
/// the licence.
fn seal_texts(cell: &Cell<'_>, company: &str) -> Vec<String> {
    let is_link = |element: ElementRef<'_>| element.value().name() == "a";
    let beside = blocks_in(cell.element, is_link).into_iter().map(|block| block.text);
    let links = cell.element.select(selector!("a")).map(text_in);
    let links = links.filter(|text| has_word_out_of_force(&folded(text)));
    let pictures = pictures_in(cell.element, &[company], |_| false);
    beside.chain(links).chain(pictures).collect()
}

/// Returns the cells of a panel by their labels, and the remarks among them.
fn rows<'p>(
    page: &SurveyedPage<'_>,
    panel: ElementRef<'p>,
    title: &str,
) -> Result<(BTreeMap<Label, Cell<'p>>, Vec<String>), RegisterError> {
    let (mut rows, mut remarks) = (BTreeMap::new(), Vec::new());
    let tooltips = panel.select(selector!("table")).flat_map(tooltips_around_rows);
    remarks.extend(tooltips.filter_map(|text| page.text_remark("Text", &text)));
    for row in panel.select(selector!("table")).flat_map(rows_of) {
        remarks.extend(row.0.first().and_then(|label| page.label_remark(label)));
        let label = row.0.first().map(|cell| cell.text.clone()).unwrap_or_default();
        let value = row.0.get(1).cloned();
        let others = row.0.iter().skip(2);
        remarks.extend(others.filter_map(|cell| page.text_remark(&label, &cell.text)));
        match (page.find(NameKind::Label, &label, &LABELS), value) {
            (Found::Field(field), Some(value)) => {
                if rows.insert(field, value).is_some() {
                    let panel = quoted(title);
                    let fault = format!("the row {label:?} appears twice in the panel {panel}");
                    return Err(page.malformed(fault));
                }
            }
            (Found::Remark, Some(value)) => remarks.extend(remark(&label, &value.text)),
            (Found::Field(_) | Found::Remark, None) | (Found::Beside, _) => {}
        }
    }
    Ok((rows, remarks))
}
