//! A seal page: one domain, who runs it, and a status word.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::seal_host;
use super::words::{COLUMNS, Topic, is_more_than_its_name};
use crate::register::boilerplate::{is_boilerplate_in, is_content};
use crate::register::domain_cell::host_of;
use crate::register::html_page::{
    HtmlPage, Text, elements_around, is_hidden_in, joined, selector, shown_blocks_in, text_in,
    with_elements_around,
};
use crate::register::layout::{
    Found, STRUCK_OUT, is_dated, is_one_of, key, remark, speaks_against, with_remarks,
};
use crate::register::page_layout::part_with;
use crate::register::pictures::pictures_in;
use crate::register::saved_page::only_one;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::text::{collapsed, folded, quoted};

const EXPECTED: &str = "a page of the Tobique Gaming Commission: its list of licensees (a table with \
                        columns of operators and web sites) or a seal (domain and status, labelled)";

/// The titles of a seal page and of its parts.
const SENTENCES: &str = "certificate | certificate of validation | licence status | \
    licence validation | licence verification | license validation | license verification | seal | \
    tobique gaming commission | validation | verification";
/// The most words of a label. A longer text with a colon is a sentence.
const MAX_LABEL_WORDS: usize = 4;

pub(super) fn names_the_regulator(page: &HtmlPage<'_>) -> bool {
    folded(&page.text()).contains("tobique")
}

pub(super) struct Seal {
    pub(super) file: String,
    /// The page's address at `seals.dlagglobal.com`.
    pub(super) url: String,
    pub(super) domain: String,
    pub(super) operator: Option<String>,
    pub(super) kind: String,
    /// The status, verbatim, and the remarks beside it.
    pub(super) status: String,
}

impl Seal {
    pub(super) fn parse(page: &SurveyedPage<'_>) -> Result<Self, RegisterError> {
        let labelled = labelled(page);
        let is_read = labelled.iter().any(|it| COLUMNS.field(&it.label).is_some());
        if !names_the_regulator(page) || !is_read {
            return Err(page.is_not(EXPECTED));
        }
        let url = seal_host::url_of(page)?;
        let one = |topic| only_value(page, topic, &labelled);
        let (Some(domain), Some(status)) = (one(Topic::Website)?, one(Topic::Status)?) else {
            return Err(page.is_not("a seal that labels its domain and its status"));
        };
        if host_of(&domain).is_err() {
            let fault = format!("the domain of the seal is {}, no host name", quoted(&domain));
            return Err(page.malformed(fault));
        }
        let (kind, operator) = (one(Topic::Kind)?.unwrap_or_default(), one(Topic::Operator)?);
        let mut remarks: BTreeSet<_> = labelled
            .iter()
            .filter_map(|it| match page.find(NameKind::Label, &it.label, &COLUMNS) {
                Found::Field(_) => it.is_struck.then(|| STRUCK_OUT.to_owned()),
                Found::Remark => remark(&it.label, &it.value),
                Found::Beside => is_more_than_its_name(&it.label, &it.value)
                    .then(|| page.text_remark(&it.label, &it.value))?,
            })
            .collect();
        remarks.extend(operator.as_deref().and_then(|name| page.name_remark(name)));
        remarks.extend(page.survey.type_remark(page.name(), &kind));
        remarks.extend(page.title_remark());
        let names = [domain.as_str(), operator.as_deref().unwrap_or_default()];
        remarks.extend(page.remarks_of_part(texts(page, &labelled, &names)));
        let status = with_remarks(&status, remarks);
        let operator = operator.map(|name| page.survey.plain_name(&name));
        let kind = page.survey.plain_type(&kind);
        Ok(Self { file: page.name().to_owned(), url, domain, operator, kind, status })
    }
}

/// Returns the value under the labels of a topic; several must say the same.
fn only_value(
    page: &HtmlPage<'_>,
    topic: Topic,
    labelled: &[Labelled<'_>],
) -> Result<Option<String>, RegisterError> {
    let of_topic = labelled.iter().filter(|it| COLUMNS.field(&it.label) == Some(topic));
    let value = only_one(of_topic.map(|it| &it.value)).map_err(|(one, other)| {
        let (one, other) = (quoted(one), quoted(other));
        page.malformed(format!("the seal says {one} and {other} under one label"))
    })?;
    Ok(value.cloned())
}

/// Returns the texts and pictures in the smallest part of the page with all values, beside these.
fn texts(page: &HtmlPage<'_>, labelled: &[Labelled<'_>], names: &[&str]) -> Vec<String> {
    let read = labelled.iter().filter(|it| COLUMNS.field(&it.label).is_some());
    let read: Vec<_> = read.map(|it| it.place).collect();
    let part = part_with(&read).unwrap_or(page.root());
    let is_of_page = |element: ElementRef<'_>| is_boilerplate_in(part, element, SENTENCES);
    let is_table = |element: ElementRef<'_>| matches!(element.value().name(), "table" | "dl");
    let blocks = shown_blocks_in(part, |element| is_table(element) || is_of_page(element));
    let is_a_value = |element: ElementRef<'_>| {
        matches!(element.value().name(), "td" | "dd")
            && labelled.iter().any(|it| it.place.id() == element.id())
    };
    let tables = part.select(selector!("table, dl")).filter(|table| is_content(*table));
    let in_tables = tables.flat_map(|table| shown_blocks_in(table, is_a_value));
    let blocks = blocks.into_iter().chain(in_tables.filter(|it| speaks_against(&it.text)));
    let is_text = |block: &Text| {
        let is_labelled = block.text.split_once(':').is_some_and(|(label, value)| {
            labelled.iter().any(|it| it.label == collapsed(label) && it.value == collapsed(value))
        });
        let is_label = labelled.iter().any(|it| key(&it.label) == key(&block.text));
        !is_labelled && !is_label && !is_one_of(&key(&block.text), SENTENCES)
    };
    let texts = blocks.filter(is_text).map(|block| block.text);
    texts.chain(pictures_in(part, names, is_of_page)).collect()
}

struct Labelled<'p> {
    label: String,
    value: String,
    is_struck: bool,
    place: ElementRef<'p>,
}

/// Returns the labelled values of the content: two cells in a row, a header row over one row, a
/// term with its description, `Label: value`.
fn labelled<'p>(page: &'p SurveyedPage<'_>) -> Vec<Labelled<'p>> {
    let cells = page.all(selector!("tr")).filter_map(two_cells);
    let terms = page.all(selector!("dt")).filter_map(|term| {
        let next = term.next_siblings().filter_map(ElementRef::wrap).next();
        Some((term, next.filter(|next| next.value().name() == "dd")?))
    });
    let columns = page.all(selector!("table")).flat_map(under_headers);
    let pairs = cells.chain(terms).chain(columns);
    let labelled_pairs = pairs.map(|(label, value)| labelled_pair(page, text_in(label), value));
    let blocks = selector!("p, li, div, dl, table, ul, h1, h2, h3, h4, h5, h6");
    let lines = page.all(selector!("p, li, div, h1, h2, h3, h4, h5, h6"));
    let lines = lines.filter(|line| line.select(blocks).next().is_none());
    let of_lines = lines.filter_map(|line| {
        let block = shown_blocks_in(line, |_| false).into_iter().next()?;
        if is_dated(&block.text, "") {
            return None;
        }
        let (label, value) = block.text.split_once(':')?;
        let (label, value) = (collapsed(label), collapsed(value));
        Some(Labelled { label, value, is_struck: block.is_struck, place: line })
    });
    let is_label = |it: &Labelled<'_>| it.label.split(' ').count() <= MAX_LABEL_WORDS;
    let is_hidden = |it: &Labelled<'_>| {
        with_elements_around(it.place).any(|around| is_hidden_in(page.root(), around))
            && !speaks_against(&it.value)
    };
    let found = labelled_pairs.chain(of_lines).filter(|it| is_content(it.place) && !is_hidden(it));
    found.filter(|it| !it.value.is_empty() && is_label(it)).collect()
}

fn labelled_pair<'p>(
    page: &SurveyedPage<'_>,
    label: String,
    place: ElementRef<'p>,
) -> Labelled<'p> {
    let blocks = shown_blocks_in(place, |_| false);
    let is_struck = blocks.iter().any(|block| block.is_struck);
    let value = joined(blocks);
    let is_address = COLUMNS.field(&label) == Some(Topic::Website);
    let first = is_address.then(|| page.domains_in(place).addresses.into_iter().next()).flatten();
    let address = first.filter(|it| it.words.is_none()).map(|it| it.text);
    Labelled { label, value: address.unwrap_or(value), is_struck, place }
}

fn two_cells(row: ElementRef<'_>) -> Option<(ElementRef<'_>, ElementRef<'_>)> {
    let mut cells = row.child_elements();
    let pair = (cells.next()?, cells.next().filter(|value| value.value().name() == "td")?);
    let is_pair = cells.next().is_none() && !text_in(pair.0).is_empty();
    (is_pair && !is_under_headers(row)).then_some(pair)
}

/// Returns whether the first row of a row's table is a header.
fn is_under_headers(row: ElementRef<'_>) -> bool {
    let table = elements_around(*row).find(|around| around.value().name() == "table");
    let first = table.and_then(|table| table.select(selector!("tr")).next());
    first.is_some_and(|first| first.child_elements().all(|cell| cell.value().name() == "th"))
}

/// Returns the cells of a table's one row with the headers above them.
fn under_headers(table: ElementRef<'_>) -> Vec<(ElementRef<'_>, ElementRef<'_>)> {
    let rows: Vec<_> = table.select(selector!("tr")).collect();
    let [header, row] = rows.as_slice() else { return Vec::new() };
    let is_header = header.child_elements().all(|cell| cell.value().name() == "th");
    let pairs = header.child_elements().zip(row.child_elements());
    pairs.filter(|(_, value)| is_header && value.value().name() == "td").collect()
}
