//! The lists and certificates of a page: the headings and tables that a reader must know, and the
//! part of a page that is one certificate.

mod headings;

use std::collections::HashSet;

use ego_tree::NodeId;
use scraper::ElementRef;

use super::NameKind;
use super::boilerplate::{boilerplate_around, is_banner, is_header};
use super::html_page::{elements_around, selector, text_in};
use super::html_table::{Cell, Row, is_layout, rows_of};
use super::layout::{is_dated, is_out_of_force, speaks_against};
use super::pictures::tooltips_of;
use super::surveyed_page::SurveyedPage;
use headings::{Heading, level, put_heading};

/// The level of `h6`, the last heading that is marked up as one.
const LOWEST_TITLE: u8 = 6;

/// Checks every table of the content of a page, and the element that a script of Anjouan's page fills with a
/// list. Each table must be known, and each list must be under declared headings: the nearest heading before
/// it, those of higher levels, and the titles of the page and of its banner if they have a word for a licence
/// that is not in force.
pub(super) fn check_lists<'p>(
    page: &'p SurveyedPage<'_>,
    headings: &str,
    is_list: impl Fn(ElementRef<'p>) -> bool,
) {
    if let Some(title) = page.title_out_of_force() {
        page.note_unknown(NameKind::Heading, &title, headings);
    }
    let filled = page.all(selector!("#ag-licence-table, #ag-licence-data"));
    let lists = page.tables().chain(filled).filter(|it| is_list(*it));
    check_tables(page, headings, &lists.map(|it| it.id()).collect());
}

/// Returns the tables of a page, and the elements that may be headings over them.
fn headings_and_tables<'p>(page: &'p SurveyedPage<'_>) -> impl Iterator<Item = ElementRef<'p>> {
    page.all(selector!(
        "h1, h2, h3, h4, h5, h6, summary, legend, [role=heading i], b, strong, table, \
         #ag-licence-table, #ag-licence-data"
    ))
}

/// Notes the unknown tables of the content, and the unknown headings over its lists.
fn check_tables(page: &SurveyedPage<'_>, headings: &str, lists: &HashSet<NodeId>) {
    let tables: HashSet<_> = page.tables().map(|table| table.id()).collect();
    let is_in_a_cell =
        |element: ElementRef<'_>| element.ancestors().any(|around| tables.contains(&around.id()));
    let mut over: Vec<Heading<'_>> = Vec::new();
    let mut has_lists = false;
    for element in headings_and_tables(page) {
        // Only the header before all content is that of the page.
        let has_content = has_lists || over.iter().any(|heading| heading.place.is_none());
        let place = boilerplate_around(element).filter(|it| !(has_content && is_header(*it)));
        let is_table = element.value().name() == "table";
        if lists.contains(&element.id()) {
            has_lists |= is_table;
            note_headings(page, headings, &over, element);
        } else if is_table && place.is_none() {
            note_table(page, element);
        } else if !is_table && !is_in_a_cell(element) {
            if speaks_of_holders(element, place, has_lists) {
                page.note_unknown(NameKind::Heading, &text_in(element), headings);
            }
            put_heading(&mut over, element, place);
        }
    }
}

/// Returns whether a heading speaks against the holders in the lists: as the title of the page in its banner, or
/// after the lists, over the names of some of them (`Suspended licensees`).
fn speaks_of_holders(
    heading: ElementRef<'_>,
    place: Option<ElementRef<'_>>,
    has_lists: bool,
) -> bool {
    let text = text_in(heading);
    let speaks = match has_lists {
        true => place.is_none() && is_out_of_force(&text),
        false => place.is_some_and(is_banner) && speaks_against(&text),
    };
    speaks && level(heading).is_some_and(|level| level <= LOWEST_TITLE)
}

/// Notes the headings over a list that are not declared: those before it, its captions and the rows
/// of headings inside it; and what describes it, if that speaks against its holders.
fn note_headings(
    page: &SurveyedPage<'_>,
    declared: &str,
    over: &[Heading<'_>],
    list: ElementRef<'_>,
) {
    let is_over = |heading: &&Heading<'_>| {
        heading.place.is_none_or(|place| list.ancestors().any(|around| around.id() == place.id()))
    };
    let before = over.iter().filter(is_over).map(|heading| heading.text.clone());
    // Descriptions for screen readers say in other words what a heading does.
    let described = tooltips_of(list).chain(list.attr("summary").map(str::to_owned));
    let against = described.filter(|text| speaks_against(text));
    let headings = before.chain(captions(list)).chain(headings_of_rows(list)).chain(against);
    for heading in headings.filter(|heading| !is_dated(heading, declared)) {
        page.note_unknown(NameKind::Heading, &heading, declared);
    }
}

/// Returns the rows of headings inside a list.
fn headings_of_rows(list: ElementRef<'_>) -> Vec<String> {
    let rows = rows_of(list);
    let Some((header, others)) = rows.split_first() else { return Vec::new() };
    let is_of_headings = |row: &&Row<'_>| {
        let is_heading = |cell: &Cell<'_>| {
            let element = cell.element;
            element.value().name() == "th" && element.attr("scope") != Some("row")
        };
        row.0.iter().all(|cell| is_heading(cell) || cell.text.is_empty())
    };
    let inside = others.iter().filter(is_of_headings).filter(|row| row.text() != header.text());
    inside.filter_map(|row| row.texts().find(|text| !text.is_empty()).map(str::to_owned)).collect()
}

/// Notes a table unless it only arranges others or lists nobody.
fn note_table(page: &SurveyedPage<'_>, table: ElementRef<'_>) {
    let caption = captions(table).into_iter().next();
    let is_box = table.select(selector!("td, th")).map(|cell| cell.value().name()).eq(["td"]);
    let first =
        rows_of(table).first().filter(|_| caption.is_some() || !is_box).map(|row| row.text());
    if let Some(first) = first.filter(|_| !is_layout(table)) {
        page.note_unknown(NameKind::Table, &caption.unwrap_or(first), "");
    }
}

fn captions(table: ElementRef<'_>) -> Vec<String> {
    let figure = elements_around(*table).find(|around| around.value().name() == "figure");
    let of_figure = figure.into_iter().flat_map(|it| it.select(selector!("figcaption")));
    let captions = table.select(selector!("caption")).take(1).chain(of_figure);
    captions.map(text_in).filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests;
