//! A seal page: one domain, who runs it, and a status word.

use std::collections::BTreeMap;

use scraper::ElementRef;

use super::seal_host;
use super::words::{COLUMNS, Topic};
use crate::register::boilerplate::{is_boilerplate_in, is_content};
use crate::register::domain_cell::host_of;
use crate::register::html_page::{
    HtmlPage, Text, is_hidden_in, joined, selector, shown_blocks_in, text_in, with_elements_around,
};
use crate::register::layout::{Found, STRUCK_OUT, is_dated, is_one_of, key, remark, with_remarks};
use crate::register::pictures::pictures_in;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::text::{collapsed, folded, quoted};

const EXPECTED: &str = "a page of the Tobique Gaming Commission: its list of licensees (a table with \
                        columns of operators and web sites) or a seal (domain and status, labelled)";

/// The titles of a seal page and of its parts.
const SENTENCES: &str = "certificate | certificate of validation | licence status | \
    licence validation | licence verification | license validation | license verification | seal | \
    tobique gaming commission | validation | verification";
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
        let Content { labelled, texts } = Content::from_page(page);
        let is_read = labelled.iter().any(|it| COLUMNS.field(&it.label).is_some());
        if !names_the_regulator(page) || !is_read {
            return Err(page.is_not(EXPECTED));
        }
        let url = seal_host::url_of(page)?;
        let (mut values, mut remarks) = read_labels(page, &labelled)?;
        let domain = values.remove(&Topic::Website);
        let (Some(domain), Some(status)) = (domain, values.remove(&Topic::Status)) else {
            return Err(page.is_not("a seal that labels its domain and its status"));
        };
        if host_of(&domain).is_err() {
            let fault = format!("the domain of the seal is {}, no host name", quoted(&domain));
            return Err(page.malformed(fault));
        }
        let kind = values.remove(&Topic::Kind).unwrap_or_default();
        let operator = values.remove(&Topic::Operator);
        remarks.extend(operator.as_deref().and_then(|name| page.name_remark(name)));
        remarks.extend(page.survey.type_remark(page.name(), &kind));
        remarks.extend(page.title_remark());
        let names = [domain.as_str(), operator.as_deref().unwrap_or_default()];
        remarks.extend(page.remarks_of_part(with_pictures(page, texts, &names)));
        Ok(Self {
            file: page.name().to_owned(),
            url,
            domain,
            operator: operator.map(|name| page.survey.plain_name(&name)),
            kind: page.survey.plain_type(&kind),
            status: with_remarks(&status, remarks),
        })
    }
}

/// Returns the value under the labels of each topic, and the remarks among the others; several labels of
/// a topic must say the same.
fn read_labels(
    page: &SurveyedPage<'_>,
    labelled: &[Labelled],
) -> Result<(BTreeMap<Topic, String>, Vec<String>), RegisterError> {
    let (mut values, mut remarks) = (BTreeMap::<_, String>::new(), Vec::new());
    for Labelled { label, value, is_struck } in labelled {
        match page.find(NameKind::Label, label, &COLUMNS) {
            Found::Field(_) if value.is_empty() => {}
            Found::Field(topic) => {
                let first = values.entry(topic).or_insert_with(|| value.clone());
                if first != value {
                    let (one, other) = (quoted(first), quoted(value));
                    let fault = format!("the seal says {one} and {other} under one label");
                    return Err(page.malformed(fault));
                }
                remarks.extend(is_struck.then(|| STRUCK_OUT.to_owned()));
            }
            Found::Remark => remarks.extend(remark(label, value)),
            Found::Beside => {}
        }
    }
    Ok((values, remarks))
}

fn body<'p>(page: &'p HtmlPage<'_>) -> ElementRef<'p> {
    page.all(selector!("body")).next().unwrap_or(page.root())
}

fn with_pictures(page: &HtmlPage<'_>, texts: Vec<String>, names: &[&str]) -> Vec<String> {
    let body = body(page);
    let pictures = pictures_in(body, names, |it| is_boilerplate_in(body, it, SENTENCES));
    texts.into_iter().chain(pictures).collect()
}

/// What a seal page shows beside boilerplate and its declared titles.
struct Content {
    labelled: Vec<Labelled>,
    texts: Vec<String>,
}

struct Labelled {
    label: String,
    value: String,
    is_struck: bool,
}

impl Content {
    /// Returns the labelled values, which are two cells in a row, a term with its description or
    /// `Label: value`, and all other texts.
    fn from_page(page: &HtmlPage<'_>) -> Self {
        let (body, pairs) = (body(page), pairs(page));
        let is_of_pair = |it: ElementRef<'_>| {
            pairs.iter().any(|(label, value)| [label.id(), value.id()].contains(&it.id()))
        };
        let of_pairs = pairs.iter().map(|(label, value)| {
            let blocks = shown_blocks_in(*value, |_| false);
            let is_struck = blocks.iter().any(|block| block.is_struck);
            Labelled { label: text_in(*label), value: joined(blocks), is_struck }
        });
        let mut content = Self { labelled: of_pairs.collect(), texts: Vec::new() };
        let blocks =
            shown_blocks_in(body, |it| is_of_pair(it) || is_boilerplate_in(body, it, SENTENCES));
        blocks.into_iter().for_each(|block| content.add_line(block));
        content
    }

    fn add_line(&mut self, line: Text) {
        if is_dated(&line.text, "") || is_one_of(&key(&line.text), SENTENCES) {
            return;
        }
        match line.text.trim_end_matches(':').split_once(':') {
            Some((label, value)) => self.labelled.push(Labelled {
                label: collapsed(label),
                value: collapsed(value),
                is_struck: line.is_struck,
            }),
            None => self.texts.push(line.text),
        }
    }
}

/// Returns the labels of the content with their values: the two cells of a row, a term with its
/// description.
fn pairs<'p>(page: &'p HtmlPage<'_>) -> Vec<(ElementRef<'p>, ElementRef<'p>)> {
    let next = |it: ElementRef<'p>| it.next_siblings().filter_map(ElementRef::wrap).next();
    let is_shown = |it: ElementRef<'_>| {
        !with_elements_around(it).any(|around| is_hidden_in(page.root(), around))
    };
    let labels = page.all(selector!("tr > :first-child, dt"));
    let labels = labels.filter(|it| is_content(*it) && is_shown(*it) && !text_in(*it).is_empty());
    let pairs = labels.filter_map(|label| Some((label, next(label)?)));
    let is_pair = |value: ElementRef<'p>| match value.value().name() {
        "td" => next(value).is_none(),
        name => name == "dd",
    };
    pairs.filter(|(_, value)| is_pair(*value)).collect()
}
