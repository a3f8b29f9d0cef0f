//! A seal page: one company, its licences and its web sites.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::cells::{Printed, is_in_force};
use super::guid;
use super::pages::another_layout;
use crate::register::domain_list::in_cell;
use crate::register::html_page::{HtmlPage, Text, blocks_in, is_content, selector, text_in};
use crate::register::html_table::{Cell, Row as Cells, is_layout, rows_of};
use crate::register::layout::{Found, Names, Place, Survey, key, remark};
use crate::register::page_layout::part_with;
use crate::register::{RegisterError, SourceFile, saved_page};
use crate::text::{collapsed, folded, quoted};

const INFORMATION: &str = "Licensee Information";
const ADDRESS: &str = "Address";
const STATUS: &str = "Status Of Licence";
/// The labels of the texts above the table of licences.
const LABELS: [&str; 9] = [
    INFORMATION,
    ADDRESS,
    STATUS,
    "Registered Address",
    "Registration Number",
    "Company Number",
    "Telephone",
    "Email",
    "Remarks",
];
/// What may stand beside them.
const SENTENCES: [&str; 5] = [
    "dynamic seal",
    "malta gaming authority",
    "licence details",
    "linked companies",
    "licence information",
];

/// What the tables label.
const ROWS: Names<Row> = Names {
    fields: &[(Row::Websites, "website urls | website url")],
    beside: "licence number | type | status | vertical | game type | licence type",
};

#[derive(Clone, Copy, PartialEq)]
enum Row {
    Websites,
}

/// No company's name is longer.
const MAX_NAME_CHARS: usize = 200;

/// What a seal page says.
#[derive(Clone, Debug)]
pub(super) struct Seal {
    pub(super) file: String,
    /// The company's GUID, where the page or its file's name tells it.
    pub(super) guid: Option<String>,
    pub(super) company: String,
    /// The licences in the table; each with its own status, which the page's own line is not.
    pub(super) licences: Vec<Printed>,
    pub(super) verticals: BTreeSet<String>,
    /// The addresses of the web sites, as they stand.
    pub(super) websites: BTreeSet<String>,
    /// The cells of web sites that hold more than addresses.
    pub(super) website_cells: BTreeSet<String>,
    /// Whether the page lists web sites at all. The short form of a seal does not.
    pub(super) says_websites: bool,
}

/// Whether the page is a seal: it has the table of licences.
pub(super) fn is_one(page: &HtmlPage<'_>) -> bool {
    page.all(selector!(r#"table[id$="tblLicenses"]"#)).next().is_some()
}

impl Seal {
    /// Reads a seal page.
    pub(super) fn parse(
        survey: &Survey<'_>,
        file: &SourceFile,
        page: &HtmlPage<'_>,
    ) -> Result<Self, RegisterError> {
        let texts = Texts::from_page(page)?;
        let mut licences = licences(survey, page)?;
        let rows = labelled_rows(survey, page);
        // A line that is not in force, and that no row says, speaks of all of them.
        let is_said = |line: &&String| {
            licences.iter().any(|row| row.status.as_deref().map(folded) == Some(folded(line)))
        };
        let lines = texts.under(STATUS).filter(|line| !is_in_force(Some(line)) && !is_said(line));
        let mut remarks: Vec<_> = lines.filter_map(|line| remark(STATUS, line)).collect();
        remarks.extend(texts.under("Remarks").filter_map(|text| remark("Remarks", text)));
        remarks.extend(rows.remarks);
        remarks.extend(survey.texts_of_part(page.name(), texts.others));
        licences.iter_mut().for_each(|row| row.note(&remarks));
        licences.sort_unstable();
        licences.dedup();
        let is_detailed = page.all(selector!(r#"table[id$="tblGameTypesTable"]"#)).next().is_some();
        Ok(Self {
            file: file.name.clone(),
            guid: guid_of(file, page)?,
            company: texts.company,
            licences,
            verticals: verticals(page),
            says_websites: rows.has_websites || is_detailed,
            websites: rows.websites,
            website_cells: rows.website_cells,
        })
    }
}

/// What stands around the tables: `Licensee Information : Name Address : …`.
struct Texts {
    company: String,
    labelled: Vec<(&'static str, String)>,
    /// What has no label.
    others: Vec<String>,
}

impl Texts {
    fn from_page(page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let (mut labelled, mut others) = (Vec::<(&str, String)>::new(), Vec::new());
        for block in part_of(page).into_iter().flat_map(blocks_of) {
            let (before, found) = in_labels(&block.text);
            match labelled.last_mut().filter(|(_, value)| value.is_empty()) {
                _ if before.is_empty() => {}
                Some((_, value)) if !block.is_struck => *value = before,
                _ if SENTENCES.contains(&key(&before).as_str()) && !block.is_struck => {}
                _ => others.push(before),
            }
            if block.is_struck && !found.is_empty() {
                others.push(block.text.clone());
            }
            labelled.extend(found);
        }
        let has = |wanted| labelled.iter().any(|(label, _)| *label == wanted);
        let Some((_, company)) = labelled.iter().find(|(label, _)| *label == INFORMATION) else {
            return Err(another_layout(page, &format!("{INFORMATION:?}")));
        };
        if !has(ADDRESS) {
            return Err(another_layout(page, &format!("{ADDRESS:?} behind the name")));
        }
        if company.is_empty() || company.chars().count() > MAX_NAME_CHARS {
            let fault = format!("the licensee's name is {}, no name", quoted(company));
            return Err(page.malformed(fault));
        }
        Ok(Self { company: company.clone(), labelled, others })
    }

    fn under<'t>(&'t self, label: &'t str) -> impl Iterator<Item = &'t String> {
        self.labelled.iter().filter(move |(it, _)| *it == label).map(|(_, value)| value)
    }
}

/// The part of the page that is the seal: the smallest with the name and the tables.
fn part_of<'p>(page: &'p HtmlPage<'_>) -> Option<ElementRef<'p>> {
    let lines = page.all(selector!("h1, h2, h3, h4, p, div, span, td, th, label, b, strong, form"));
    let named = lines.filter(|line| text_in(*line).contains(INFORMATION));
    let named = named.min_by_key(|line| text_in(*line).len());
    let tables = page.all(selector!(r#"table[id$="tblLicenses"], table[id$="tblGameTypesTable"]"#));
    let parts: Vec<_> = named.into_iter().chain(tables).collect();
    part_with(&parts)
}

fn blocks_of(part: ElementRef<'_>) -> Vec<Text> {
    blocks_in(part, |element| {
        let is_table = element.value().name() == "table" && !is_layout(element);
        is_table || element.value().classes().any(|class| class == "linked-companies-list")
    })
}

/// What stands before the labels of a text, and the value of each label.
fn in_labels(text: &str) -> (String, Vec<(&'static str, String)>) {
    let mut places: Vec<_> = LABELS
        .iter()
        .flat_map(|label| text.match_indices(label).map(move |(at, _)| (at, *label)))
        .filter(|(at, label)| {
            let is_whole = !text[..*at].ends_with(char::is_alphanumeric);
            is_whole && text[at + label.len()..].trim_start().starts_with(':')
        })
        .collect();
    places.sort_unstable();
    // `Registered Address` holds the label `Address`.
    places.dedup_by(|next, kept| next.0 < kept.0 + kept.1.len());
    let ends = places.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    let value = |((at, label), end): (&(usize, &'static str), usize)| {
        let value = text[at + label.len()..end].trim_start().trim_start_matches(':');
        (*label, collapsed(value))
    };
    let found = places.iter().zip(ends).map(value).collect();
    let first = places.first().map_or(text.len(), |(at, _)| *at);
    (collapsed(&text[..first]), found)
}

/// The GUID of the page itself: linked companies have theirs on it too.
fn guid_of(file: &SourceFile, page: &HtmlPage<'_>) -> Result<Option<String>, RegisterError> {
    let addresses = saved_page::own_addresses(file, page);
    let by_name = guid::in_name(&file.name);
    let guids: BTreeSet<_> =
        addresses.iter().filter_map(|a| guid::in_query(a)).chain(by_name).collect();
    let mut guids = guids.into_iter();
    match (guids.next(), guids.next()) {
        (Some(one), Some(other)) => {
            Err(page.malformed(format!("the page is the seal {one} and the seal {other}")))
        }
        (one, _) => Ok(one),
    }
}

fn licences(survey: &Survey<'_>, page: &HtmlPage<'_>) -> Result<Vec<Printed>, RegisterError> {
    let mut licences = Vec::new();
    for rows in page.all(selector!(r#"table[id$="tblLicenses"]"#)).map(rows_of) {
        let is_header =
            |row: &&Cells<'_>| row.0.iter().all(|cell| cell.element.value().name() == "th");
        let header = rows.first().filter(is_header);
        for row in rows.iter().filter(|row| !is_header(row)) {
            licences.push(licence(survey, page, header, row)?);
        }
    }
    match licences.is_empty() {
        true => Err(page.malformed("the table tblLicenses has no licence")),
        false => Ok(licences),
    }
}

fn licence(
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    header: Option<&Cells<'_>>,
    row: &Cells<'_>,
) -> Result<Printed, RegisterError> {
    const CLASSES: [&str; 3] = ["cell-license-number", "cell-license-type", "cell-license-status"];
    let class_of = |cell: &Cell<'_>| {
        CLASSES.iter().position(|known| cell.element.value().classes().any(|it| it == *known))
    };
    let cells = [0, 1, 2].map(|at| row.0.iter().find(|cell| class_of(cell) == Some(at)));
    let [Some(number), Some(kind), Some(status)] = cells else {
        let row =
            quoted(&row.0.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" "));
        return Err(page.malformed(format!(
            "the licence row {row} lacks one of the cells cell-license-number, -type, -status"
        )));
    };
    let mut printed = Printed::parse(&number.text, &kind.text, &status.text)
        .map_err(|fault| page.malformed(fault))?;
    let marked = [("Number", number), ("Status", status)];
    let marks = marked.iter().filter_map(|(label, cell)| cell.remark(label, survey, page.name()));
    let others = row.0.iter().enumerate().filter(|(_, cell)| class_of(cell).is_none());
    let others = others.filter(|(_, cell)| !cell.text.is_empty()).filter_map(|(at, cell)| {
        let heading = header.and_then(|header| header.0.get(at)).map_or("", |it| it.text.as_str());
        let found = survey.find(page.name(), Place::Column, heading, &ROWS);
        remark(heading, &cell.text).filter(|_| found == Found::Remark)
    });
    printed.note(&marks.chain(others).collect::<Vec<_>>());
    Ok(printed)
}

/// What the tables beside that of the licences say.
#[derive(Default)]
struct Rows {
    has_websites: bool,
    websites: BTreeSet<String>,
    website_cells: BTreeSet<String>,
    remarks: Vec<String>,
}

fn labelled_rows(survey: &Survey<'_>, page: &HtmlPage<'_>) -> Rows {
    let mut found = Rows::default();
    let is_read = |id: &str| id.ends_with("tblLicenses") || id.ends_with("tblGameTypesTable");
    let tables = page.all(selector!("table")).filter(|it| is_content(*it) && !is_layout(*it));
    let tables = tables.filter(|table| !table.value().id().is_some_and(is_read));
    for row in tables.flat_map(rows_of) {
        let [label, values @ ..] = row.0.as_slice() else { continue };
        let name = survey.find(page.name(), Place::Label, &label.text, &ROWS);
        for value in values {
            match name {
                Found::Field(Row::Websites) => {
                    found.has_websites = true;
                    let listed = in_cell(survey, page.name(), value.element);
                    found.website_cells.extend(listed.has_texts.then(|| value.text.clone()));
                    found.websites.extend(listed.addresses);
                }
                Found::Remark => found.remarks.extend(remark(&label.text, &value.text)),
                Found::Beside => {}
            }
        }
    }
    found
}

fn verticals(page: &HtmlPage<'_>) -> BTreeSet<String> {
    let cells = page.all(selector!(r#"table[id$="tblGameTypesTable"] td.cell-game-type-vertical"#));
    let texts: Vec<_> = cells.map(text_in).collect();
    let points = texts.iter().flat_map(|text| text.split('\u{2022}')).map(collapsed);
    points.filter(|point| !point.is_empty()).collect()
}
