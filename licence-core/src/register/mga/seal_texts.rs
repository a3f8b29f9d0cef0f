//! The texts around the tables of a seal page: `Licensee Information : Name Address : …`.

use scraper::ElementRef;

use super::guid;
use crate::register::RegisterError;
use crate::register::boilerplate::is_boilerplate_in;
use crate::register::html_page::{HtmlPage, elements_around, selector, shown_blocks_in};
use crate::register::html_table::is_layout;
use crate::register::layout::{is_one_of, key, speaks_against};
use crate::register::pictures::pictures_in;
use crate::register::swapped::is_no_name;
use crate::regulatory_action::ends_in_a_legal_form;
use crate::text::{collapsed, quoted};

const INFORMATION: &str = "Licensee Information";
const ADDRESS: &str = "Address";
pub(super) const STATUS: &str = "Status Of Licence";
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
const SENTENCES: &str = "dynamic seal | malta gaming authority | licence details | \
    linked companies | licence information";

const MAX_NAME_CHARS: usize = 200;

pub(super) struct Texts {
    /// The licensee's name, without parts of their own.
    pub(super) company: String,
    /// The whole text in its place, where this has parts of their own, such as a badge.
    pub(super) company_with_parts: Option<String>,
    labelled: Vec<(&'static str, String)>,
    /// The texts without a label, and the pictures.
    pub(super) others: Vec<String>,
}

impl Texts {
    pub(super) fn from_page(page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let (mut labelled, mut others) = (Vec::<(&str, String)>::new(), Vec::new());
        let body = page.all(selector!("body")).next().unwrap_or(page.root());
        // The whole page is about one company.
        let is_left_out = |it: ElementRef<'_>| {
            let is_table = it.value().name() == "table" && !is_layout(it);
            is_table || is_linked_company(it) || is_boilerplate_in(body, it, SENTENCES)
        };
        for block in shown_blocks_in(body, is_left_out) {
            let (before, found) = in_labels(&block.text);
            match labelled.last_mut().filter(|(_, value)| value.is_empty()) {
                _ if before.is_empty() => {}
                Some((_, value)) if !block.is_struck => *value = before,
                _ if is_one_of(&key(&before), SENTENCES) && !block.is_struck => {}
                _ => others.push(before),
            }
            if block.is_struck && !found.is_empty() {
                others.push(block.text.clone());
            }
            labelled.extend(found);
        }
        let Some((_, company)) = labelled.iter().find(|(label, _)| *label == INFORMATION) else {
            return Err(page.is_not("\"Licensee Information\", as the English page has it"));
        };
        if !labelled.iter().any(|(label, _)| *label == ADDRESS) {
            return Err(page.is_not("\"Address\" after the name, as the English page has it"));
        }
        if company.is_empty() || company.chars().count() > MAX_NAME_CHARS || is_no_name(company) {
            let fault = format!("the licensee's name is {}, no name", quoted(company));
            return Err(page.malformed(fault));
        }
        let plain = without_parts(body, company);
        let company_with_parts = plain.is_some().then(|| company.clone());
        let company = plain.unwrap_or_else(|| company.clone());
        others.extend(pictures_in(body, &[&company], is_left_out));
        Ok(Self { company, company_with_parts, labelled, others })
    }

    pub(super) fn under<'t>(&'t self, label: &'t str) -> impl Iterator<Item = &'t String> {
        self.labelled.iter().filter(move |(it, _)| *it == label).map(|(_, value)| value)
    }
}

/// Returns the name in a text of the page that has parts of their own beside it, such as a badge: the first
/// part with a legal form, else the text. `None` for a text in one element, and for one that ends as a
/// company's name does and has no part that speaks against the licence.
fn without_parts(body: ElementRef<'_>, text: &str) -> Option<String> {
    let parts = |element: ElementRef<'_>| {
        let texts = element.children().filter_map(|child| child.value().as_text().cloned());
        texts.map(|text| text.to_string()).collect::<Vec<_>>()
    };
    let elements = || body.descendants().filter_map(ElementRef::wrap);
    // A comment in the page parts a text too.
    if elements().any(|element| collapsed(&parts(element).concat()).contains(text)) {
        return None;
    }
    let all = elements().flat_map(parts).map(|part| collapsed(&part));
    let all: Vec<_> = all.filter(|part| text.contains(part.as_str())).collect();
    if ends_in_a_legal_form(text) && !all.iter().any(|part| speaks_against(part)) {
        return None;
    }
    let name = all.into_iter().find(|part| ends_in_a_legal_form(part));
    Some(name.unwrap_or_else(|| text.to_owned()))
}

/// Returns whether an element is the link to the seal of another company of the group.
fn is_linked_company(link: ElementRef<'_>) -> bool {
    link.attr("href").is_some_and(|address| guid::in_query(address).is_some())
        && elements_around(*link)
            .any(|list| list.value().classes().any(|class| class == "linked-companies-list"))
}

/// Returns the text before the first label, and the value of each label.
fn in_labels(text: &str) -> (String, Vec<(&'static str, String)>) {
    // The positions stay those of the text, because only the case of ASCII changes.
    let lower = text.to_ascii_lowercase();
    let places_of = |label: &'static str| {
        let wanted = label.to_ascii_lowercase();
        lower.match_indices(&wanted).map(|(at, _)| (at, label)).collect::<Vec<_>>()
    };
    let mut places: Vec<_> = LABELS
        .iter()
        .flat_map(|label| places_of(label))
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
