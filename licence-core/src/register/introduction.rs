//! The line before a list of licensees, which may say that they are none, whatever its rows say.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use crate::register::boilerplate::boilerplate_around;
use crate::register::html_page::{is_code, lines_in, selector, text_in};
use crate::register::layout::{is_dated, is_one_of, speaks_against};
use crate::register::surveyed_page::SurveyedPage;
use crate::register::unknown_name::NameKind;
use crate::text::collapsed;

/// Notes the sentences of the line right before a list that speak against its holders.
pub(super) fn check(page: &SurveyedPage<'_>, list: ElementRef<'_>) {
    let around = list.ancestors().take_while(|node| !is_body(*node));
    let before = std::iter::once(*list).chain(around).flat_map(|node| node.prev_siblings());
    let lines = before.take_while(|node| !is_of_others(*node)).flat_map(lines_from_the_last);
    let line = lines.into_iter().find(|line| !is_dated(line, "")).unwrap_or_default();
    for sentence in line.split(". ").filter(|sentence| speaks_against(sentence)) {
        page.note_unknown(NameKind::Heading, sentence, "");
    }
}

/// Returns whether what stands before a list is about something else: a heading, which is checked as
/// one, another table, or the boilerplate of the page.
fn is_of_others(node: NodeRef<'_, Node>) -> bool {
    const OTHERS: &str = "h1 | h2 | h3 | h4 | h5 | h6 | table";
    ElementRef::wrap(node).is_some_and(|element| {
        is_one_of(element.value().name(), OTHERS)
            || element.select(selector!("h1, h2, h3, h4, h5, h6, table")).next().is_some()
            || boilerplate_around(element).is_some()
    })
}

fn lines_from_the_last(node: NodeRef<'_, Node>) -> Vec<String> {
    let lines = match (node.value(), ElementRef::wrap(node)) {
        (Node::Text(text), _) => vec![collapsed(text)],
        (_, Some(element)) if !is_code(element.value()) && !is_of_links(element) => {
            lines_in(element).into_iter().map(|line| line.text).rev().collect()
        }
        _ => Vec::new(),
    };
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// Returns whether an element holds links alone, which lead to other pages.
fn is_of_links(element: ElementRef<'_>) -> bool {
    let links = element.select(selector!("a[href]")).map(text_in).collect::<Vec<_>>().join(" ");
    links == text_in(element)
}

fn is_body(node: NodeRef<'_, Node>) -> bool {
    node.value().as_element().is_some_and(|element| element.name() == "body")
}
