//! The lines of the register, without what repeats on its pages.

use std::collections::HashSet;

use crate::register::common_texts::is_of_a_regulator;
use crate::register::layout::{is_dated, is_one_of};
use crate::register::pdf_text::PAGE_END;
use crate::register::survey::Survey;
use crate::register::{RegisterError, RegisterFault};
use crate::text::{collapsed, folded, is_digits, quoted};
use crate::written_date;

const HEADINGS: &str = "license register | license registry | license registry (lok) | ogl license register | \
    ogl license registry | online gaming license registry";

/// A line of text with its number, counted from one.
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
}

/// The parts of the text: the lines above the first row, and the rows.
pub(super) struct Layout {
    pub(super) heading: Vec<String>,
    pub(super) body: Vec<Line>,
}

/// Returns the parts of the text; `None` when no line of it holds a licence number.
///
/// Between the rows there may be page numbers, the day of publication, lines of copyright, the regulator's name
/// and address, the lines over the first row again, and accepted lines. Any other line belongs to the row before it, as does a
/// number or a date alone.
pub(super) fn layout(survey: &Survey<'_>, text: &str) -> Option<Layout> {
    let pages = without_page_numbers(without_day(pages(text)));
    let mut body: Vec<_> = pages.into_iter().flatten().collect();
    let mut first = body.iter().position(|line| holds_a_number(&line.text))?;
    if first > 0 && is_running_number(&body[first - 1].text) {
        first -= 1;
    }
    let heading: Vec<_> = body.drain(..first).map(|line| line.text).collect();
    let repeated: HashSet<_> = heading.iter().map(|line| folded(line)).collect();
    let is_cell = |text: &str| written_date::whole(text).is_some() || is_digits(text);
    body.retain(|line| {
        let text = folded(&line.text);
        let is_repeated = repeated.contains(&text) && !is_cell(&text);
        !is_repeated && !is_of_a_page(&line.text) && !survey.accepts(&line.text)
    });
    Some(Layout { heading, body })
}

/// Returns whether a line is a heading of the register, the name of the regulator, the day of the register, or
/// several of these with dashes or bars between them.
pub(super) fn is_title(line: &str) -> bool {
    let line = folded(line).replace("licence", "license");
    let mut parts = line
        .split(" - ")
        .flat_map(|part| part.split('|'))
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let is_known = |part| is_one_of(part, HEADINGS) || is_of_a_regulator(part);
    is_dated(&line, HEADINGS) || parts.all(|part| is_known(part) || is_dated(part, HEADINGS))
}

/// Returns whether a line is a page number, perhaps after a title or a day, the day of publication, a line of
/// copyright, or the name or an address of the regulator.
pub(super) fn is_of_a_page(line: &str) -> bool {
    let line = folded(line);
    // A date alone is a cell, and a status may end with `as of`.
    let is_of_a_row = line.starts_with("as ") || written_date::with_time(&line).is_some();
    is_of_a_regulator(&line) || page_of(&line).is_some() || (!is_of_a_row && is_dated(&line, ""))
}

/// Returns the pages without the numbers with which they end, if each ends with its own. Any other
/// bare number may be a cell.
fn without_page_numbers(mut pages: Vec<Vec<Line>>) -> Vec<Vec<Line>> {
    let is_numbered = |(number, page): (u32, &Vec<Line>)| {
        last_line(page).is_some_and(|at| page[at].text == number.to_string())
    };
    if (1..).zip(&pages).all(is_numbered) {
        for page in &mut pages {
            last_line(page).map(|at| page.remove(at));
        }
    }
    pages
}

/// The fewest pages that show that the day under each is no cell of a row.
const MIN_PAGES: usize = 3;

/// Returns the pages without the day with which they end, if all end with the same one. Any other day alone
/// may be a cell.
fn without_day(mut pages: Vec<Vec<Line>>) -> Vec<Vec<Line>> {
    let day = |page: &Vec<Line>| {
        let line = &page[last_line(page)?].text;
        written_date::whole(line).map(|_| line.clone())
    };
    let days: HashSet<_> = pages.iter().map(day).collect();
    if pages.len() >= MIN_PAGES && days.len() == 1 && !days.contains(&None) {
        for page in &mut pages {
            last_line(page).map(|at| page.remove(at));
        }
    }
    pages
}

/// Returns the place of the last line of a page that does not belong to the page alone.
fn last_line(page: &[Line]) -> Option<usize> {
    page.iter().rposition(|line| !is_of_a_page(&line.text))
}

/// Requires that a text ends with a line or a page: a row that is cut off may lack its status.
pub(super) fn require_end(file: &str, text: &str) -> Result<(), RegisterError> {
    let last = text.rsplit(['\n', PAGE_END]).next().unwrap_or_default();
    if last.trim().is_empty() || page_of(&folded(last)).is_some() {
        return Ok(());
    }
    let fault = format!("the text ends within the line {}; it looks cut off", quoted(last));
    Err(RegisterError::malformed(file, fault))
}

pub(super) fn all_pages(text: &str) -> Result<(), RegisterFault> {
    let counts = text.split(['\n', PAGE_END]).filter_map(|line| page_of(&folded(line)));
    let last =
        counts.filter_map(|(page, of)| Some((page, of?))).max_by_key(|(page, of)| (*of, *page));
    if let Some((page, of)) = last.filter(|(page, of)| page < of) {
        let fault = format!("the pages end with {page} of {of}; it looks cut off");
        return Err(RegisterFault::Malformed(fault));
    }
    Ok(())
}

/// Returns the page that a line counts, perhaps after a title, and of how many: `page 3 of 25`, `3/25`, `- 3 -`.
fn page_of(folded: &str) -> Option<(u32, Option<u32>)> {
    let (title, page) = folded.split_at(folded.rfind("page ").unwrap_or_default());
    let folded = if is_title(title) { page } else { folded };
    const WORDS: [&str; 4] = ["page", "pagina", "of", "van"];
    let mut is_named = folded.contains('/') || (folded.starts_with('-') && folded.ends_with('-'));
    let mut numbers = Vec::new();
    // Word processors write the word in spaced letters at the foot of a page.
    let line = folded.replace("p a g e", "page");
    for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match word.parse::<u32>() {
            Ok(number) if word.len() <= 4 => numbers.push(number),
            _ if WORDS.contains(&word) => is_named = true,
            _ => return None,
        }
    }
    match (is_named, numbers.as_slice()) {
        (true, [page]) => Some((*page, None)),
        (true, [page, of]) => Some((*page, Some(*of))),
        _ => None,
    }
}

/// Returns whether a text begins with a licence number: `OGL/…`, `CGA /…`.
pub(super) fn begins_a_number(text: &str) -> bool {
    let (Some(start), Some(rest)) = (text.get(..3), text.get(3..)) else { return false };
    let is_prefix = ["OGL", "CGA"].iter().any(|prefix| prefix.eq_ignore_ascii_case(start));
    is_prefix && rest.trim_start().starts_with('/')
}

/// Returns whether a word counts rows: `145.`, `145`.
pub(super) fn is_running_number(word: &str) -> bool {
    is_digits(word.strip_suffix('.').unwrap_or(word)) && word.len() <= 6
}

pub(super) fn holds_a_number(text: &str) -> bool {
    text.char_indices().any(|(at, _)| begins_a_number(&text[at..]))
}

/// Returns the lines of each page that are not blank.
fn pages(text: &str) -> Vec<Vec<Line>> {
    let mut first = 1;
    let pages = text.split(PAGE_END).map(|page| {
        let lines = (first..).zip(page.split('\n'));
        first += page.matches('\n').count() as u64;
        let lines = lines.map(|(number, text)| Line { number, text: collapsed(text) });
        lines.filter(|line| !line.text.is_empty()).collect::<Vec<_>>()
    });
    pages.filter(|page| !page.is_empty()).collect()
}

#[cfg(test)]
mod tests;
