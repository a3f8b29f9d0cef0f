//! The lines of the register, without what repeats on its pages.

use std::collections::HashSet;

use crate::register::RegisterFault;
use crate::register::layout::is_dated;
use crate::register::pdf_text::PAGE_END;
use crate::register::survey::Survey;
use crate::text::{collapsed, folded, is_digits};
use crate::written_date;

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
/// Between the rows there may be page numbers, the day of publication, the lines over the first row
/// again, and accepted lines. Any other line belongs to the row before it, as does a number or a date alone.
pub(super) fn layout(survey: &Survey<'_>, text: &str) -> Option<Layout> {
    let mut body = lines(text);
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

/// Returns whether a line is a page number or the day of publication.
pub(super) fn is_of_a_page(line: &str) -> bool {
    let line = folded(line);
    // A date alone is a cell, and a status may end with `as of`.
    let is_of_a_row = line.starts_with("as ") || written_date::with_time(&line).is_some();
    page_of(&line).is_some() || (!is_of_a_row && is_dated(&line, ""))
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

/// Returns the page that a line counts, and of how many: `page 3`, `page 3 of 25`.
fn page_of(folded: &str) -> Option<(u32, Option<u32>)> {
    match folded.split(' ').collect::<Vec<_>>()[..] {
        ["page", page] => Some((page.parse().ok()?, None)),
        ["page", page, "of", all] => Some((page.parse().ok()?, Some(all.parse().ok()?))),
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

/// Returns the lines that are not blank. A page ends a line too.
fn lines(text: &str) -> Vec<Line> {
    let lines = (1..).zip(text.split('\n'));
    let lines = lines.flat_map(|(number, line)| {
        line.split(PAGE_END).map(move |text| Line { number, text: collapsed(text) })
    });
    lines.filter(|line| !line.text.is_empty()).collect()
}

#[cfg(test)]
mod tests;
