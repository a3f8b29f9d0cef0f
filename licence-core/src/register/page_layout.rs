//! The lists and certificates of a page: the headings and tables that a reader must know, and the
//! part of a page that is one certificate.

use std::collections::HashSet;

use scraper::ElementRef;

use super::html_page::{is_content, selector, text_in};
use super::html_table::{is_layout, rows_of};
use super::surveyed_page::SurveyedPage;
use super::unknown_name::NameKind;

/// The level of a bold line, below every heading that is marked up as one.
const BOLD: u8 = 8;

/// Checks every table of the content of a page. Each table must be known, and each list must stand
/// under declared headings: the nearest heading before it, and those of higher levels.
pub(super) fn check_lists<'p>(
    page: &'p SurveyedPage<'_>,
    headings: &str,
    is_list: impl Fn(ElementRef<'p>) -> bool,
) {
    let mut over: Vec<(u8, String)> = Vec::new();
    let layouts: HashSet<_> =
        page.all(selector!("table")).filter(|table| is_layout(*table)).map(|it| it.id()).collect();
    let is_in_a_cell = |element: ElementRef<'_>| {
        let mut around = element.ancestors().filter_map(ElementRef::wrap);
        around.any(|it| it.value().name() == "table" && !layouts.contains(&it.id()))
    };
    let lines = selector!("h1, h2, h3, h4, h5, h6, summary, legend, p, div, center, table");
    for element in page.all(lines).filter(|element| is_content(*element)) {
        if element.value().name() != "table" {
            if let Some(level) = level(element).filter(|_| !is_in_a_cell(element)) {
                over.retain(|(above, _)| *above < level);
                over.push((level, text_in(element)));
            }
            continue;
        }
        let caption = element.select(selector!("caption")).next().map(text_in);
        let caption = caption.filter(|caption| !caption.is_empty());
        if layouts.contains(&element.id()) {
            continue;
        } else if is_list(element) {
            for heading in over.iter().map(|(_, heading)| heading).chain(&caption) {
                page.note_unknown(NameKind::Heading, heading, headings);
            }
            continue;
        }
        // A table of one cell lists nobody.
        let is_box = element.select(selector!("td, th")).map(|cell| cell.value().name()).eq(["td"]);
        if let Some(first) = rows_of(element).first().filter(|_| caption.is_some() || !is_box) {
            page.note_unknown(NameKind::Table, &caption.unwrap_or(first.text()), "");
        }
    }
}

/// Returns the level of a heading; `None` for any other element and for one without text.
fn level(element: ElementRef<'_>) -> Option<u8> {
    let level = match element.value().name().as_bytes() {
        [b'h', digit] => digit - b'0',
        b"summary" | b"legend" => 7,
        _ => BOLD,
    };
    let is_one = if level == BOLD { is_bold(element) } else { !text_in(element).is_empty() };
    is_one.then_some(level)
}

/// Returns whether an element is one line whose whole text is bold.
fn is_bold(line: ElementRef<'_>) -> bool {
    let mut bold = line.select(selector!("b, strong"));
    let has_blocks =
        line.select(selector!("p, div, table, ul, ol, li, h1, h2, h3")).next().is_some();
    let text = || text_in(line);
    !has_blocks && bold.next().is_some_and(|bold| text_in(bold) == text() && !text().is_empty())
}

/// The smallest element that holds all of these, and is more than a table or a list.
pub(super) fn part_with<'p>(elements: &[ElementRef<'p>]) -> Option<ElementRef<'p>> {
    let (first, others) = elements.split_first()?;
    let around = std::iter::once(*first).chain(first.ancestors().filter_map(ElementRef::wrap));
    let mut common: Vec<_> = around.collect();
    for other in others {
        let ids: HashSet<_> = other.ancestors().map(|node| node.id()).chain([other.id()]).collect();
        common.retain(|element| ids.contains(&element.id()));
    }
    let is_list = |element: &&ElementRef<'_>| {
        matches!(element.value().name(), "table" | "thead" | "tbody" | "tr" | "dl" | "ul" | "ol")
    };
    common.iter().find(|element| !is_list(element)).copied()
}

#[cfg(test)]
mod tests;
