//! A seal page: one company, its licences and its web sites.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::cells::Printed;
use super::guid;
use super::pages::another_layout;
use crate::register::contradiction::is_of_others;
use crate::register::html_page::{HtmlPage, selector, text_in};
use crate::register::{RegisterError, SourceFile, saved_page};
use crate::text::{collapsed, folded, shown};

const INFORMATION: &str = "Licensee Information";
const ADDRESS: &str = "Address";
const WEBSITES: &str = "Website Urls";
const STATUS: &str = "Status Of Licence";
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
    /// Whether the page lists web sites at all. The short form of a seal does not.
    pub(super) says_websites: bool,
}

/// Whether the page is a seal: it has the table of licences.
pub(super) fn is_one(page: &HtmlPage<'_>) -> bool {
    page.all(selector!(r#"table[id$="tblLicenses"]"#)).next().is_some()
}

impl Seal {
    /// Reads a seal page.
    pub(super) fn of(file: &SourceFile, page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let company = company(page)?;
        let websites = page
            .all(selector!("th"))
            .find(|label| is_of_websites(&text_in(*label)))
            .map(|label| cell_after(label).map(saved_page::addresses_in).unwrap_or_default());
        let is_detailed = page.all(selector!(r#"table[id$="tblGameTypesTable"]"#)).next().is_some();
        Ok(Self {
            file: file.name.clone(),
            guid: guid_of(file, page)?,
            company,
            licences: with_remarks(agreed(licences(page)?, &status_line(page)), page),
            verticals: verticals(page),
            says_websites: websites.is_some() || is_detailed,
            websites: websites.into_iter().flatten().collect(),
        })
    }
}

/// `Licensee Information : Name Address : …`.
fn company(page: &HtmlPage<'_>) -> Result<String, RegisterError> {
    let text = page.text();
    let Some((_, after)) = text.split_once(INFORMATION) else {
        return Err(another_layout(page, &format!("{INFORMATION:?}")));
    };
    let after = after.trim_start_matches([' ', ':']);
    let ends = after.match_indices(ADDRESS).map(|(at, _)| at);
    let end = ends.into_iter().find(|at| after[at + ADDRESS.len()..].trim_start().starts_with(':'));
    let Some(end) = end else {
        return Err(another_layout(page, &format!("{ADDRESS:?} behind the name")));
    };
    let name = collapsed(&after[..end]);
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
        let fault = format!("the licensee's name is {}, no name", shown(&name));
        return Err(page.malformed(fault));
    }
    Ok(name)
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

fn licences(page: &HtmlPage<'_>) -> Result<Vec<Printed>, RegisterError> {
    let rows = page.all(selector!(r#"table[id$="tblLicenses"] tr"#));
    let mut licences = Vec::new();
    for row in rows {
        let is_blank = text_in(row).is_empty();
        if is_blank || row.select(selector!("td")).next().is_none() {
            continue;
        }
        licences.push(licence(page, row)?);
    }
    if licences.is_empty() {
        return Err(page.malformed("the table tblLicenses has no licence"));
    }
    licences.sort_unstable();
    licences.dedup();
    Ok(licences)
}

fn licence(page: &HtmlPage<'_>, row: ElementRef<'_>) -> Result<Printed, RegisterError> {
    let cells = [
        row.select(selector!("td.cell-license-number")).next(),
        row.select(selector!("td.cell-license-type")).next(),
        row.select(selector!("td.cell-license-status")).next(),
    ];
    let [Some(number), Some(kind), Some(status)] = cells else {
        let row = shown(&text_in(row));
        return Err(page.malformed(format!(
            "the licence row {row} lacks one of the cells cell-license-number, -type, -status"
        )));
    };
    Printed::of(&text_in(number), &text_in(kind), &text_in(status))
        .map_err(|fault| page.malformed(fault))
}

/// What the page says of the company's licence above the table: `Status Of Licence : Licensed`.
fn status_line(page: &HtmlPage<'_>) -> String {
    let said =
        |line: String| Some(collapsed(line.split_once(STATUS)?.1.trim_start_matches([' ', ':'])));
    page.lines().into_iter().find_map(said).unwrap_or_default()
}

/// A line that no row of the table agrees with speaks against all of them.
fn agreed(mut licences: Vec<Printed>, line: &str) -> Vec<Printed> {
    let is_of_the_line =
        |row: &Printed| row.status.as_deref().is_some_and(|status| folded(line) == folded(status));
    if !licences.iter().any(is_of_the_line) {
        licences.iter_mut().for_each(|row| row.note(STATUS, line));
    }
    licences
}

/// The licences with what is stamped on the page: `This licence has been suspended`.
fn with_remarks(mut licences: Vec<Printed>, page: &HtmlPage<'_>) -> Vec<Printed> {
    let statuses: BTreeSet<_> = licences.iter().filter_map(|row| row.status.clone()).collect();
    for line in page.stamps().iter().filter(|line| !statuses.contains(*line)) {
        licences.iter_mut().for_each(|row| row.note("Seal", line));
    }
    licences
}

fn verticals(page: &HtmlPage<'_>) -> BTreeSet<String> {
    let cells = page.all(selector!(r#"table[id$="tblGameTypesTable"] td.cell-game-type-vertical"#));
    let texts: Vec<_> = cells.map(text_in).collect();
    let points = texts.iter().flat_map(|text| text.split('\u{2022}')).map(collapsed);
    points.filter(|point| !point.is_empty()).collect()
}

/// Those it has, not those it had.
fn is_of_websites(label: &str) -> bool {
    folded(label).contains(&folded(WEBSITES)) && !is_of_others(label)
}

fn cell_after(label: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let mut after = label.next_siblings().filter_map(ElementRef::wrap);
    after.next().filter(|cell| cell.value().name() == "td")
}
