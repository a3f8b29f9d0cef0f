//! The boilerplate of a page: what is on every page of a web site.

use scraper::ElementRef;

use super::html_page::{blocks_in, elements_around, selector, text_in, with_elements_around};
use super::layout::{is_general, is_one_of, key};
use super::pictures::unseen_in;
use crate::status::wording::{has_phrase, has_word_out_of_force, says_only_out_of_force};

/// The most words of a line that states the status of a licence.
const MAX_WORDS_WITH_LICENCE: usize = 11;
const LICENCE_WORDS: &str = "authorisation authorised authorization certificate certification \
    domain licence license licensed permit registration seal status";

pub(super) fn is_header(boilerplate: ElementRef<'_>) -> bool {
    boilerplate.value().name() == "header" || id_and_classes(boilerplate).any(|it| it == "header")
}

/// Returns whether boilerplate is the banner of a page, which may hold the page's title.
pub(super) fn is_banner(boilerplate: ElementRef<'_>) -> bool {
    is_header(boilerplate) || role_of(boilerplate) == "banner"
}

pub(super) fn id_and_classes(element: ElementRef<'_>) -> impl Iterator<Item = &str> {
    element.value().id().into_iter().chain(element.value().classes())
}

/// Returns the role of an element in lower case, because the case of a role does not matter.
pub(super) fn role_of(element: ElementRef<'_>) -> String {
    element.attr("role").unwrap_or_default().to_ascii_lowercase()
}

/// Returns whether an element is page boilerplate: navigation, footer, banner or dialog, by its
/// name, role, id or class.
fn is_boilerplate(element: ElementRef<'_>) -> bool {
    const NAMES: &str = "nav | footer | aside | dialog";
    const ROLES: &str = "alertdialog | banner | complementary | contentinfo | dialog | navigation | \
        search";
    const CALLED: &str = "breadcrumb | breadcrumbs | footer | header | menu | nav | navbar | \
        navigation | sidebar | site-footer | site-header";
    let name = element.value().name();
    let is_of_content =
        |around: ElementRef<'_>| matches!(around.value().name(), "main" | "article" | "section");
    is_one_of(name, NAMES)
        || is_one_of(&role_of(element), ROLES)
        || (name == "header" && !elements_around(*element).any(is_of_content))
        || (!matches!(name, "html" | "body")
            && id_and_classes(element).any(|it| is_one_of(it, CALLED)))
        || asks_for_consent(element)
}

const MAX_BANNER_TEXTS: usize = 200;

/// Returns whether an element is a cookie banner: its id or class has `cookie`; or it is a dialog or has
/// `consent` there, and its text says cookies.
fn asks_for_consent(element: ElementRef<'_>) -> bool {
    let is_called =
        |part: &str| id_and_classes(element).any(|name| name.to_ascii_lowercase().contains(part));
    let may_ask = || {
        is_called("consent")
            || element.value().name() == "dialog"
            || is_one_of(&role_of(element), "alertdialog | dialog")
    };
    // A banner is short: a wrapper of the page is not read whole for each of its parts.
    let says_cookies = || {
        element.text().take(MAX_BANNER_TEXTS).any(|text| has_phrase(text, ["cookie", "cookies"]))
    };
    !matches!(element.value().name(), "html" | "body")
        && (is_called("cookie") || (may_ask() && says_cookies()))
}

/// Returns whether an element in the part of one licence is boilerplate of its page. Only a part
/// that is the whole body holds any. A header with a title of the certificate, a dialog, what is
/// beside the content, and a short line with a status may speak of the licence.
pub(super) fn is_boilerplate_in(
    part: ElementRef<'_>,
    element: ElementRef<'_>,
    titles: &str,
) -> bool {
    let (name, role) = (element.value().name(), role_of(element));
    let is_beside = is_one_of(name, "aside | dialog")
        || is_one_of(&role, "alertdialog | complementary | dialog");
    let is_title = |it: ElementRef<'_>| is_one_of(&key(&text_in(it)), titles);
    let is_titled = || is_banner(element) && element.select(selector!("*")).any(is_title);
    part.value().name() == "body"
        && is_boilerplate(element)
        && (asks_for_consent(element) || !(is_beside || is_titled() || states_status(element)))
}

/// Returns whether boilerplate has a line or a picture, no link, that says that a licence is not in
/// force and little else, or a short one with such a word and one for the licence (`Closed on public
/// holidays` is neither).
fn states_status(element: ElementRef<'_>) -> bool {
    const OF_OTHERS: [&str; 6] =
        ["closed from", "closed until", "policy", "sites", "where", "without"];
    let states = |text: &str| {
        let is_short = text.split(' ').count() <= MAX_WORDS_WITH_LICENCE;
        let is_of_licence = is_short && has_phrase(text, LICENCE_WORDS.split(' '));
        says_only_out_of_force(text) || (is_of_licence && has_word_out_of_force(text))
    };
    let is_link = |it: ElementRef<'_>| it.value().name() == "a";
    let lines = blocks_in(element, is_link).into_iter().map(|it| it.text);
    let lines = lines.chain(unseen_in(element, is_link));
    let mut lines = lines.filter(|text| !text.ends_with('?') && !is_general(text));
    lines.any(|text| states(&text) && !has_phrase(&text, OF_OTHERS))
}

/// Returns the nearest boilerplate that an element is or is in; `None` for one in the content.
pub(super) fn boilerplate_around(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    with_elements_around(element).find(|it| is_boilerplate(*it))
}

pub(super) fn is_content(element: ElementRef<'_>) -> bool {
    boilerplate_around(element).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scraper::Html;

    #[test]
    fn boilerplate_of_a_page_is_no_part_of_one_licence() {
        let texts = |part: &str, html: &str| {
            let page = Html::parse_document(&format!("<body><div id=part>{html}</div>{html}"));
            let part = page.select(selector!("body, #part")).find(|it| it.value().name() == part);
            let part = part.unwrap();
            let is_left_out = |it: ElementRef<'_>| is_boilerplate_in(part, it, "seal");
            let blocks = blocks_in(part, is_left_out);
            blocks.into_iter().map(|block| block.text).collect::<Vec<_>>().join(" ")
        };
        for (html, is_of_the_page) in [
            ("<nav>x</nav>", true),
            ("<footer>x</footer>", true),
            ("<header><h1>Site</h1></header>", true),
            ("<div class=sidebar>x</div>", true),
            ("<footer><a>Revoked</a></footer>", true),
            ("<footer><h3>Revoked licences</h3></footer>", true),
            (
                "<footer>A licence may be suspended or revoked by the board at any time</footer>",
                true,
            ),
            ("<footer>Status: Suspended</footer>", false),
            ("<header><p>SUSPENDED</p></header>", false),
            ("<footer>Licence not in force</footer>", false),
            ("<footer>This permit was not renewed</footer>", false),
            ("<header>Suspended until further notice</header>", false),
            ("<header>VOID</header>", false),
            ("<header><p>Suspended since 1 November 2026</p></header>", false),
            ("<header>This operator has been suspended.</header>", false),
            ("<header>NOT LICENSED</header>", false),
            ("<footer>Authorisation suspended since May by the Authority</footer>", false),
            ("<footer><img alt='Seal withdrawn'>x</footer>", false),
            ("<footer><p title='Licence suspended'>x</p></footer>", false),
            ("<footer><img alt='Suspended licences'>x</footer>", true),
            ("<footer><a href='/x'><img alt='Licence suspended'>x</a></footer>", true),
            ("<footer>Session expired</footer>", true),
            ("<footer>Closed from 24 December until 2 January</footer>", true),
            ("<footer>Not valid without signature</footer>", true),
            ("<footer>This certificate is not valid without the official seal.</footer>", true),
            ("<footer>The licence of this company was revoked on 3 May 2026.</footer>", false),
            ("<footer>This domain has been removed from the registry.</footer>", false),
            ("<footer>What to do when a licence is suspended?</footer>", true),
            ("<footer>A licence can be suspended, revoked or withdrawn.</footer>", true),
            ("<footer>Void where prohibited</footer>", true),
            ("<footer>Suspension policy</footer>", true),
            ("<footer>Closed on public holidays</footer>", true),
            ("<footer>Inactive sessions end after ten minutes</footer>", true),
            ("<div id=cookies role=dialog>x</div>", true),
            ("<div role=dialog>We use cookies.</div>", true),
            ("<div role=Navigation>x</div>", true),
            ("<div class=consented>SUSPENDED</div>", false),
            ("<header><h1>Seal</h1><p>x</p></header>", false),
            ("<div role=banner><h1>Seal</h1><p>x</p></div>", false),
            ("<div role=BANNER><h1>Seal</h1><p>x</p></div>", false),
            ("<aside>x</aside>", false),
            ("<div role=dialog>x</div>", false),
            ("<p>x</p>", false),
        ] {
            assert_eq!(texts("body", html).is_empty(), is_of_the_page, "{html}");
            assert!(!texts("div", html).is_empty(), "{html}");
        }
    }
}
