//! What repeats on the pages of the register and belongs to no row.

use super::lines::Line;
use crate::register::RegisterFault;
use crate::register::contradiction::is_stamp;
use crate::register::pdf_text::PAGE_END;
use crate::text::folded;
use crate::written_date;

/// How many pages have to end alike before the end is taken for a footer.
const MIN_PAGES: usize = 3;

/// How many lines a footer has at most.
const MAX_FOOTER_LINES: usize = 6;

/// What lines that belong to no row begin with.
const NOTES: [&str; 8] =
    ["*", "©", "copyright", "note:", "disclaimer", "last update", "curaçao gaming", "www."];

/// Whether the pages that the text counts are all there.
///
/// # Errors
/// A text that ends before the last of its pages (`Page 3 of 25`).
pub(super) fn all_pages(text: &str) -> Result<(), RegisterFault> {
    let counts = text.split(['\n', PAGE_END]).filter_map(|line| page_of(&folded(line)));
    let last =
        counts.filter_map(|(page, of)| Some((page, of?))).max_by_key(|(page, of)| (*of, *page));
    match last {
        Some((page, of)) if page < of => {
            let fault = format!("the pages end with {page} of {of}; it looks cut off");
            Err(RegisterFault::Malformed(fault))
        }
        _ => Ok(()),
    }
}

/// Takes off the lines with which every page ends.
pub(super) fn without_footers(pages: &mut [Vec<Line>]) {
    for _ in 0..MAX_FOOTER_LINES {
        let last: Vec<_> =
            pages.iter().filter_map(|page| page.last()).map(|line| masked(&line.text)).collect();
        let is_footer = last.first().is_some_and(|line| !may_be_a_cell(line));
        let all_alike = last.windows(2).all(|pair| pair[0] == pair[1]);
        if pages.len() < MIN_PAGES || last.len() < pages.len() || !is_footer || !all_alike {
            return;
        }
        pages.iter_mut().for_each(|page| drop(page.pop()));
    }
}

/// With `#` for every number, so that page numbers do not matter.
fn masked(line: &str) -> String {
    let mut out = String::new();
    for c in folded(line).chars() {
        match c.is_ascii_digit() {
            true if out.ends_with('#') => {}
            true => out.push('#'),
            false => out.push(c),
        }
    }
    out
}

/// Whether a line with its numbers masked could be the end of a row: then it is no footer,
/// however often it comes.
fn may_be_a_cell(masked: &str) -> bool {
    const WORDS: [&str; 14] = [
        "assessment",
        "in",
        "progress",
        "indefinite",
        "suspended",
        "expired",
        "n/a",
        "n.v.",
        "b.v.",
        "license",
        "licence",
        "on",
        "of",
        "#",
    ];
    let is_month = |word: &str| written_date::whole(&format!("1 {word} 2000")).is_some();
    let is_of_cells = |word: &str| WORDS.contains(&word) || word.is_empty() || is_month(word);
    let is_kind = |word: &str| word == "b#c" || word == "b#b";
    masked.contains("revoked")
        || masked.contains("ogl/")
        || masked.split([' ', ',']).any(is_kind)
        || masked.split([' ', ',']).all(is_of_cells)
}

/// Whether a line, folded, is a note under the table.
pub(super) fn is_note(folded: &str) -> bool {
    // Behind the last row such a note is about its licence as likely as about any other.
    let is_about_a_licence = |note: &&str| is_stamp(&folded[note.len()..]);
    let note = NOTES.iter().find(|note| folded.starts_with(**note));
    note.is_some_and(|note| !is_about_a_licence(note))
}

/// The page that a line counts, and of how many: `page 3 of 25`, `3 | page`, `3/25`, `- 3 -`.
pub(super) fn page_of(folded: &str) -> Option<(u32, Option<u32>)> {
    const WORDS: [&str; 5] = ["page", "pagina", "of", "van", "p"];
    let separators = |c: char| !c.is_alphanumeric();
    let mut numbers = Vec::new();
    let mut is_named = folded.contains('/') || (folded.starts_with('-') && folded.ends_with('-'));
    for word in folded.split(separators).filter(|word| !word.is_empty()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_numbers_are_told_from_cells() {
        for (line, found) in [
            ("page 3 of 25", Some((3, Some(25)))),
            ("3 | page", Some((3, None))),
            ("pagina 3 van 25", Some((3, Some(25)))),
            ("- 3 -", Some((3, None))),
            ("3/25", Some((3, Some(25)))),
            ("page 3", Some((3, None))),
            ("n/a", None),
            ("160873", None),
            ("2026", None),
            ("14/01/2026", None),
            ("progress", None),
        ] {
            assert_eq!(page_of(line), found, "{line}");
        }
    }
}
