//! The elements of a parsed page and their positions.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};

use crate::register::layout::is_one_of;

/// A CSS selector written in the source, parsed once.
macro_rules! selector {
    ($css:literal) => {{
        static SELECTOR: std::sync::LazyLock<scraper::Selector> = std::sync::LazyLock::new(|| {
            scraper::Selector::parse($css).expect(concat!("the literal ", $css, " is a selector"))
        });
        &*SELECTOR
    }};
}
pub(crate) use selector;

/// Returns the elements around a node, the nearest first.
pub(crate) fn elements_around(node: NodeRef<'_, Node>) -> impl Iterator<Item = ElementRef<'_>> {
    node.ancestors().filter_map(ElementRef::wrap)
}

/// Returns an element and those around it, the nearest first.
pub(crate) fn with_elements_around(
    element: ElementRef<'_>,
) -> impl Iterator<Item = ElementRef<'_>> {
    std::iter::once(element).chain(elements_around(*element))
}

/// Returns whether a node is a text that is not blank.
pub(crate) fn is_text(node: NodeRef<'_, Node>) -> bool {
    node.value().as_text().is_some_and(|text| !text.trim().is_empty())
}

/// Returns whether a node is an element of one of these names, with a bar between two names.
pub(crate) fn is_called(node: NodeRef<'_, Node>, names: &str) -> bool {
    node.value().as_element().is_some_and(|element| is_one_of(element.name(), names))
}

/// Returns the nodes inside an element, each where it opens and again where it closes.
pub(crate) fn edges(element: ElementRef<'_>) -> impl Iterator<Item = (NodeRef<'_, Node>, bool)> {
    element.traverse().map(|edge| match edge {
        Edge::Open(node) => (node, true),
        Edge::Close(node) => (node, false),
    })
}

/// Returns the number of open elements of a kind where one more opens or closes.
pub(crate) fn depth_after(depth: usize, opens: bool) -> usize {
    if opens { depth + 1 } else { depth.saturating_sub(1) }
}
