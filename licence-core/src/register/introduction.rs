//! What a page says right before a list and between its entries: it may speak against those whom the
//! list names.

use std::collections::{HashMap, HashSet};

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::boilerplate::boilerplate_around;
use super::html_page::{
    elements_around, is_called, is_code, is_hidden, is_hidden_in, lines_without, selector,
    with_elements_around,
};
use super::layout::{is_dated, is_one_of, speaks_against};
use super::pictures::tooltips_of;
use super::surveyed_page::SurveyedPage;
use super::{NameKind, RegisterError};
use crate::text::{collapsed, non_empty};

const ACCORDION: &str = "mat-accordion";

/// Checks that all entries of a page are in one list: an element that contains one of them contains no
/// other, or all. Those in a second list, tab or section may no longer be licensed. The line before the
/// list must not speak against them, and no text is between them.
///
/// # Errors
/// [`RegisterError`] for entries in two lists or in a hidden one.
pub(super) fn check_one_list<'p>(
    page: &SurveyedPage<'_>,
    entries: impl Iterator<Item = ElementRef<'p>>,
) -> Result<(), RegisterError> {
    let entries: Vec<_> = entries.collect();
    let (mut entries_in, all) = (HashMap::<_, usize>::new(), entries.len());
    for entry in &entries {
        for around in elements_around(**entry) {
            *entries_in.entry((around.id(), around.value().name())).or_default() += 1;
        }
    }
    // Each entry may have an accordion of its own.
    let accordions =
        entries_in.iter().filter(|((_, name), count)| *name == ACCORDION && **count == 1);
    let are_alone = accordions.count() == all;
    let is_list = |name| matches!(name, "ul" | "ol") || (name == ACCORDION && !are_alone);
    let is_part = |name, count| count < all && (count > 1 || is_list(name));
    if entries_in.into_iter().any(|((_, name), count)| is_part(name, count)) {
        return Err(page.malformed("the entries are in more than one list"));
    }
    let Some(list) = list_of(&entries) else { return Ok(()) };
    // An only entry may be in its closed part.
    if all > 1 && with_elements_around(list).any(is_hidden) {
        return Err(page.malformed("the list is hidden"));
    }
    note_texts_before_and_between(page, list, &entries);
    Ok(())
}

/// Returns the element that holds all entries.
fn list_of<'p>(entries: &[ElementRef<'p>]) -> Option<ElementRef<'p>> {
    let ids: HashSet<_> = entries.iter().map(|entry| entry.id()).collect();
    let holds_all = |around: &ElementRef<'_>| {
        around.descendants().filter(|it| ids.contains(&it.id())).count() == ids.len()
    };
    entries.first()?.ancestors().find_map(|it| ElementRef::wrap(it).filter(holds_all))
}

fn note_texts_before_and_between(
    page: &SurveyedPage<'_>,
    list: ElementRef<'_>,
    entries: &[ElementRef<'_>],
) {
    let ids: HashSet<_> = entries.iter().map(|entry| entry.id()).collect();
    let has_entry = |node: &NodeRef<'_, Node>| node.descendants().any(|it| ids.contains(&it.id()));
    note_labels_around(page, list);
    let parts: Vec<_> = list.children().collect();
    let first = parts.iter().position(has_entry).unwrap_or(parts.len());
    let last = parts.iter().rposition(has_entry).unwrap_or(first);
    // An only entry has its own title above its table.
    let first_part = parts.get(first).copied().and_then(ElementRef::wrap);
    if let Some(part) = first_part.filter(|_| entries.len() > 1) {
        check_introduction(page, part);
    }
    let between = parts.get(first..last).unwrap_or_default().iter().filter(|part| !has_entry(part));
    for text in between.filter_map(|part| lines_in(*part).pop()) {
        page.note_unknown(NameKind::Heading, &text, "");
    }
}

/// Notes the labels of elements around a list that speak against the holders in the list.
fn note_labels_around(page: &SurveyedPage<'_>, list: ElementRef<'_>) {
    let labels = with_elements_around(list).flat_map(tooltips_of);
    for label in labels.filter(|label| speaks_against(label)) {
        page.note_unknown(NameKind::Heading, &label, "");
    }
}

/// A longer line is none that stands for a heading.
const MAX_HEADING_WORDS: usize = 3;

/// Notes the line right before a list, the short lines from there back to a heading, and the labels around the
/// list, if they speak against the holders in the list.
pub(super) fn check_introduction(page: &SurveyedPage<'_>, list: ElementRef<'_>) {
    note_labels_around(page, list);
    let around = list.ancestors().take_while(|node| !is_called(*node, "body"));
    let before = std::iter::once(*list).chain(around).flat_map(|node| node.prev_siblings());
    let before = before.take_while(|node| !is_of_others(*node));
    let lines = before.flat_map(|node| lines_in(node).into_iter().rev());
    let mut lines = lines.filter(|line| !is_dated(line, ""));
    let nearest = lines.next().unwrap_or_default();
    let others = lines.filter(|line| line.split(' ').count() <= MAX_HEADING_WORDS);
    let texts = nearest.split(". ").map(str::to_owned).chain(others);
    for text in texts.filter(|text| speaks_against(text)) {
        page.note_unknown(NameKind::Heading, &text, "");
    }
}

/// Returns whether a node before a list is about something else: a heading, which is checked as
/// one, another table, or the boilerplate of the page.
fn is_of_others(node: NodeRef<'_, Node>) -> bool {
    const OTHERS: &str = "h1 | h2 | h3 | h4 | h5 | h6 | table";
    ElementRef::wrap(node).is_some_and(|element| {
        is_one_of(element.value().name(), OTHERS)
            || element.select(selector!("h1, h2, h3, h4, h5, h6, table")).next().is_some()
            || boilerplate_around(element).is_some()
    })
}

/// Returns the lines of a node, without links and controls: those lead to other lists unless they say
/// that they are selected.
fn lines_in(node: NodeRef<'_, Node>) -> Vec<String> {
    let controls = selector!(
        "a[href]:not([aria-selected=true i], [aria-current=page i], [aria-current=true i], .active), \
         :is(button, [role=tab i]):not([aria-selected=true i], [aria-pressed=true i], [aria-expanded=true i], .active), \
         label:is([for], :has(input, select)), select"
    );
    match (node.value(), ElementRef::wrap(node)) {
        (Node::Text(text), _) => Vec::from_iter(non_empty(collapsed(text))),
        (_, Some(element)) if !is_code(element.value()) => {
            let is_left_out =
                |it: ElementRef<'_>| controls.matches(&it) || is_hidden_in(element, it);
            lines_without(element, is_left_out).into_iter().map(|line| line.text).collect()
        }
        _ => Vec::new(),
    }
}
