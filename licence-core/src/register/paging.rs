//! Pages that show a part of a list only.

use scraper::ElementRef;

use super::boilerplate::id_and_classes;
use super::html_page::{elements_around, selector, text_in, with_elements_around};
use super::layout::{is_one_of, key};
use super::surveyed_page::SurveyedPage;
use super::{NameKind, RegisterError};
use crate::text::quoted;

/// Checks that a saved page shows its whole list (`Showing 1 to 10 of 1,446 entries`, `Page 1 of
/// 145`).
///
/// # Errors
/// [`RegisterError`] with the note that there is more.
pub(super) fn check_paging(page: &SurveyedPage<'_>) -> Result<(), RegisterError> {
    note_links_to_more(page);
    let text = page.text().to_lowercase();
    let words = text.split([' ', '-', '\u{2013}', '(', ')', '/']);
    let words = words.filter(|word| !matches!(*word, "" | "to" | "out"));
    let words: Vec<_> = words.map(|word| word.trim_end_matches(['.', ',', ':'])).collect();
    let part = (0..words.len()).find_map(|at| part_shown(&words[at..]));
    part.map_or(Ok(()), |note| {
        Err(page.malformed(format!("the page shows a part of the list only: {}", quoted(&note))))
    })
}

/// Notes the links that lead to more of a list: those to a next page, those whose address or pager names
/// another page than the first, and buttons that load more.
fn note_links_to_more(page: &SurveyedPage<'_>) {
    let is_pager = |around: ElementRef<'_>| {
        let names = id_and_classes(around).chain(around.attr("aria-label"));
        let mut names = names.map(str::to_lowercase);
        names.any(|name| PAGERS.iter().any(|pager| name.contains(pager)))
    };
    let is_in_pager = |link: ElementRef<'_>| with_elements_around(link).any(is_pager);
    for link in page.all(selector!("a, button, [role=button i], link[rel~=next i]")) {
        let text = key(&text_in(link));
        let is_of_a_page = text.parse().is_ok_and(|page: u32| page > 1);
        let is_next = selector!("[rel~=next i]").matches(&link);
        let names = [Some(text.as_str()), link.attr("aria-label"), link.attr("title")];
        let is_script = |to: &str| to.starts_with('#') || to.starts_with("javascript:");
        let leads_on = link.attr("href").is_some_and(|to| !is_script(to));
        let is_next = is_next || (leads_on && names.into_iter().flatten().any(says_next));
        let is_arrow = leads_on && is_one_of(&text, ARROWS);
        let loads_more = is_one_of(&text, LOAD_MORE);
        let leads_to_more = is_next
            || loads_more
            || link.attr("href").is_some_and(leads_to_a_later_page)
            || ((is_of_a_page || is_arrow) && is_in_pager(link));
        if leads_to_more && !is_of_another_part(link) {
            let name = if text.is_empty() { "next" } else { &text };
            page.note_unknown(NameKind::Link, name, "");
        }
    }
}

/// Returns whether a link is in a part of the page without a list, such as its news.
fn is_of_another_part(link: ElementRef<'_>) -> bool {
    let is_part = |around: &ElementRef<'_>| {
        is_one_of(around.value().name(), "article | aside | section")
            || id_and_classes(*around).any(|name| name.to_lowercase().contains("breadcrumb"))
    };
    let lists = selector!("table, mat-accordion, mat-expansion-panel, #ag-licence-table");
    elements_around(*link).filter(is_part).any(|part| part.select(lists).next().is_none())
}

/// What pagers are called, or contain.
const PAGERS: [&str; 4] = ["nav-links", "page-numbers", "pager", "paginat"];
/// The signs of a pager's link to the next page, which menus have too.
const ARROWS: &str = "> | >> | \u{203a} | \u{bb} | \u{2192}";
const LOAD_MORE: &str = "load more | load more entries | load more licences | load more licensees | \
    load more licenses | load more operators | load more permits | load more records | \
    load more results";

/// Returns whether an address is this page's with the number of a page after the first (`?page=2`).
fn leads_to_a_later_page(to: &str) -> bool {
    let fields = to.strip_prefix('?').unwrap_or_default().split(['&', '#']);
    let mut pages = fields.filter_map(|it| it.strip_prefix("page=").or(it.strip_prefix("paged=")));
    pages.any(|page| page.parse().is_ok_and(|page: u32| page > 1))
}

/// Returns whether the text of a link says that it leads to the next page (`Next \u{203a}`).
fn says_next(text: &str) -> bool {
    const WORDS: &str = "go to next page | next | next page | older entries | older posts";
    let words = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    is_one_of(&words, WORDS)
}

/// Returns the note that words begin with, if it says that there is more than is shown.
fn part_shown(words: &[&str]) -> Option<String> {
    let number = |word: &str| word.replace(',', "").parse::<u64>().ok();
    match *words {
        [first, last, "of", all, ..] if number(first).is_some() => {
            let (first, last, all) = (number(first)?, number(last)?, number(all)?);
            let is_part = first <= last && (first > 1 || last < all);
            is_part.then(|| format!("{first} to {last} of {all}"))
        }
        ["page", one, "of", all, ..] | ["page", one, all, ..] => {
            let (one, all) = (number(one)?, number(all)?);
            (one <= all && all > 1).then(|| format!("page {one} of {all}"))
        }
        ["showing" | "displaying", shown, "of", all, ..]
        | [
            shown,
            "of",
            all,
            "entries" | "holders" | "licences" | "licensees" | "licenses" | "operators" | "permit"
            | "permits" | "records" | "results" | "rows",
            ..,
        ] => {
            let (shown, all) = (number(shown)?, number(all)?);
            (shown < all).then(|| format!("showing {shown} of {all}"))
        }
        ["continued", "on", "next", "page", ..] | ["continued", "overleaf", ..] => {
            Some("continued".to_owned())
        }
        ["filtered", "from", all, "total", ..] => {
            number(all).map(|all| format!("filtered from {all} total"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jurisdiction::JurisdictionCode::Kh;
    use crate::register::Accepted;
    use crate::register::survey::Survey;
    use crate::register::tests::file;

    #[test]
    fn a_page_that_shows_a_part_of_its_list_is_refused() {
        for (text, part) in [
            ("Showing 1 to 25 of 34 entries", Some("1 to 25 of 34")),
            ("<p>Showing valid licences.</p>Showing 1-10 of 1,446", Some("1 to 10 of 1446")),
            ("Showing 26 \u{2013} 34 of 34", Some("26 to 34 of 34")),
            ("showing 1 to 5 out of 34.", Some("1 to 5 of 34")),
            ("1\u{2013}5 of 34 results", Some("1 to 5 of 34")),
            ("Displaying 5 of 34 operators", Some("showing 5 of 34")),
            (
                "Showing 1 to 5 of 5 entries (filtered from 34 total entries)",
                Some("filtered from 34 total"),
            ),
            ("Page 1 of 145", Some("page 1 of 145")),
            ("Continued on next page", Some("continued")),
            ("PAGE 1/4", Some("page 1 of 4")),
            ("3 of 5 results", Some("showing 3 of 5")),
            ("3 of 5 permits", Some("showing 3 of 5")),
            ("5 of 5 results", None),
            ("Updated 28/09/2023, 3 of 5 members on 1 of 2 days", None),
            ("Showing 1 to 34 of 34 entries", None),
            ("Page 1 of 1", None),
            ("Showing all of it", None),
            ("Page one of many", None),
        ] {
            let file = file("p.html", format!("<title>Register</title><div>{text}</div>"));
            let accepted = Accepted::default();
            let survey = Survey::new(Kh, &accepted);
            let page = SurveyedPage::open(&survey, &file).unwrap();
            let refused = check_paging(&page).err().map(|error| error.to_string());
            let expected = part
                .map(|part| format!("p.html: the page shows a part of the list only: {part:?}"));
            assert_eq!(refused, expected, "{text}");
        }
    }
}
