//! What the pictures of a page stand for, and its texts for screen readers.

use scraper::ElementRef;
use scraper::node::Element;

use super::common_texts::names_a_regulator;
use super::domain_cell::is_address;
use super::html_page::{
    is_code, is_control_word, is_for_screen_readers, is_link_to_elsewhere, text_in,
    with_elements_around,
};
use super::layout::is_one_of;
use crate::check::names::keys_without_legal_form;
use crate::status::wording::has_word_out_of_force;
use crate::text::{collapsed, folded};

/// The words of a logo beside a name.
const LOGO: &str = "a | coat | crest | emblem | icon | image | logo | of | picture | seal | signature | stamp | the";

/// The attributes with texts of pictures and tooltips. A tooltip of Bootstrap moves its title, and other
/// libraries of tooltips have attributes of their own.
const TEXT_ATTRIBUTES: &str = "alt aria-description aria-label data-bs-content \
    data-bs-original-title data-bs-title data-hint data-original-title data-tip data-tippy-content \
    data-tooltip mattooltip ng-reflect-message title uk-tooltip";

/// Returns the texts of an element that are no text of the page: those of its pictures, its tooltips, the
/// fields of its forms, and its texts for screen readers. Texts that repeat what is shown, and the
/// words of controls, are left out.
pub(super) fn unseen_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<String> {
    let mut texts: Vec<_> =
        texts_by_part(element, is_left_out).flat_map(|(_, texts)| texts).collect();
    texts.dedup();
    texts
}

fn texts_by_part<'p>(
    element: ElementRef<'p>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> impl Iterator<Item = (ElementRef<'p>, Vec<String>)> {
    let is_out = move |it: ElementRef<'_>| {
        let is_code = is_code(it.value()) && !is_for_screen_readers(it.value());
        is_code || is_left_out(it)
    };
    let parts = element.descendants().filter_map(ElementRef::wrap);
    let parts = parts.map(|part| (part, texts_of(part))).filter(|(_, texts)| !texts.is_empty());
    parts.filter(move |(part, _)| !with_elements_around(*part).any(&is_out))
}

/// Returns the texts in the attributes of one element. The value of a field is its text.
pub(super) fn tooltips_of(part: ElementRef<'_>) -> impl Iterator<Item = String> {
    let value = shows_its_value(part.value()).then_some("value");
    let names = TEXT_ATTRIBUTES.split(' ').chain(value);
    names.filter_map(move |name| part.attr(name)).map(collapsed)
}

fn texts_of(part: ElementRef<'_>) -> Vec<String> {
    let attributes = tooltips_of(part);
    let text =
        is_for_screen_readers(part.value()).then(|| collapsed(&part.text().collect::<String>()));
    let mut texts: Vec<_> = attributes.chain(text).filter(|text| !text.is_empty()).collect();
    if texts.is_empty() {
        return texts;
    }
    let shown = folded(&text_in(part));
    texts.retain(|text| folded(text) != shown && !is_control_word(text));
    texts.dedup();
    texts
}

/// Returns the same texts of the part of one licence, without the logos of the regulator and of these
/// names. Of the texts in links to web sites, only those with a word for a licence out of force count.
pub(super) fn pictures_in(
    part: ElementRef<'_>,
    names: &[&str],
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<String> {
    let is_against = |text: &String| has_word_out_of_force(text) && !is_address(text);
    let mut texts = Vec::new();
    for (element, found) in texts_by_part(part, is_left_out) {
        let in_link = with_elements_around(element).any(|it| is_link_to_elsewhere(it.value()));
        texts.extend(found.into_iter().filter(|text| !in_link || is_against(text)));
    }
    texts.dedup();
    texts.retain(|text| !is_logo(text, names));
    texts
}

/// Returns whether a field of a form shows its value, as buttons and fields of texts do.
fn shows_its_value(element: &Element) -> bool {
    let kind = element.attr("type").unwrap_or_default().to_ascii_lowercase();
    let is_unseen =
        matches!(kind.as_str(), "checkbox" | "hidden" | "password" | "radio" | "search");
    element.name() == "input" && !is_unseen
}

/// Returns whether a text is that of a logo of the regulator or of one of these names.
pub(super) fn is_logo(text: &str, names: &[&str]) -> bool {
    let text = folded(text);
    let mut words: Vec<_> = text.split(' ').skip_while(|word| is_one_of(word, LOGO)).collect();
    while words.pop_if(|word| is_one_of(word, LOGO)).is_some() {}
    let owner = words.join(" ");
    let keys = keys_without_legal_form(&owner);
    let is_owner = |name: &&str| keys_without_legal_form(name).first() == keys.first();
    words.is_empty()
        || names_a_regulator(&owner)
        || names.iter().filter(|name| !name.is_empty()).any(is_owner)
}

#[cfg(test)]
mod tests;
