//! Pages that show a part of a list only.

use scraper::ElementRef;
use url::Url;

use super::boilerplate::{id_and_classes, is_content};
use super::domain_list::only_addresses;
use super::html_page::{
    blocks_in, elements_around, lines_in, selector, text_in, with_elements_around,
};
use super::layout::{is_one_of, key};
use super::saved_page::own_addresses;
use super::surveyed_page::SurveyedPage;
use super::{NameKind, RegisterError};
use crate::text::{folded, quoted, trimmed};

/// Checks that a saved page shows its whole list (`Showing 1 to 10 of 1,446 entries`, `Page 1 of
/// 145`).
///
/// # Errors
/// [`RegisterError`] with the note that there is more.
pub(super) fn check_paging(page: &SurveyedPage<'_>) -> Result<(), RegisterError> {
    note_links_to_more(page);
    let text = page.text().to_lowercase();
    let text = text.replace("showing the ", "showing ").replace("displaying the ", "displaying ");
    let text = text.replace("of a total of ", "of ");
    let words = text.split([' ', '-', '\u{2013}', '(', ')', '/']);
    let words = words.filter(|word| !matches!(*word, "" | "to" | "out" | "through"));
    let words: Vec<_> = words.map(|word| word.trim_end_matches(['.', ',', ':'])).collect();
    let part = (0..words.len()).find_map(|at| part_shown(&words[at..]));
    let part = part.or_else(|| text_that_offers_more(page));
    let part = part.or_else(|| entry_for_others(page));
    part.map_or(Ok(()), |note| {
        Err(page.malformed(format!("the page shows a part of the list only: {}", quoted(&note))))
    })
}

/// Notes the links that lead to more of a list: those to a next page, those whose address, name or pager
/// names another page than the first, and buttons that load more. A link without an address, which a
/// script may follow, counts in a pager and where it says `Next page` or, in the content, `See more`. So
/// does a button `Next` in the content.
fn note_links_to_more(page: &SurveyedPage<'_>) {
    let own = own_url(page);
    for link in page.all(selector!(
        "a, button, [role=button i], link[rel~=next i], input[type=submit i], input[type=button i], \
         input[type=image i], span[onclick], li[onclick]"
    )) {
        let text = key(&label_of(link));
        let names = [Some(text.as_str()), link.attr("aria-label"), link.attr("title")];
        let says = |words: &str| names.into_iter().flatten().any(|name| is_called(name, words));
        let is_of_a_page = text.parse().is_ok_and(|page: u32| page > 1);
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
fn is_of_another_part(page: &SurveyedPage<'_>, link: ElementRef<'_>) -> bool {
    const CALLED: [&str; 5] = ["breadcrumb", "carousel", "news", "slider", "swiper"];
    let lists = selector!("table, mat-accordion, mat-expansion-panel, #ag-licence-table");
    let is_section = |around: &ElementRef<'_>| {
        is_one_of(around.value().name(), "article | aside | section")
            && page.all(lists).next().is_some()
    };
    let is_part = |around: &ElementRef<'_>| {
        let mut names = id_and_classes(*around).map(str::to_lowercase);
        names.any(|name| CALLED.iter().any(|part| name.contains(part))) || is_section(around)
    };
    elements_around(*link).filter(is_part).any(|part| part.select(lists).next().is_none())
}

/// What pagers are called, or contain.
const PAGERS: [&str; 5] = ["nav-links", "page-numbers", "pager", "paginat", "paging"];
const PARTS_OF_PAGERS: &str = "page-item | page-link | page-links";
/// The signs of a pager's link to the next page, which menus have too.
const ARROWS: &str = "> | >> | \u{203a} | \u{bb} | \u{2192}";
const NEXT: &str = "next | older entries | older posts | suivant";
const NEXT_PAGE: &str = "go to next page | next page";
/// What lists call their entries.
const LISTED: &str = "entries | holders | licences | licensees | licenses | operators | permit | \
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
    page.all(selector!("li, td")).find_map(|entry| {
        let end = lines_in(entry).pop()?.text;
        let is_for_others = stands_for_others(&end)
            && !is_empty_cell(entry)
            && is_content(entry)
            && !is_of_another_part(page, entry);
        is_for_others.then_some(end)
    })
}

/// Returns whether a line is dots, `etc.` or `and 2 more`, and before that nothing but addresses.
fn stands_for_others(line: &str) -> bool {
    let line = folded(line).replace('\u{2026}', "...");
    let text = line.trim_end_matches(['.', ')', ']', ' ']);
    let has_dots = line[text.len()..].matches('.').count() > 1;
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
    page.is_some_and(|page| page.parse().is_ok_and(|page: u32| page > 1))
}

/// Returns whether the text of a link is one of these, perhaps with an arrow (`Next \u{203a}`).
fn is_called(text: &str, words: &str) -> bool {
    is_one_of(&text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase(), words)
}

/// Returns the note that words begin with, if it says that there is more than is shown.
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
    match *words {
        [first, last, "of", all, ..] if number(first).is_some() => range(first, last, all),
        ["showing" | "displaying", listed, first, last, all, "total", ..]
            if is_one_of(listed, LISTED) =>
        {
            range(first, last, all)
        }
        ["page", one, "of", all, ..] | ["page", one, all, ..] | [one, "of", all, "pages", ..] => {
            let (one, all) = (number(one)?, number(all)?);
            (one <= all && all > 1).then(|| format!("page {one} of {all}"))
        }
        ["showing" | "displaying", "first", shown, "of", all, ..]
        | ["showing" | "displaying", shown, "of", all, ..] => count(shown, all),
        ["showing" | "displaying", "first", shown, listed, "of", all, ..]
        | ["showing" | "displaying", "first", shown, listed, all, "total", ..]
            if is_one_of(listed, LISTED) =>
        {
            count(shown, all)
        }
        ["showing" | "displaying", "first", shown, all, "total", ..] if number(all).is_some() => {
            count(shown, all)
        }
        ["showing" | "displaying", "first", shown, ..] => {
            number(shown).map(|shown| format!("first {shown}"))
        }
        ["showing" | "displaying", shown, listed, "of", all, ..] if is_one_of(listed, LISTED) => {
            count(shown, all)
        }
        [shown, "of", all, listed, ..]
            if is_one_of(listed, LISTED) || matches!(listed, "displayed" | "shown") =>
        {
            count(shown, all)
        }
        ["only", "the", "first", shown, listed, ..] if is_one_of(listed, LISTED) => {
            number(shown).map(|shown| format!("first {shown}"))
        }
        ["continued" | "continues", "on", "next", "page", ..]
        | ["continued" | "continues", "on", "the", "next", "page", ..]
        | ["continued", "overleaf", ..] => Some("continued".to_owned()),
        ["continued" | "continues", "on", "page", next, ..] => {
            number(next).filter(|next| *next > 1).map(|_| "continued".to_owned())
        }
        ["filtered", "from", all, "total", ..] => {
            number(all).map(|all| format!("filtered from {all} total"))
        }
        _ => None,
    }
}

/// Returns the number that a word is, perhaps with commas between its thousands (`1,475`).
fn number(word: &str) -> Option<u64> {
    word.replace(',', "").parse().ok()
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
            ("1 of 3 pages", Some("page 1 of 3")),
            ("Continued on page 2", Some("continued")),
            ("List continues on the next page.", Some("continued")),
            ("Only the first 4 operators are listed.", Some("first 4")),
            ("Displaying results 1-10 out of a total of 34", Some("1 to 10 of 34")),
            ("<p>\u{2026} and 1 more</p>", Some("and 1 more")),
            ("<p>... and 1,450 more</p>", Some("and 1450 more")),
            ("3 of 5 results", Some("showing 3 of 5")),
            ("3 of 5 permits", Some("showing 3 of 5")),
            ("Showing the first 50 permit holders.", Some("first 50")),
            ("Showing the first 50 of 60", Some("showing 50 of 60")),
            ("Showing the first 50 entries of 60", Some("showing 50 of 60")),
            ("Showing the first 50 entries (60 total)", Some("showing 50 of 60")),
            ("Showing the first 50 (60 total)", Some("showing 50 of 60")),
            ("Showing 1 through 50 of 60", Some("1 to 50 of 60")),
            ("Showing 50 entries of 60", Some("showing 50 of 60")),
            ("50 of 60 shown", Some("showing 50 of 60")),
            ("Showing rows 1 - 50 (60 total)", Some("1 to 50 of 60")),
            ("Show all 60", Some("show all 60")),
            ("Show all 1,475", Some("show all 1475")),
            ("Show all (1,475)", Some("show all 1475")),
            ("Show 1,450 more", Some("show 1450 more")),
            ("Displaying the 5 of 34 operators", Some("showing 5 of 34")),
            ("<ul><li>a.example</li><li>...</li></ul>", Some("...")),
            ("<ul><li>a.example</li><li>. . .</li></ul>", Some(". . .")),
            ("<ul><li>a.example</li><li>\u{2026}</li></ul>", Some("\u{2026}")),
            ("<ul><li>a.example</li><li>and 1 more</li></ul>", Some("and 1 more")),
            ("<ul><li>a.example</li><li>\u{2026} and 1 more</li></ul>", Some("and 1 more")),
            ("<ul><li>a.example</li><li>+1 more</li></ul>", Some("+1 more")),
            ("<ul><li>a.example</li><li>etc.</li></ul>", Some("etc.")),
            ("<table><tr><td>a.example<br>...</td></tr></table>", Some("...")),
            ("<table><tr><td>A</td><td>a.example, etc.</td></tr></table>", Some("a.example, etc.")),
            ("<table><tr><td>A</td></tr><tr><td>...</td></tr></table>", Some("...")),
            ("<table><tr><td>A</td><td>...</td></tr></table>", None),
            ("<p>Loading ...</p><p>...</p><ul><li>Loading...</li><li>a.example.</li></ul>", None),
            ("<nav><ul><li>Home</li><li>...</li></ul></nav>", None),
            ("<div class=news><ul><li>The Commission ...</li><li>...</li></ul></div>", None),
            ("5 of 5 results", None),
            ("2 of the 53 operators hold two permits.", None),
            ("Showing the first 60 of 60", None),
            ("Showing the first 60 entries of 60", None),
            ("Showing the first 60 entries (60 total)", None),
            ("Showing the first 60 (60 total)", None),
            ("Showing rows 1 - 60 (60 total)", None),
            ("Show all operators", None),
            ("Updated 28/09/2023, 3 of 5 members on 1 of 2 days", None),
            ("Showing 1 to 34 of 34 entries", None),
            ("Page 1 of 1", None),
            ("1 of 1 pages", None),
            ("Continued from page 1", None),
            ("The Commission certified Birch Inc. and 2 more.", None),
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
