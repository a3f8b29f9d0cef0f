//! The boilerplate of a page: what is on every page of a web site.

use scraper::ElementRef;

use super::html_page::{blocks_in, elements_around, selector, text_in, with_elements_around};
use super::layout::{is_one_of, key, speaks_against};
use super::pictures::unseen_in;
use crate::status::wording::{has_phrase, has_word_out_of_force, is_status_anywhere};

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

/// What the banners of the common consent managers are called, or contain.
const CONSENT_MANAGERS: [&str; 5] = ["cookie", "gdpr", "onetrust", "usercentrics", "cybot"];

/// Returns whether an element is a cookie banner: its id or class is that of one; or it is a dialog or has
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
    let holds_content = || element.select(selector!("main, article")).next().is_some();
    !matches!(element.value().name(), "html" | "body")
        && (CONSENT_MANAGERS.into_iter().any(is_called) || (may_ask() && says_cookies()))
        && !holds_content()
}

/// Returns whether an element in the part of one licence is boilerplate of its page. Only a part
/// that is the whole body holds any. A header with a title of the certificate, a dialog, what is
/// beside the content, and what is stamped with a status may speak of the licence.
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

/// Returns whether boilerplate is stamped with a status out of force, or is a banner with a word for one. Links
/// lead to others.
fn states_status(element: ElementRef<'_>) -> bool {
    let is_link = |it: ElementRef<'_>| it.value().name() == "a";
    let lines = blocks_in(element, is_link).into_iter().map(|line| line.text);
    let mut texts = lines.chain(unseen_in(element, is_link));
    texts.any(|text| {
        let is_stamp = || is_status_anywhere(&text) && has_word_out_of_force(&text);
        is_stamp() || (is_banner(element) && speaks_against(&text))
    })
}

/// Returns the nearest boilerplate that an element is or is in; `None` for one in the content.
pub(super) fn boilerplate_around(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    with_elements_around(element).find(|it| is_boilerplate(*it))
}

pub(super) fn is_content(element: ElementRef<'_>) -> bool {
    boilerplate_around(element).is_none()
}

#[cfg(test)]
mod tests;
