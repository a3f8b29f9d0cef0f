//! The lines of the register, without what repeats on its pages.

use std::collections::HashSet;

use super::furniture::{is_note, page_of, without_footers};
use crate::register::pdf_text::PAGE_END;
use crate::text::{collapsed, folded};
use crate::written_date;

/// A line of text with its number, counted from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
}

/// The register's text: what stands above the first row, and the rows.
pub(super) struct Layout {
    /// The lines above the first row, blanks collapsed.
    pub(super) heading: Vec<String>,
    pub(super) body: Vec<Line>,
}

/// Takes the text apart; `None` when no line of it holds a licence number.
pub(super) fn layout(text: &str) -> Option<Layout> {
    let mut pages = pages(text);
    without_footers(&mut pages);
    let lines: Vec<_> = pages.into_iter().flatten().collect();
    let mut first = lines.iter().position(|line| holds_a_number(&line.text))?;
    if first > 0 && is_running_number(&lines[first - 1].text) {
        first -= 1;
    }
    let (heading, body) = lines.split_at(first);
    let repeated: HashSet<_> = heading.iter().map(|line| folded(&line.text)).collect();
    let is_of_a_row = |line: &&Line| {
        let text = folded(&line.text);
        let is_cell = written_date::whole(&text).is_some() || is_digits(&text);
        // A slip at its beginning makes no note of a row.
        let is_note = is_note(&text) && !holds_a_number(&line.text);
        page_of(&text).is_none() && !is_note && (is_cell || !repeated.contains(&text))
    };
    Some(Layout {
        heading: heading.iter().map(|line| line.text.clone()).collect(),
        body: body.iter().filter(is_of_a_row).cloned().collect(),
    })
}

/// Whether a text begins with a licence number: `OGL/…`, `CGA /…`.
pub(super) fn begins_a_number(text: &str) -> bool {
    let (Some(start), Some(rest)) = (text.get(..3), text.get(3..)) else { return false };
    let is_prefix = ["OGL", "CGA"].iter().any(|prefix| prefix.eq_ignore_ascii_case(start));
    is_prefix && (rest.is_empty() || rest.starts_with(['/', ' ']))
}

/// Whether a word counts rows: `145.`, `145`.
pub(super) fn is_running_number(word: &str) -> bool {
    is_digits(word.strip_suffix('.').unwrap_or(word)) && word.len() <= 6
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a licence number stands in a text, or in a line whose blanks may part it.
pub(super) fn holds_a_number(line: &str) -> bool {
    line.contains('/') && line.char_indices().any(|(at, _)| begins_a_number(&line[at..]))
}

fn pages(text: &str) -> Vec<Vec<Line>> {
    let mut pages = vec![Vec::new()];
    for (number, line) in (1..).zip(text.split('\n')) {
        for (index, piece) in line.split(PAGE_END).enumerate() {
            if index > 0 {
                pages.push(Vec::new());
            }
            let text = collapsed(piece);
            if let Some(page) = pages.last_mut().filter(|_| !text.is_empty()) {
                page.push(Line { number, text });
            }
        }
    }
    pages.retain(|page| !page.is_empty());
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footers_are_what_all_pages_end_with_unless_rows_end_so() {
        let text = |footer: &str| {
            let page = |n: u32| format!("{n}. OGL/2024/{n}/0001 A B.V. B2C\n{footer} {n}\n\u{c}");
            layout(&(1..=3).map(page).collect::<String>()).unwrap().body.len()
        };
        assert_eq!(text("Published by the authority, edition"), 3);
        assert_eq!(text("Assessment in progress"), 6);
        assert_eq!(text("revoked on January 1,"), 6);
    }
}
