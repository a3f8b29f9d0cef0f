//! A seal page: one domain, who runs it, and a status word.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::words::{Topic, topic_of};
use super::{EXPECTED, names_the_regulator, seal_host};
use crate::jurisdiction::JurisdictionCode::Tgc;
use crate::register::contradiction::contradicted;
use crate::register::domain_cell::host_of;
use crate::register::html_page::{HtmlPage, selector, text_in};
use crate::register::saved_page::addresses_in;
use crate::register::{RegisterError, SourceFile};
use crate::text::{collapsed, folded, shown};

/// What a page of the regulator about one site calls itself.
const NAMES: [&str; 6] =
    ["seal", "certificate", "validation", "verification", "licence status", "license status"];
/// Labels are short; a sentence with a colon is none.
const MAX_LABEL_WORDS: usize = 4;

/// What a seal page says.
#[derive(Clone, Debug)]
pub(super) struct Seal {
    pub(super) file: String,
    /// The page's address at `seals.dlagglobal.com`.
    pub(super) url: String,
    /// The domain, as it stands.
    pub(super) domain: String,
    pub(super) operator: Option<String>,
    pub(super) kind: String,
    /// The status, verbatim.
    pub(super) status: String,
}

impl Seal {
    /// Reads a seal page.
    pub(super) fn of(file: &SourceFile, page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let text = folded(&page.text());
        let title: String = page.all(selector!("title")).map(text_in).collect();
        let calls_itself_one =
            NAMES.iter().any(|name| text.contains(name) || folded(&title).contains(name));
        let labelled = labelled(page);
        let is_labelled = labelled.iter().any(|found| found.topic.is_some());
        if !names_the_regulator(page) || !calls_itself_one || !is_labelled {
            return Err(page.is_not(EXPECTED));
        }
        let url = seal_host::url_of(file, page)?;
        let one = |topic| the_one(page, topic, &labelled);
        let domain = one(Topic::Website)?;
        let (Some(domain), Some(status)) = (domain, one(Topic::Status)?) else {
            return Err(page.is_not("a seal that labels its domain and its status"));
        };
        if host_of(&domain).is_err() {
            let fault = format!("the domain of the seal is {}, no host name", shown(&domain));
            return Err(page.malformed(fault));
        }
        let kind = one(Topic::Kind)?.unwrap_or_default();
        let operator = one(Topic::Operator)?;
        let status = with_remarks(status, &labelled, page);
        Ok(Self { file: file.name.clone(), url, domain, operator, kind, status })
    }
}

/// The value under the labels of a topic; several must say the same.
fn the_one(
    page: &HtmlPage<'_>,
    topic: Topic,
    labelled: &[Labelled],
) -> Result<Option<String>, RegisterError> {
    let of_topic = labelled.iter().filter(|found| found.topic == Some(topic));
    let values: BTreeSet<_> = of_topic.map(|found| &found.value).collect();
    let mut values = values.into_iter();
    match (values.next(), values.next()) {
        (Some(one), Some(other)) => {
            let (one, other) = (shown(one), shown(other));
            Err(page.malformed(format!("the seal says {one} and {other} under one label")))
        }
        (one, _) => Ok(one.cloned()),
    }
}

/// The status with what stands against it under labels that are not known, or as a stamp.
fn with_remarks(status: String, labelled: &[Labelled], page: &HtmlPage<'_>) -> String {
    let unknown = labelled.iter().filter(|found| found.topic.is_none());
    let stamps = page.stamps();
    let stamps = stamps.iter().filter(|line| **line != status).map(|line| ("Page", &**line));
    let remarks: BTreeSet<_> =
        unknown.map(|found| (&*found.label, &*found.value)).chain(stamps).collect();
    remarks
        .into_iter()
        .fold(status, |status, remark| contradicted(Tgc, Some(&status), remark).unwrap_or(status))
}

/// A value with its label.
struct Labelled {
    /// `None` where the label is not known.
    topic: Option<Topic>,
    label: String,
    value: String,
}

/// The labelled values: two cells in a row, a header row over one row, a term with its
/// description, `Label: value`.
fn labelled(page: &HtmlPage<'_>) -> Vec<Labelled> {
    let cells = page.all(selector!("tr")).filter_map(two_cells);
    let terms = page.all(selector!("dt")).filter_map(|term| {
        let next = term.next_siblings().filter_map(ElementRef::wrap).next();
        Some((term, next.filter(|next| next.value().name() == "dd")?))
    });
    let columns = page.all(selector!("table")).flat_map(under_headers);
    let pairs = cells.chain(terms).chain(columns);
    let of_pairs = pairs.map(|(label, value)| of_pair(text_in(label), value));
    let lines = page.all(selector!("p, li, div, h1, h2, h3, h4, h5, h6")).filter(is_a_line);
    let of_lines = lines.filter_map(|line| {
        let text = text_in(line);
        let (label, value) = text.split_once(':')?;
        Some(of_label(collapsed(label), collapsed(value)))
    });
    let is_label = |found: &Labelled| found.label.split(' ').count() <= MAX_LABEL_WORDS;
    let found = of_pairs.chain(of_lines);
    found.filter(|found| !found.value.is_empty() && is_label(found)).collect()
}

fn of_pair(label: String, value: ElementRef<'_>) -> Labelled {
    let is_address = topic_of(&label) == Some(Topic::Website);
    let address = is_address.then(|| addresses_in(value).into_iter().next()).flatten();
    of_label(label, address.unwrap_or_else(|| text_in(value)))
}

fn of_label(label: String, value: String) -> Labelled {
    Labelled { topic: topic_of(&label), label, value }
}

fn two_cells(row: ElementRef<'_>) -> Option<(ElementRef<'_>, ElementRef<'_>)> {
    let mut cells = row.child_elements();
    let pair = (cells.next()?, cells.next().filter(|value| value.value().name() == "td")?);
    cells.next().is_none().then_some(pair)
}

/// The cells of a table's one row with the headers above them.
fn under_headers(table: ElementRef<'_>) -> Vec<(ElementRef<'_>, ElementRef<'_>)> {
    let rows: Vec<_> = table.select(selector!("tr")).collect();
    let [header, row] = rows.as_slice() else { return Vec::new() };
    let is_header = header.child_elements().all(|cell| cell.value().name() == "th");
    let pairs = header.child_elements().zip(row.child_elements());
    pairs.filter(|(_, value)| is_header && value.value().name() == "td").collect()
}

/// Whether the element holds text and no other block.
fn is_a_line(element: &ElementRef<'_>) -> bool {
    element.select(selector!("p, li, div, dl, table, ul, h1, h2, h3, h4, h5, h6")).next().is_none()
}
