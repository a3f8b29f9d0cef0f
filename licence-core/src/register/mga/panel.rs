//! A panel of the list: one authorisation.

use std::collections::BTreeMap;

use scraper::ElementRef;

use super::cells::Printed;
use super::guid;
use crate::register::html_page::{blocks_in, is_hidden, selector};
use crate::register::html_table::{Cell, Row, rows_of};
use crate::register::layout::{Found, HIDDEN, Names, note, remark};
use crate::register::pictures::pictures_in;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
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

const LABELS: Names<Label> = Names {
    fields: &[
        (Label::Number, "authorisation number"),
        (Label::Kind, "authorisation type"),
        (Label::Status, "status"),
        (Label::Company, "company name"),
        (Label::Registration, "registration number"),
        (Label::Seal, "company seal"),
    ],
    beside: "",
};

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
    remarks.extend(rows.iter().flat_map(|(label, cell)| cell_remarks(page, *label, cell)));
    let required = |label: Label, row: &str| {
        let panel = quoted(&title);
        let missing = format!("the row {row:?} in the panel {panel}, as the English page has it");
        rows.get(&label).ok_or_else(|| page.is_not(&missing))
    };
    let number = required(Label::Number, "Authorisation Number")?;
    let kind = required(Label::Kind, "Authorisation type")?;
    let status = required(Label::Status, "Status")?;
    let mut printed = Printed::parse(&page.plain_number(number), &kind.text, &status.text)
        .map_err(|fault| page.malformed(format!("panel {}: {fault}", quoted(&title))))?;
    note(&mut printed.status, &remarks);
    let name = rows.get(&Label::Company).map(|cell| page.plain_name(cell));
    let company = name.filter(|name| !name.is_empty()).unwrap_or(title);
    if company.is_empty() {
        return Err(page.malformed(format!("the company of {} has no name", printed.number)));
    }
    let seal = rows.get(&Label::Seal).into_iter();
    let links = seal.flat_map(|cell| cell.element.select(selector!("a")));
    let guid = links.filter_map(|link| guid::in_seal_link(link.attr("href")?)).next();
    let registration = rows.get(&Label::Registration).map(|cell| cell.text.clone());
    Ok(Entry { company, registration: registration.unwrap_or_default(), printed, guid })
}

/// Returns the cells of a panel by their labels, and the remarks among them.
fn rows<'p>(
    page: &SurveyedPage<'_>,
    panel: ElementRef<'p>,
    title: &str,
) -> Result<(BTreeMap<Label, Cell<'p>>, Vec<String>), RegisterError> {
    let all: Vec<_> = panel.select(selector!("table")).flat_map(rows_of).collect();
    let is_hidden = is_hidden(panel) || all.iter().any(Row::hides_a_value);
    let (mut rows, mut remarks) = (BTreeMap::new(), Vec::new());
    remarks.extend(is_hidden.then(|| HIDDEN.to_owned()));
    for row in &all {
        let [label, values @ ..] = row.0.as_slice() else { continue };
        let others = values.iter().skip(1);
        remarks.extend(
            others.filter_map(|cell| page.text_remark(&label.text, &cell.text_with_pictures())),
        );
        match (page.find(NameKind::Label, &label.text, &LABELS), values.first()) {
            (Found::Field(field), Some(value)) => {
                if rows.insert(field, value.clone()).is_some() {
                    let (label, panel) = (&label.text, quoted(title));
                    let fault = format!("the row {label:?} appears twice in the panel {panel}");
                    return Err(page.malformed(fault));
                }
            }
            (Found::Remark, Some(value)) => {
                remarks.extend(remark(&label.text, &value.text_with_pictures()))
            }
            (Found::Field(_) | Found::Remark, None) | (Found::Beside, _) => {}
        }
    }
    Ok((rows, remarks))
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
    let blocks = blocks_in(panel, is_read).into_iter().map(|block| block.text);
    let pictures = pictures_in(panel, &[title], is_read);
    let title = rows.get(&Label::Company).map(|_| title.to_owned());
    let texts = blocks.chain(pictures).chain(title.filter(|title| !title.is_empty()));
    let repeats = |text: &str| rows.values().any(|cell| folded(&cell.text) == folded(text));
    texts.filter(|text| !repeats(text)).collect()
}

/// Returns what is in a cell beside its value. That of the seal is a link.
fn cell_remarks(page: &SurveyedPage<'_>, label: Label, cell: &Cell<'_>) -> Vec<String> {
    let remark = match label {
        Label::Company => page.name_cell_remark("Company Name", cell),
        Label::Registration => page.number_cell_remark("Registration Number", cell),
        Label::Number => page.number_cell_remark("Number", cell),
        Label::Kind => page.cell_remark("Type", cell),
        Label::Status => page.cell_remark("Status", cell),
        Label::Seal => {
            let beside = blocks_in(cell.element, |it| it.value().name() == "a").into_iter();
            return beside.filter_map(|it| page.text_remark("Company Seal", &it.text)).collect();
        }
    };
    remark.into_iter().collect()
}
