//! What a page says before a list, between its entries and in its description: it may speak against
//! those whom the list names.

use std::collections::{HashMap, HashSet};

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::boilerplate::{boilerplate_around, role_of};
use super::html_page::{
    elements_around, is_called, is_code, is_hidden_in, lines_without, selector, text_in,
};
use super::html_table::tooltips_around_rows;
use super::layout::{is_dated, is_one_of};
use super::notice_words::speaks_against_list;
use super::pictures::{texts_named_by, tooltips_of, unseen_in};
use super::surveyed_page::SurveyedPage;
use super::{NameKind, RegisterError};
use crate::status::wording::has_phrase;
use crate::text::collapsed;

/// Checks that all entries of a page are in one list: an element that contains one of them contains no
/// other, or all. Those in a second list, tab or section may no longer be licensed, whatever the text
/// between the two says. The lines before the list must not speak against them.
///
/// # Errors
/// [`RegisterError`] for entries in two lists.
pub(super) fn check_one_list<'p>(
    page: &SurveyedPage<'_>,
    entries: impl Iterator<Item = ElementRef<'p>>,
) -> Result<(), RegisterError> {
    let is_list =
        |element: ElementRef<'_>| matches!(element.value().name(), "ul" | "ol" | "mat-accordion");
    let entries: Vec<_> = entries.collect();
    let (mut entries_in, all) = (HashMap::<_, usize>::new(), entries.len());
    for entry in &entries {
        for around in elements_around(**entry) {
            *entries_in.entry((around.id(), is_list(around))).or_default() += 1;
        }
    }
    let mut around = entries_in.into_iter();
    if around.any(|((_, is_list), entries)| entries < all && (entries > 1 || is_list)) {
        return Err(page.malformed("the entries are in more than one list"));
    }
    note_texts_before_and_between(page, &entries);
    Ok(())
}

/// Notes the texts between the entries of a list, which may be about those that follow, and the line
/// before it and its descriptions if these speak against them.
fn note_texts_before_and_between(page: &SurveyedPage<'_>, entries: &[ElementRef<'_>]) {
    let ids: HashSet<_> = entries.iter().map(|entry| entry.id()).collect();
    let has_entry = |node: &NodeRef<'_, Node>| node.descendants().any(|it| ids.contains(&it.id()));
    let holds_all = |around: &ElementRef<'_>| {
        around.descendants().filter(|it| ids.contains(&it.id())).count() == ids.len()
    };
    let mut around = entries.iter().take(1).flat_map(|entry| entry.ancestors());
    let Some(list) = around.find_map(|it| ElementRef::wrap(it).filter(holds_all)) else { return };
    let parts: Vec<_> = list.children().collect();
    let first = parts.iter().position(has_entry).unwrap_or(parts.len());
    let last = parts.iter().rposition(has_entry).unwrap_or(first);
    // Above the table of an only entry is its own title.
    let first_part = parts.get(first).copied().and_then(ElementRef::wrap);
    if let Some(part) = first_part.filter(|_| entries.len() > 1) {
        check_introduction(page, part);
    }
    let between = parts.get(first..last).unwrap_or_default().iter().filter(|part| !has_entry(part));
    for part in between {
        let text = match (part.value(), ElementRef::wrap(*part)) {
            (Node::Text(text), _) => collapsed(text),
            (_, Some(element)) if !is_code(element.value()) => text_in(element),
            _ => continue,
        };
        if !text.is_empty() {
            page.note_unknown(NameKind::Heading, &text, "");
        }
    }
}

/// The most lines before a list that may introduce it.
const MAX_LINES_BEFORE: usize = 8;

/// Notes what speaks against the holders in a list, whatever its rows say: the tooltips of groups of rows;
/// what describes the parts of the page around it; the sentences of the line right before it, and those of
/// the lines before that one which announce what follows.
pub(super) fn check_introduction(page: &SurveyedPage<'_>, list: ElementRef<'_>) {
    for tooltip in tooltips_around_rows(list).filter(|tooltip| speaks_against_list(tooltip)) {
        page.note_unknown(NameKind::Heading, &tooltip, "");
    }
    // A label of the main part is about the whole page.
    let is_whole = |it: &ElementRef<'_>| is_called(**it, "body | main") || role_of(*it) == "main";
    let around = elements_around(*list).take_while(|around| !is_whole(around));
    note_descriptions(page, "", around);
    let around = list.ancestors().take_while(|node| !is_called(*node, "body"));
    let before = std::iter::once(*list).chain(around).flat_map(|node| node.prev_siblings());
    let lines = before.take_while(|node| !is_of_others(*node)).flat_map(lines_from_the_last);
    let lines = lines.filter(|line| !is_dated(line, "")).take(MAX_LINES_BEFORE);
    for (distance, line) in lines.enumerate() {
        let is_of_list = |sentence: &&str| distance == 0 || announces(sentence);
        let sentences = line.split(". ").filter(is_of_list);
        for sentence in sentences.filter(|sentence| speaks_against_list(sentence)) {
            page.note_unknown(NameKind::Heading, sentence, "");
        }
    }
}

fn announces(sentence: &str) -> bool {
    has_phrase(sentence, ["following"]) && !has_phrase(sentence, ["can", "could", "if", "may be"])
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

fn lines_from_the_last(node: NodeRef<'_, Node>) -> Vec<String> {
    let other_tabs = selector!("[role=tab i][aria-selected=false i]");
    let lines: Vec<_> = match (node.value(), ElementRef::wrap(node)) {
        (Node::Text(text), _) => vec![collapsed(text)],
        (_, Some(element)) if other_tabs.matches(&element) => Vec::new(),
        (_, Some(element)) if is_of_links(element) => selected_links(element),
        (_, Some(element)) if !is_code(element.value()) => {
            let is_choice = |it: ElementRef<'_>| is_choice(it) || is_hidden_in(element, it);
            let lines = lines_without(element, is_choice).into_iter();
            lines.map(|line| line.text).rev().collect()
        }
        _ => Vec::new(),
    };
    // Among more lines a picture is about its own.
    let element = ElementRef::wrap(node).filter(|_| lines.len() <= 1);
    let pictures = element.into_iter().flat_map(pictures_against);
    pictures.chain(lines).filter(|line| !line.is_empty()).collect()
}

/// Returns the pictures, tooltips and texts for screen readers of an element that speak against a list, without
/// those of links and controls, which lead to other lists.
pub(super) fn pictures_against(element: ElementRef<'_>) -> impl Iterator<Item = String> {
    let leads = selector!("a, button, input, label, select, textarea, [role=tab i]");
    let texts = unseen_in(element, |it| leads.matches(&it) || is_hidden_in(element, it));
    texts.into_iter().filter(|text| speaks_against_list(text))
}

/// Returns whether an element is an option of a field, as a filter has them, and not the selected one: the
/// first where none says that it is.
fn is_choice(element: ElementRef<'_>) -> bool {
    let is_select = |around: &ElementRef<'_>| around.value().name() == "select";
    let Some(select) = elements_around(*element).find(is_select) else { return false };
    let mut selected = select.select(selector!("option[selected]"));
    let selected = selected.next().or_else(|| select.select(selector!("option")).next());
    element.value().name() == "option" && selected != Some(element)
}

/// Returns whether an element holds links, tabs and several buttons alone, which lead to other pages and
/// lists. A tab that does not say whether it is selected may be that of the list.
fn is_of_links(element: ElementRef<'_>) -> bool {
    let links = selector!(
        "a[href], button:not([role=tab i]), [role=tab i][aria-selected=true i], \
         [role=tab i][aria-selected=false i]"
    );
    let is_nested = |link: &ElementRef<'_>| elements_around(**link).any(|it| links.matches(&it));
    let outermost = element.select(links).filter(|link| !is_nested(link)).map(text_in);
    // A lone button may be a badge.
    element.select(selector!("button:not([role=tab i])")).count() != 1
        && outermost.collect::<Vec<_>>().join(" ") == text_in(element)
}

/// Returns the texts of the links that say they are where the visitor is, such as a selected tab, the
/// last first.
fn selected_links(element: ElementRef<'_>) -> Vec<String> {
    let selected = element.select(selector!(
        "a[aria-selected=true i], [role=tab i][aria-selected=true i], \
         a[aria-current]:not([aria-current=false i]), button[aria-selected=true i], \
         button[aria-pressed=true i], button[aria-current]:not([aria-current=false i]), \
         button.active, button.selected, button.current"
    ));
    let mut texts: Vec<_> = selected.map(text_in).collect();
    texts.reverse();
    texts
}

/// Notes the texts that describe a list or the parts of the page around it, if they speak against its holders.
pub(super) fn note_descriptions<'p>(
    page: &SurveyedPage<'_>,
    declared: &str,
    parts: impl IntoIterator<Item = ElementRef<'p>>,
) {
    let texts = parts.into_iter().flat_map(|part| {
        let named = texts_named_by(part, "aria-labelledby");
        tooltips_of(part).chain(part.attr("summary").map(str::to_owned)).chain(named)
    });
    for text in texts.filter(|text| speaks_against_list(text)) {
        page.note_unknown(NameKind::Heading, &text, declared);
    }
}
