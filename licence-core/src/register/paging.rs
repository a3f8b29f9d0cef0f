//! Pages that show a part of a list only.

mod links;

use super::RegisterError;
use super::layout::is_one_of;
use super::surveyed_page::SurveyedPage;
use crate::text::quoted;
use links::{LISTED, note_links_to_more, number};

/// Checks that a saved page shows its whole list: links that lead to more are unknown names, and a note of
/// how much is shown (`Showing 1 to 10 of 1,446 entries`, `Page 1 of 145`) may not count more.
///
/// # Errors
/// [`RegisterError`] with the note that there is more.
pub(super) fn check_paging(page: &SurveyedPage<'_>) -> Result<(), RegisterError> {
    note_links_to_more(page);
    let text = page.text().to_lowercase();
    let words = text.split([' ', '-', '\u{2013}', '(', ')', '/']);
    let words = words.filter(|word| !matches!(*word, "" | "to" | "out"));
    let words: Vec<_> = words.map(|word| word.trim_end_matches(['.', ',', ':'])).collect();
    (0..words.len()).find_map(|at| part_shown(&words[at..])).map_or(Ok(()), |note| {
        Err(page.malformed(format!("the page shows a part of the list only: {}", quoted(&note))))
    })
}

/// Returns the note that words begin with, if it says that there is more than is shown. The words are in
/// lower case, without `to` and `out`.
fn part_shown(words: &[&str]) -> Option<String> {
    let is_rows = |word: &str| is_one_of(word, LISTED);
    match *words {
        // 1 to 10 of 1,446
        [first, last, "of", all, ..] if number(first).is_some() && number(last).is_some() => {
            let (first, last, all) = (number(first)?, number(last)?, number(all)?);
            let is_part = first <= last && (first > 1 || last < all);
            is_part.then(|| format!("{first} to {last} of {all}"))
        }
        // Page 1 of 145; Page 1/145
        ["page", one, "of", all, ..] | ["page", one, all, ..] => {
            let (one, all) = (number(one)?, number(all)?);
            (one <= all && all > 1).then(|| format!("page {one} of {all}"))
        }
        // Showing 25 of 60
        ["showing" | "displaying", shown, "of", all, ..] => part_of(shown, all),
        // 25 of 60 entries
        [shown, "of", all, rows, ..] if is_rows(rows) => part_of(shown, all),
        ["filtered", "from", all, ..] => Some(format!("filtered from {}", number(all)?)),
        _ => None,
    }
}

fn part_of(shown: &str, all: &str) -> Option<String> {
    let (shown, all) = (number(shown)?, number(all)?);
    (shown < all).then(|| format!("showing {shown} of {all}"))
}

#[cfg(test)]
mod tests;
