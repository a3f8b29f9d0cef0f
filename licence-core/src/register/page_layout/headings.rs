//! The headings of a page and their levels.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use crate::register::boilerplate::role_of;
use crate::register::html_page::{is_called, is_inline, text_in, with_elements_around};
use crate::register::layout::is_dated;

/// The level of a bold line, below every heading that is marked up as one.
const BOLD: u8 = 8;

pub(super) struct Heading<'p> {
    level: u8,
    pub(super) text: String,
    /// The boilerplate that holds it; it is over the lists in there only.
    pub(super) place: Option<ElementRef<'p>>,
}

/// Puts a heading under those of higher levels, in place of the others.
pub(super) fn put_heading<'p>(
    over: &mut Vec<Heading<'p>>,
    element: ElementRef<'p>,
    place: Option<ElementRef<'p>>,
) {
    let text = text_in(element);
    // The day of a page is under the heading before it.
    if let Some(level) = level(element).filter(|_| !is_dated(&text, "")) {
        over.retain(|above| above.level < level || above.place != place);
        over.push(Heading { level, text, place });
    }
}

/// Returns the level of a heading; `None` for any other element and for one without text.
pub(super) fn level(element: ElementRef<'_>) -> Option<u8> {
    let level = match element.value().name().as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => digit - b'0',
        b"summary" | b"legend" => 7,
        _ if role_of(element) == "heading" => 7,
        _ => return is_bold_line(element).then_some(BOLD),
    };
    (!text_in(element).is_empty()).then_some(level)
}

/// Returns whether a bold text is a whole line of a part of the page.
fn is_bold_line(bold: ElementRef<'_>) -> bool {
    let text = text_in(bold);
    let is_all_bold = |it: &ElementRef<'_>| is_inline(it.value().name()) && text_in(*it) == text;
    let line = with_elements_around(bold).take_while(is_all_bold).last().unwrap_or(bold);
    let is_in_a_part = line.parent().is_some_and(|part| is_called(part, PARTS));
    let ends_line = |beside: Option<NodeRef<'_, Node>>| {
        let element = beside.and_then(|node| node.value().as_element());
        beside.is_none() || element.is_some_and(|element| !is_inline(element.name()))
    };
    is_in_a_part
        && !text.is_empty()
        && ends_line(line.prev_siblings().find(|node| !is_blank(*node)))
        && ends_line(line.next_siblings().find(|node| !is_blank(*node)))
}

const PARTS: &str = "article | body | center | div | figure | main | p | section";

/// Returns whether a node between two texts shows nothing.
fn is_blank(node: NodeRef<'_, Node>) -> bool {
    match node.value() {
        Node::Text(text) => text.trim().is_empty(),
        Node::Element(element) => element.name() == "br",
        _ => true,
    }
}
