//! Pages that show a part of a list only.

mod links;

use std::borrow::Cow;

use scraper::ElementRef;

use super::RegisterError;
use super::boilerplate::is_content;
use super::domain_list::only_addresses;
use super::html_page::{blocks_in, elements_around, lines_in, selector, text_in};
use super::layout::is_one_of;
use super::surveyed_page::SurveyedPage;
use crate::text::{folded, quoted};
use links::{LISTED, is_of_another_part, note_links_to_more, number};

/// Checks that a saved page shows its whole list (`Showing 1 to 10 of 1,446 entries`, `Page 1 of
/// 145`).
///
/// # Errors
/// [`RegisterError`] with the note that there is more.
pub(super) fn check_paging(page: &SurveyedPage<'_>) -> Result<(), RegisterError> {
    note_links_to_more(page);
    let text = page.text().to_lowercase();
    let text = text.replace("of a total of ", "of ").replace("displaying", "showing");
    let text = text.replace("continues", "continued");
    let words = text.split([' ', '-', '\u{2013}', '(', ')', '/']);
    let words = words.filter(|word| !matches!(*word, "" | "to" | "out" | "through"));
    let words: Vec<_> = words.map(|word| word.trim_end_matches(['.', ',', ':'])).collect();
    let part = (0..words.len()).find_map(|at| part_shown(&without_article(&words[at..])));
    let part = part.or_else(|| text_that_offers_more(page));
    let part = part.or_else(|| entry_for_others(page));
    part.map_or(Ok(()), |note| {
        Err(page.malformed(format!("the page shows a part of the list only: {}", quoted(&note))))
    })
}

/// Returns the next words, without `the` if they may be a note of what is shown.
fn without_article<'w, 't>(words: &'w [&'t str]) -> Cow<'w, [&'t str]> {
    /// No note is longer.
    const MOST: usize = 10;
    let is_note = match words {
        ["showing", ..] | [_, "of", "the", _, "displayed" | "shown", ..] => true,
        [first, last, "of", "the", ..] => number(first).and(number(last)).is_some(),
        _ => false,
    };
    if !is_note {
        return Cow::Borrowed(words);
    }
    words.iter().take(MOST).filter(|word| **word != "the").copied().collect()
}

/// Returns the end of a text that offers more of a list and is no link (`Show 25 more`, `Show all 60`), or
/// a text that counts the others (`and 2 more`).
fn text_that_offers_more(page: &SurveyedPage<'_>) -> Option<String> {
    let is_link = |it: ElementRef<'_>| matches!(it.value().name(), "a" | "button");
    blocks_in(page.root(), is_link).into_iter().find_map(|block| {
        let text = folded(&block.text);
        let text = text.trim_end_matches(|c: char| !c.is_alphanumeric());
        let words = text.split([' ', '(', ')']).filter(|word| !word.is_empty());
        match words.collect::<Vec<_>>()[..] {
            [.., verb @ ("load" | "see" | "show" | "view"), count, "more"] => {
                number(count).map(|count| format!("{verb} {count} more"))
            }
            [.., verb @ ("see" | "show" | "view"), "all", count] => {
                number(count).map(|count| format!("{verb} all {count}"))
            }
            ["and", count, "more"] | ["..." | "\u{2026}", "and", count, "more"] => {
                number(count).map(|count| format!("and {count} more"))
            }
            _ => None,
        }
    })
}

/// Returns the end of an entry or cell in the content that stands for those which the page does not show
/// (`\u{2026}`, `and 2 more`).
fn entry_for_others(page: &SurveyedPage<'_>) -> Option<String> {
    // Dots in a row with other cells are an empty cell.
    let is_empty_cell = |entry: ElementRef<'_>| {
        let has_word = |it: ElementRef<'_>| text_in(it).contains(char::is_alphanumeric);
        let mut row = elements_around(*entry).take(1).filter(|it| it.value().name() == "tr");
        !has_word(entry) && row.any(has_word)
    };
    let has_addresses = |entry: ElementRef<'_>| {
        let items = elements_around(*entry).take(1).flat_map(|list| list.child_elements());
        let mut items = items.filter_map(|item| only_addresses(&text_in(item)));
        entry.value().name() != "li" || items.any(|addresses| !addresses.is_empty())
    };
    page.all(selector!("li, td")).find_map(|entry| {
        let end = lines_in(entry).pop()?.text;
        let is_for_others = stands_for_others(&end)
            && !is_empty_cell(entry)
            && has_addresses(entry)
            && is_content(entry)
            && !is_of_another_part(page, entry);
        is_for_others.then_some(end)
    })
}

/// Returns whether a line is dots, `etc.` or `and 2 more`, and before that nothing but addresses.
fn stands_for_others(line: &str) -> bool {
    let line = folded(line).replace('\u{2026}', "...");
    let text = line.trim_end_matches(['.', ')', ']', ' ']);
    let end = &line[text.len()..];
    // Dots right after a word cut it (`https://a.example/casi...`).
    let is_cut = end.starts_with('.') && text.ends_with(char::is_alphanumeric);
    let has_dots = !is_cut && end.matches('.').count() > 1;
    let words = text.split([' ', ',', '(', ')']).filter(|word| !word.is_empty());
    let words: Vec<_> = words.collect();
    let before = match &words[..] {
        [before @ .., count, "more"] if number(count).is_some() => before,
        [before @ .., "etc"] => before,
        all if has_dots => all,
        _ => return false,
    };
    only_addresses(&before.join(" ")).is_some()
}

/// Returns the note that words begin with, if it says that there is more than is shown. The words are in
/// lower case, without `to`, with `showing` for `displaying`.
fn part_shown(words: &[&str]) -> Option<String> {
    let range = |first: &str, last: &str, all: &str| {
        let (first, last, all) = (number(first)?, number(last)?, number(all)?);
        let is_part = first <= last && (first > 1 || last < all);
        is_part.then(|| format!("{first} to {last} of {all}"))
    };
    let count = |shown: &str, all: &str| {
        let (shown, all) = (number(shown)?, number(all)?);
        (shown < all).then(|| format!("showing {shown} of {all}"))
    };
    let page = |one: &str, all: &str| {
        let (one, all) = (number(one)?, number(all)?);
        (one <= all && all > 1).then(|| format!("page {one} of {all}"))
    };
    let first = |shown: &str| Some(format!("first {}", number(shown)?));
    let is_rows = |word: &str| is_one_of(word, LISTED);
    match *words {
        // 1 to 10 of 1,446
        [from, to, "of", all, ..] if number(from).is_some() => range(from, to, all),
        // Showing rows 1 - 25 (60 total)
        ["showing", rows, from, to, all, "total", ..] if is_rows(rows) => range(from, to, all),
        // Page 1 of 145; Page 1/145; 1 of 145 pages
        ["page", one, "of", all, ..] | ["page", one, all, ..] | [one, "of", all, "pages", ..] => {
            page(one, all)
        }
        // Showing 25 of 60; Showing the first 25 of 60
        ["showing", shown, "of", all, ..] | ["showing", "first", shown, "of", all, ..] => {
            count(shown, all)
        }
        // Showing the first 25 entries of 60; Showing the first 25 entries (60 total)
        ["showing", "first", shown, rows, "of", all, ..] if is_rows(rows) => count(shown, all),
        ["showing", "first", shown, rows, all, "total", ..] if is_rows(rows) => count(shown, all),
        // Showing the first 25 (60 total)
        ["showing", "first", shown, all, "total", ..] if number(all).is_some() => count(shown, all),
        // Showing the first 25
        ["showing", "first", shown, ..] => first(shown),
        // Showing 25 entries of 60
        ["showing", shown, rows, "of", all, ..] if is_rows(rows) => count(shown, all),
        // 25 of 60 entries; 25 of 60 shown
        [shown, "of", all, "displayed" | "shown", ..] => count(shown, all),
        [shown, "of", all, rows, ..] if is_rows(rows) => count(shown, all),
        // Only the first 25 entries
        ["only", "the", "first", shown, rows, ..] if is_rows(rows) => first(shown),
        ["continued", "on", "next", "page", ..]
        | ["continued", "on", "the", "next", "page", ..]
        | ["continued", "overleaf", ..] => Some("continued".to_owned()),
        ["continued", "on", "page", next, ..] => {
            number(next).filter(|next| *next > 1).map(|_| "continued".to_owned())
        }
        ["filtered", "from", all, "total", ..] => {
            number(all).map(|all| format!("filtered from {all} total"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
