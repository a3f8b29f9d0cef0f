//! The texts around the tables of a seal page: `Licensee Information : Name Address : …`.

use scraper::ElementRef;

use crate::register::RegisterError;
use crate::register::boilerplate::{is_boilerplate_in, is_content};
use crate::register::html_page::{HtmlPage, elements_around, selector, shown_blocks_in, text_in};
use crate::register::html_table::is_layout;
use crate::register::layout::{is_one_of, key, speaks_against};
use crate::register::pictures::pictures_in;
use crate::register::swapped::is_no_name;
use crate::text::{collapsed, quoted};

const INFORMATION: &str = "Licensee Information";
const ADDRESS: &str = "Address";
pub(super) const STATUS: &str = "Status Of Licence";
pub(super) const REMARKS: &str = "Remarks";
/// The labels beside those, a longer one before its end.
const BESIDE: [&str; 6] =
    ["Registered Address", ADDRESS, "Registration Number", "Company Number", "Telephone", "Email"];
const SENTENCES: &str = "dynamic seal | dynamic seal of authorisation | game types | licence details | \
    licence information | licences | linked companies | websites";

const MAX_NAME_CHARS: usize = 200;

pub(super) struct Texts {
    pub(super) company: String,
    /// Whether the licensee's name has parts in elements of their own, such as a badge.
    pub(super) has_parts: bool,
    labelled: Vec<(&'static str, String)>,
    /// The texts without a label, those that are struck out, and the pictures.
    pub(super) others: Vec<String>,
}

impl Texts {
    pub(super) fn from_page(page: &HtmlPage<'_>) -> Result<Self, RegisterError> {
        let body = page.all(selector!("body")).next().unwrap_or(page.root());
        // The whole page is about one company.
        let is_left_out = |it: ElementRef<'_>| {
            let is_table = it.value().name() == "table" && !is_layout(it) && is_content(it);
            is_table || is_linked_company(it) || is_boilerplate_in(body, it, SENTENCES)
        };
        let (mut labelled, mut others) = (Vec::<(&str, String)>::new(), Vec::new());
        for block in shown_blocks_in(body, is_left_out) {
            if block.is_struck {
                others.push(block.text);
                continue;
            }
            let (before, found) = in_labels(&block.text);
            match labelled.last_mut().filter(|(_, value)| value.is_empty()) {
                _ if before.is_empty() || is_one_of(&key(&before), SENTENCES) => {}
                Some((_, value)) => *value = before,
                None => others.push(before),
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
        others.extend(pictures_in(body, &[company], is_left_out));
        let has_parts = !is_in_one_element(body, company);
        Ok(Self { company: company.clone(), has_parts, labelled, others })
    }

    pub(super) fn under<'t>(&'t self, label: &'t str) -> impl Iterator<Item = &'t String> {
        self.labelled.iter().filter(move |(it, _)| *it == label).map(|(_, value)| value)
    }

    /// Returns the values that are neither a name nor a status nor a remark, with their labels.
    pub(super) fn beside(&self) -> impl Iterator<Item = &(&'static str, String)> {
        self.labelled.iter().filter(|(label, _)| BESIDE.contains(label))
    }
}

/// Returns whether a text is one element's own. A comment in the page parts a text too.
fn is_in_one_element(body: ElementRef<'_>, text: &str) -> bool {
    let own_text = |element: ElementRef<'_>| {
        let texts = element.children().filter_map(|child| child.value().as_text().cloned());
        collapsed(&texts.map(|text| text.to_string()).collect::<String>())
    };
    let mut elements = body.descendants().filter_map(ElementRef::wrap);
    elements.any(|element| own_text(element).contains(text))
}

/// Returns whether an element is one of the other companies of the group in the list of these.
fn is_linked_company(element: ElementRef<'_>) -> bool {
    let list = elements_around(*element).next();
    let is_listed =
        |list: ElementRef<'_>| list.value().classes().any(|class| class == "linked-companies-list");
    list.is_some_and(is_listed) && !speaks_against(&text_in(element))
}

/// Returns the text before the first label, and the value of each label.
fn in_labels(text: &str) -> (String, Vec<(&'static str, String)>) {
    let (mut before, mut values) = (String::new(), Vec::<(&str, String)>::new());
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        let labels = [INFORMATION, STATUS, REMARKS].into_iter().chain(BESIDE);
        let labels = labels.filter(|_| parts.peek().is_some());
        let found = labels.filter_map(|label| Some((label, without_label(part, label)?))).next();
        let value = values.last_mut().map_or(&mut before, |(_, value)| value);
        match found {
            Some((label, rest)) => {
                value.push_str(rest);
                values.push((label, String::new()));
            }
            None if parts.peek().is_some() => value.extend([part, ":"]),
            None => value.push_str(part),
        }
    }
    values.iter_mut().for_each(|(_, value)| *value = collapsed(value));
    (collapsed(&before), values)
}

/// Returns the text before the label at its end, in any case; `None` without it.
fn without_label<'t>(text: &'t str, label: &str) -> Option<&'t str> {
    let text = text.trim_end();
    let (before, end) = text.split_at_checked(text.len().checked_sub(label.len())?)?;
    let is_whole = !before.ends_with(char::is_alphanumeric);
    (is_whole && end.eq_ignore_ascii_case(label)).then_some(before)
}
