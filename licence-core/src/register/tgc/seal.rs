//! A seal page: one domain, who runs it, and a status word.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::words::{Topic, topic_of};
use super::{EXPECTED, names_the_regulator, seal_host};
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
        if !names_the_regulator(page) || !calls_itself_one || labelled.is_empty() {
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
        Ok(Self { file: file.name.clone(), url, domain, operator, kind, status })
    }
}

/// The value under the labels of a topic; several must say the same.
fn the_one(
    page: &HtmlPage<'_>,
    topic: Topic,
    labelled: &[(Topic, String)],
) -> Result<Option<String>, RegisterError> {
    let values: BTreeSet<_> =
        labelled.iter().filter(|(of, _)| *of == topic).map(|(_, value)| value).collect();
    let mut values = values.into_iter();
    match (values.next(), values.next()) {
        (Some(one), Some(other)) => {
            let (one, other) = (shown(one), shown(other));
            Err(page.malformed(format!("the seal says {one} and {other} under one label")))
        }
        (one, _) => Ok(one.cloned()),
    }
}

/// The labelled values: two cells in a row, a header row over one row, a term with its
/// description, `Label: value`.
fn labelled(page: &HtmlPage<'_>) -> Vec<(Topic, String)> {
    let cells = page.all(selector!("tr")).filter_map(two_cells);
    let terms = page.all(selector!("dt")).filter_map(|term| {
        let next = term.next_siblings().filter_map(ElementRef::wrap).next();
        Some((term, next.filter(|next| next.value().name() == "dd")?))
    });
    let columns = page.all(selector!("table")).flat_map(under_headers);
    let pairs = cells.chain(terms).chain(columns);
    let of_pairs = pairs.filter_map(|(label, value)| labelled_value(&text_in(label), value));
    let lines = page.all(selector!("p, li, div, h1, h2, h3, h4, h5, h6")).filter(is_a_line);
    let of_lines = lines.filter_map(|line| {
        let text = text_in(line);
        let (label, value) = text.split_once(':')?;
        Some((topic(label)?, collapsed(value)))
    });
    of_pairs.chain(of_lines).filter(|(_, value)| !value.is_empty()).collect()
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

fn labelled_value(label: &str, value: ElementRef<'_>) -> Option<(Topic, String)> {
    let topic = topic(label)?;
    let address = (topic == Topic::Website).then(|| addresses_in(value).into_iter().next());
    Some((topic, address.flatten().unwrap_or_else(|| text_in(value))))
}

fn topic(label: &str) -> Option<Topic> {
    topic_of(label).filter(|_| label.split_whitespace().count() <= MAX_LABEL_WORDS)
}

/// Whether the element holds text and no other block.
fn is_a_line(element: &ElementRef<'_>) -> bool {
    element.select(selector!("p, li, div, dl, table, ul, h1, h2, h3, h4, h5, h6")).next().is_none()
}
