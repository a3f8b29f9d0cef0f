//! Links and buttons that lead to more of a list.

use std::borrow::Cow;

use scraper::ElementRef;
use url::form_urlencoded;

use crate::register::NameKind;
use crate::register::boilerplate::id_and_classes;
use crate::register::html_page::{elements_around, selector, text_in, with_elements_around};
use crate::register::layout::{is_one_of, key};
use crate::register::surveyed_page::SurveyedPage;

/// What lists call their entries.
pub(super) const LISTED: &str = "entries | holders | licences | licensees | licenses | operators | permits | records | \
    results | rows";

/// What pagers are called, or contain.
const PAGERS: [&str; 4] = ["nav-links", "page-numbers", "paginat", "paging"];
const PARTS_OF_PAGERS: &str = "page-item | page-link | page-links";
const NEXT_PAGE: &str = "go to next page | next page";
/// What a pager's link to the next page is called; menus have such links too.
const NEXT: &str =
    "next | older entries | older posts | suivant | > | >> | \u{203a} | \u{bb} | \u{2192}";

/// The fields of an address that name a page.
const PAGES: &str = "page | paged | pageno | pg";
/// Those that may name a page or the place of an entry, counted from 0 too, or something else.
const POSITIONS: &str = "currentpage | offset | p | page_index | page_number | pageindex | pagenum | \
    pagenumber | skip | start";

/// Notes the links and buttons that lead to more of a list: those to a next page, those whose address or
/// pager names a page after the first, and those that load more.
pub(super) fn note_links_to_more(page: &SurveyedPage<'_>) {
    for link in page.all(selector!(
        "a, button, [role=button i], link[rel~=next i], input[type=submit i], input[type=button i], \
         input[type=image i], span[onclick], li[onclick]"
    )) {
        let text = key(&label_of(link));
        let mut names = [Some(text.as_str()), link.attr("aria-label"), link.attr("title")]
            .into_iter()
            .flatten();
        let leads_to_more = selector!("[rel~=next i]").matches(&link)
            || names.any(|name| is_called(name, NEXT_PAGE))
            || loads_more(&text)
            || (is_in_pager(link) && (is_later_page(&text) || is_called(&text, NEXT)))
            || link.attr("href").is_some_and(|to| leads_to_a_later_page(to, &text));
        if leads_to_more && !is_disabled(link) && !is_of_another_part(page, link) {
            let name = if text.is_empty() { "next" } else { &text };
            page.note_unknown(NameKind::Link, name, "");
        }
    }
}

/// Returns the text of a link; of one without, its value or that of its picture.
fn label_of(link: ElementRef<'_>) -> String {
    let pictures = link.select(selector!("img[alt]")).filter_map(|picture| picture.attr("alt"));
    let mut others = [link.attr("value"), link.attr("alt")].into_iter().flatten().chain(pictures);
    match text_in(link) {
        text if text.is_empty() => others.find(|it| !it.is_empty()).unwrap_or_default().to_owned(),
        text => text,
    }
}

/// Returns whether the text of a link is one of these, perhaps with an arrow (`Next \u{203a}`).
fn is_called(text: &str, names: &str) -> bool {
    let text = text.to_lowercase();
    is_one_of(&text, names) || is_one_of(text.trim_matches(|c: char| !c.is_alphanumeric()), names)
}

/// Returns whether a button loads more of a list (`Load more`, `Show more results`).
fn loads_more(text: &str) -> bool {
    let words: Vec<_> = text.trim_end_matches(['.', '\u{2026}']).split(' ').collect();
    match words[..] {
        ["load", "more"] => true,
        ["load" | "see" | "show" | "view", "more", listed] => is_one_of(listed, LISTED),
        _ => false,
    }
}

fn is_in_pager(link: ElementRef<'_>) -> bool {
    with_elements_around(link).any(|around| {
        let names = id_and_classes(around).chain(around.attr("aria-label"));
        let mut names = names.map(str::to_lowercase);
        names.any(|name| {
            PAGERS.iter().any(|pager| name.contains(pager)) || is_one_of(&name, PARTS_OF_PAGERS)
        })
    })
}

/// Returns whether a text is the number of a page after the first.
fn is_later_page(text: &str) -> bool {
    number(text).is_some_and(|page| page > 1)
}

/// Returns whether an address is that of a page after the first: of this page (`?page=2`), or of any if the
/// link is a number (`/holders/page/2/`) or called `Next`.
fn leads_to_a_later_page(to: &str, text: &str) -> bool {
    let (path, query) = to.trim().split_once('?').unwrap_or((to.trim(), ""));
    let fields = form_urlencoded::parse(query.as_bytes());
    let fields: Vec<_> = fields.map(|(field, value)| (field.to_lowercase(), value)).collect();
    let by_query =
        fields.iter().any(|(field, value)| is_one_of(field, PAGES) && is_later_page(value));
    let is_beyond_first = |(field, value): &(String, Cow<'_, str>)| {
        is_one_of(field, POSITIONS) && number(value).is_some_and(|at| at > 0)
    };
    let by_path = path.trim_end_matches('/').rsplit_once("/page/").map(|(_, page)| page);
    let is_number = is_later_page(text);
    let leads_on = is_number || is_called(text, NEXT);
    (by_query && (path.is_empty() || leads_on))
        || (leads_on && fields.iter().any(is_beyond_first))
        || (is_number && by_path.is_some_and(is_later_page))
}

/// Returns whether a link for a script is disabled, as that to the next page is on the last one.
fn is_disabled(link: ElementRef<'_>) -> bool {
    let item = elements_around(*link).take(1);
    let item = item.filter(|around| around.value().name() == "li");
    let is_marked = |it: ElementRef<'_>| {
        it.attr("disabled").is_some()
            || it.attr("aria-disabled") == Some("true")
            || it.value().classes().any(|class| class.ends_with("disabled"))
    };
    let leads_on = link.attr("href").is_some_and(|to| !to.is_empty() && !to.starts_with('#'));
    !leads_on && std::iter::once(link).chain(item).any(is_marked)
}

/// Returns whether a link is in a part of the page without a list, such as its news. A certificate may
/// have its list in no table: there a section is no other part.
fn is_of_another_part(page: &SurveyedPage<'_>, link: ElementRef<'_>) -> bool {
    const CALLED: &str = "breadcrumb carousel gallery lightbox news slider";
    let lists = selector!("table, mat-accordion, mat-expansion-panel, #ag-licence-table");
    let is_section = |around: &ElementRef<'_>| {
        is_one_of(around.value().name(), "article | aside | section")
            && page.all(lists).next().is_some()
    };
    let is_part = |around: &ElementRef<'_>| {
        let mut names = id_and_classes(*around).map(str::to_lowercase);
        names.any(|name| CALLED.split(' ').any(|part| name.contains(part))) || is_section(around)
    };
    with_elements_around(link).filter(is_part).any(|part| part.select(lists).next().is_none())
}

/// Returns the number that a word is, perhaps with commas between its thousands (`1,475`).
pub(super) fn number(word: &str) -> Option<u64> {
    word.replace(',', "").parse().ok()
}
