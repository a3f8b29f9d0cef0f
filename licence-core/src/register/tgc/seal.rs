//! A seal page: one domain, who runs it, and a status word.

use std::collections::BTreeMap;

use scraper::ElementRef;

use super::seal_host;
use super::words::{COLUMNS, Topic};
use crate::register::boilerplate::is_boilerplate_in;
use crate::register::domain_cell::host_of;
use crate::register::html_page::{HtmlPage, Text, selector, shown_blocks_in, shown_lines_in};
use crate::register::layout::{Found, STRUCK_OUT, is_dated, is_one_of, key, remark, with_remarks};
use crate::register::pictures::pictures_in;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError};
use crate::text::{collapsed, folded, quoted};

const EXPECTED: &str = "a page of the Tobique Gaming Commission: its list of licensees (a table with \
                        columns of operators and web sites) or a seal (domain and status, labelled)";

/// The titles of a seal page and of its parts.
const SENTENCES: &str = "certificate | certificate of validation | \
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
        let content = Content::from_page(page);
        let is_labelled = content.has(Topic::Website) && content.has(Topic::Status);
        let is_seal = seal_host::is_of_a_seal(page) || is_labelled;
        let Content { labelled, texts } = content;
        if !names_the_regulator(page) || !is_seal {
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
        let (body, names) = (body(page), [&domain, operator.as_deref().unwrap_or_default()]);
        let pictures = pictures_in(body, &names, |it| is_boilerplate_in(body, it, SENTENCES));
        remarks.extend(page.remarks_of_part(texts.into_iter().chain(pictures).collect()));
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
    /// Returns the labelled values and all other texts. They are in blocks, or in one by lines.
    fn from_page(page: &HtmlPage<'_>) -> Self {
        let body = body(page);
        let is_left_out = |it: ElementRef<'_>| is_boilerplate_in(body, it, SENTENCES);
        let content = Self::from_texts(shown_blocks_in(body, is_left_out));
        match content.has(Topic::Status) {
            true => content,
            false => Self::from_texts(shown_lines_in(body, is_left_out)),
        }
    }

    fn has(&self, topic: Topic) -> bool {
        self.labelled.iter().any(|it| COLUMNS.field(&it.label) == Some(topic))
    }

    /// A label is before a colon, or a declared one in a text of its own, such as a cell: the next text is its
    /// value.
    fn from_texts(found: Vec<Text>) -> Self {
        let mut content = Self { labelled: Vec::new(), texts: Vec::new() };
        let mut label = None;
        for Text { text, is_struck } in found {
            if let Some(label) = label.take() {
                content.labelled.push(Labelled { label, value: text, is_struck });
            } else if COLUMNS.field(&text).is_some() {
                label = Some(text);
            } else if let Some((label, value)) = text.split_once(':').filter(|_| !is_known(&text)) {
                let (label, value) = (collapsed(label), collapsed(value));
                content.labelled.push(Labelled { label, value, is_struck });
            } else if !is_known(&text) {
                content.texts.push(text);
            }
        }
        content
    }
}

/// Returns whether a text is a title of the page or the day of a check.
fn is_known(text: &str) -> bool {
    is_dated(text, "") || is_one_of(&key(text), SENTENCES)
}
