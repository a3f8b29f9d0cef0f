//! The text of a page as a visitor sees it: by lines, by blocks, and what of it is struck out or hidden.

use scraper::node::Element;
use scraper::{ElementRef, Node};

use super::tree::{depth_after, edges, elements_around, selector};
use crate::register::domain_cell::is_address;
use crate::register::layout::{is_one_of, key};
use crate::status::wording::has_word_out_of_force;
use crate::text::collapsed;

/// A piece of a page as a visitor reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) is_struck: bool,
}

/// Returns the text of an element as a visitor sees it: without scripts and styles, with blanks
/// collapsed. A blank separates blocks and cells, but not the parts of a word that is partly bold.
pub(crate) fn text_in(element: ElementRef<'_>) -> String {
    joined(texts_in(element, false, |_| false))
}

pub(crate) fn joined(texts: Vec<Text>) -> String {
    texts.into_iter().map(|it| it.text).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a cell by lines, without empty ones and without hidden parts, which pages
/// have to sort by.
pub(crate) fn lines_in(cell: ElementRef<'_>) -> Vec<Text> {
    lines_without(cell, |part| is_hidden_in(cell, part))
}

/// Returns the text of an element by lines, without empty ones and the elements to leave out.
pub(crate) fn lines_without(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    texts_in(element, false, is_left_out)
}

/// Returns the same text by blocks, without controls and the elements to leave out. A line break
/// inside a block is a blank, and a raised or lowered text a block with the sign of a footnote.
pub(crate) fn blocks_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    let is_left_out = |it: ElementRef<'_>| is_control(it) || is_icon_of_link(it) || is_left_out(it);
    texts_in(element, true, is_left_out)
}

/// Returns the same blocks without those of hidden parts.
pub(crate) fn shown_blocks_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    blocks_in(element, |it| is_hidden_in(element, it) || is_left_out(it))
}

/// Returns the same texts by lines: a line break ends one.
pub(crate) fn shown_lines_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    lines_without(element, |it| {
        is_control(it) || is_icon_of_link(it) || is_hidden_in(element, it) || is_left_out(it)
    })
}

/// Returns whether an element is a list to choose from whose choice says nothing against a licence, or a button or
/// link within the page with the word of a control.
fn is_control(element: ElementRef<'_>) -> bool {
    let is_against = |choice: ElementRef<'_>| has_word_out_of_force(&text_in(choice));
    let is_within_page = || element.attr("href").is_some_and(|href| href.starts_with('#'));
    match element.value().name() {
        "select" => !element.select(selector!("option[selected]")).any(is_against),
        "option" => element.attr("selected").is_none(),
        "button" => is_control_word(&text_in(element)),
        "a" => is_within_page() && is_control_word(&text_in(element)),
        _ => false,
    }
}

pub(crate) fn is_control_word(text: &str) -> bool {
    const WORDS: &str = "back | back to top | check | close | collapse | copy | details | download | expand | go | \
        hide | hide details | less | more | more details | ok | open | print | read more | refresh | \
        reset | search | share | show | show details | show less | show more | skip to content | \
        skip to main content | skip to navigation | submit | to the top | toggle | top | \
        validate | verify | view | view details";
    is_one_of(&key(text), WORDS)
}

/// Returns whether an element is a picture in a link, such as the sign of a link to elsewhere, without a word
/// such as `suspended`.
pub(crate) fn is_icon_of_link(element: ElementRef<'_>) -> bool {
    element.value().name() == "svg"
        && elements_around(*element).any(|around| is_link_to_elsewhere(around.value()))
        && !has_word_out_of_force(&text_in(element))
}

pub(crate) fn is_link_to_elsewhere(element: &Element) -> bool {
    element.name() == "a" && element.attr("href").is_some_and(is_address)
}

/// What a block of a raised text begins with: its number is no number of an item.
const FOOTNOTE: char = '^';

fn texts_in(
    element: ElementRef<'_>,
    by_blocks: bool,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    let (mut texts, mut text) = (Vec::new(), Text::default());
    let (mut hidden, mut struck) = (0_usize, struck_around(element));
    for (node, opens) in edges(element) {
        match (node.value(), ElementRef::wrap(node)) {
            (Node::Text(piece), _) if opens && hidden == 0 => {
                text.text.push_str(piece);
                text.is_struck |= struck > 0 && !piece.trim().is_empty();
            }
            (Node::Element(element), Some(at)) => {
                if is_code(element) || is_left_out(at) {
                    hidden = depth_after(hidden, opens);
                }
                if is_struck(element) {
                    struck = depth_after(struck, opens);
                }
                if !(is_inline(element.name()) || by_blocks && element.name() == "br") {
                    texts.push(std::mem::take(&mut text));
                    let is_raised = matches!(element.name(), "sup" | "sub");
                    if by_blocks && is_raised && opens && hidden == 0 {
                        text.text.push(FOOTNOTE);
                    }
                } else if element.name() == "br" {
                    text.text.push(' ');
                }
            }
            _ => {}
        }
    }
    texts.push(text);
    texts.iter_mut().for_each(|text| text.text = collapsed(&text.text));
    texts.retain(|text| !text.text.trim_matches(FOOTNOTE).is_empty());
    texts
}

/// Returns how many elements around an element strike it out.
pub(crate) fn struck_around(element: ElementRef<'_>) -> usize {
    elements_around(*element).filter(|around| is_struck(around.value())).count()
}

pub(crate) fn is_struck(element: &Element) -> bool {
    let marks =
        ["line-through", "strikethrough", "strike-through", "strikeout", "crossed-out", "struck"];
    let says = |attribute| {
        let text = element.attr(attribute).unwrap_or_default().to_lowercase();
        marks.iter().any(|mark| text.contains(mark))
    };
    matches!(element.name(), "s" | "strike" | "del")
        || says("style")
        || says("class")
        || element.classes().any(|class| class.eq_ignore_ascii_case("strike"))
}

/// Returns whether no visitor sees the content of an element: code, and texts for screen readers
/// only.
pub(crate) fn is_code(element: &Element) -> bool {
    matches!(element.name(), "script" | "style" | "noscript" | "template" | "mat-icon")
        || is_for_screen_readers(element)
}

pub(crate) fn is_for_screen_readers(element: &Element) -> bool {
    const CLASSES: [&str; 3] = ["sr-only", "visually-hidden", "screen-reader-text"];
    element.classes().any(|class| CLASSES.contains(&class))
}

/// Returns whether a part of a cell is hidden. A cell that is hidden as a whole is read: a script may show
/// its column.
pub(crate) fn is_hidden_in(cell: ElementRef<'_>, part: ElementRef<'_>) -> bool {
    is_hidden(part) && part.id() != cell.id()
}

pub(crate) fn is_hidden(element: ElementRef<'_>) -> bool {
    let style: String = element.attr("style").unwrap_or_default().split_whitespace().collect();
    element.attr("hidden").is_some() || style.to_lowercase().contains("display:none")
}

/// Returns whether an element is a part of a line. `sup` and `sub` are none, so that the number of a
/// footnote is no part of a name.
pub(crate) fn is_inline(name: &str) -> bool {
    const INLINE: &[&str] = &[
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn",
        "em", "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small",
        "span", "strike", "strong", "time", "tt", "u", "var", "wbr",
    ];
    INLINE.contains(&name)
}
