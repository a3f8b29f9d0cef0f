//! Links and buttons that lead to more of a list.

use scraper::ElementRef;
use url::Url;

use crate::register::NameKind;
use crate::register::boilerplate::{id_and_classes, is_content};
use crate::register::html_page::{elements_around, selector, text_in, with_elements_around};
use crate::register::layout::{is_one_of, key};
use crate::register::saved_page::own_addresses;
use crate::register::surveyed_page::SurveyedPage;
use crate::text::{folded, trimmed};

/// Notes the links that lead to more of a list: those to a next page, those whose address, name or pager
/// names another page than the first, and buttons that load more. A link without an address, which a
/// script may follow, counts in a pager and where it says `Next page` or, in the content, `See more`. So
/// does a button `Next` in the content.
pub(super) fn note_links_to_more(page: &SurveyedPage<'_>) {
    let own = own_url(page);
    for link in page.all(selector!(
        "a, button, [role=button i], link[rel~=next i], input[type=submit i], input[type=button i], \
         input[type=image i], span[onclick], li[onclick]"
    )) {
        let text = key(&label_of(link));
        let names = [Some(text.as_str()), link.attr("aria-label"), link.attr("title")];
        let says = |words: &str| names.into_iter().flatten().any(|name| is_called(name, words));
        let is_of_a_page = is_later_page(&text);
        let is_arrow = is_one_of(&text, ARROWS);
        let leads_to_more = selector!("[rel~=next i]").matches(&link)
            || loads_more(&text)
            || says(NEXT_PAGE)
            || names.into_iter().flatten().any(is_name_of_a_later_page)
            || (is_called(&text, "see more") && !leads_on(link) && is_content(link))
            || ((leads_on(link) || is_button_of_content(link)) && says(NEXT))
            || link.attr("href").is_some_and(|to| leads_to_a_later_page(&own, to, is_of_a_page))
            || ((is_of_a_page || is_arrow || says(NEXT)) && is_in_pager(link))
            || is_arrow_alone(link, &text);
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

/// Returns whether a link has an address of another page.
fn leads_on(link: ElementRef<'_>) -> bool {
    let is_script =
        |to: &str| to.is_empty() || to.starts_with('#') || to.starts_with("javascript:");
    link.attr("href").is_some_and(|to| !is_script(to))
}

fn is_button_of_content(link: ElementRef<'_>) -> bool {
    selector!("button, input, [role=button i]").matches(&link) && is_content(link)
}

fn is_in_pager(link: ElementRef<'_>) -> bool {
    let is_pager = |around: ElementRef<'_>| {
        let names = id_and_classes(around).chain(around.attr("aria-label"));
        let mut names = names.map(str::to_lowercase);
        names.any(|name| {
            PAGERS.iter().any(|pager| name.contains(pager)) || is_one_of(&name, PARTS_OF_PAGERS)
        })
    };
    with_elements_around(link).any(is_pager)
}

/// Returns whether a link is a double arrow for a script, in the content and in no entry of a list: beside
/// a list it leads to the next page. Menus and links to the top have single arrows or addresses.
fn is_arrow_alone(link: ElementRef<'_>, text: &str) -> bool {
    let is_entry = |around: ElementRef<'_>| match around.value().name() {
        "li" => around.select(selector!("table")).next().is_some(),
        name => matches!(name, "mat-expansion-panel" | "table"),
    };
    is_one_of(text, ">> | \u{bb}")
        && link.value().name() != "input"
        && matches!(link.attr("href"), None | Some("" | "#"))
        && is_content(link)
        && !elements_around(*link).any(is_entry)
}

/// Returns whether a link for a script is disabled, as that to the next page is on the last one.
fn is_disabled(link: ElementRef<'_>) -> bool {
    let item = elements_around(*link).take(1).filter(|around| around.value().name() == "li");
    let is_marked = |it: ElementRef<'_>| {
        it.attr("disabled").is_some()
            || it.attr("aria-disabled") == Some("true")
            || it.value().classes().any(|class| class.ends_with("disabled"))
    };
    !leads_on(link) && std::iter::once(link).chain(item).any(is_marked)
}

/// Returns whether a link is in a part of the page without a list, such as its news. A certificate may
/// have its list in no table: there a section is no other part.
pub(super) fn is_of_another_part(page: &SurveyedPage<'_>, link: ElementRef<'_>) -> bool {
    const CALLED: &str = "breadcrumb carousel fancybox flickity gallery gform glide lightbox news \
        slick slider splide swiper";
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

/// What pagers are called, or contain.
const PAGERS: [&str; 5] = ["nav-links", "page-numbers", "pager", "paginat", "paging"];
const PARTS_OF_PAGERS: &str = "page-item | page-link | page-links";
/// The signs of a pager's link to the next page, which menus have too.
const ARROWS: &str = "> | >> | \u{203a} | \u{bb} | \u{2192}";
const NEXT: &str = "next | older entries | older posts | suivant";
const NEXT_PAGE: &str = "go to next page | next page";
/// What lists call their entries.
pub(super) const LISTED: &str = "entries | holders | licences | licensees | licenses | operators | permit | \
    permits | records | results | rows";

/// Returns whether a button loads more of a list (`Load more`, `Show 25 more`, `Show more results`, `Show
/// all 60`).
fn loads_more(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    let words = text.split([' ', '(', ')']).filter(|word| !word.is_empty());
    let (numbers, words): (Vec<_>, Vec<_>) = words.partition(|word| number(word).is_some());
    match words[..] {
        ["load", "more"] => true,
        ["see" | "show" | "view", "all" | "more"] => !numbers.is_empty(),
        ["load" | "see" | "show" | "view", "more", listed] => is_one_of(listed, LISTED),
        ["see" | "show" | "view", "all", listed] => {
            !numbers.is_empty() && is_one_of(listed, LISTED)
        }
        _ => false,
    }
}

/// Returns the address that a page states as its own, or else an address that no link has.
fn own_url(page: &SurveyedPage<'_>) -> Url {
    let mut own = own_addresses(page).into_iter().filter_map(|own| Url::parse(&own).ok());
    let unknown = || Url::parse("https://here.invalid/here").expect("the literal is an address");
    own.find(Url::has_host).unwrap_or_else(unknown)
}

/// Returns whether an address has the number of a page after the first (`?page=2`, `/page/2/`), and is
/// this page's but for that. Whose it is does not matter if the link is a number.
fn leads_to_a_later_page(own: &Url, to: &str, is_number: bool) -> bool {
    let Ok(to) = own.join(trimmed(to)) else { return false };
    let ((path, page), (own_path, _)) = (path_and_page(&to), path_and_page(own));
    let has_number = page > 1
        || to.query_pairs().any(|(field, value)| {
            let first = match field.to_lowercase().as_str() {
                "page" | "paged" | "pg" => 1,
                "currentpage" | "p" | "pageno" if is_number => 1,
                "offset" | "start" => 0,
                _ => return false,
            };
            value.parse().is_ok_and(|number: u32| number > first)
        });
    has_number && (is_number || path == own_path)
}

/// Returns the path of an address without its page, and the number of that page.
fn path_and_page(url: &Url) -> (&str, u64) {
    let path = url.path().trim_end_matches('/');
    let split = path.rsplit_once("/page/");
    let numbered = split.and_then(|(before, page)| number(page).map(|page| (before, page)));
    numbered.unwrap_or((path, 1))
}

/// Returns whether a name is that of a page after the first (`Go to page 2`).
fn is_name_of_a_later_page(name: &str) -> bool {
    let name = folded(name);
    let page = name.strip_prefix("go to page ").or(name.strip_prefix("page "));
    page.is_some_and(is_later_page)
}

/// Returns whether a text is the number of a page after the first.
fn is_later_page(text: &str) -> bool {
    text.parse().is_ok_and(|page: u32| page > 1)
}

/// Returns whether the text of a link is one of these, perhaps with an arrow (`Next \u{203a}`).
fn is_called(text: &str, words: &str) -> bool {
    is_one_of(&text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase(), words)
}

/// Returns the number that a word is, perhaps with commas between its thousands (`1,475`).
pub(super) fn number(word: &str) -> Option<u64> {
    word.replace(',', "").parse().ok()
}
