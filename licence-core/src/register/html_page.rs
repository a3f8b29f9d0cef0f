//! Web pages of regulators: parsed as a browser would, read by selectors, refused when they are
//! something else.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use super::layout::is_one_of;
use super::text_file::text_of;
use super::{RegisterError, RegisterFault, SourceFile, markup};
use crate::text::{collapsed, quoted};

/// A page and the name to call it by.
pub(crate) struct HtmlPage<'f> {
    file: &'f SourceFile,
    tree: Html,
}

impl<'f> HtmlPage<'f> {
    /// Parses a page.
    pub(crate) fn open(file: &'f SourceFile) -> Result<Self, RegisterError> {
        let text = text_of(&file.name, &file.bytes)?;
        markup::check(text).map_err(|fault| RegisterError::of_file(&file.name, fault))?;
        Ok(Self { file, tree: Html::parse_document(text) })
    }

    /// The file's name.
    pub(crate) fn name(&self) -> &'f str {
        &self.file.name
    }

    /// The root element.
    pub(crate) fn root(&self) -> ElementRef<'_> {
        self.tree.root_element()
    }

    /// Returns the elements that a selector finds, in the order of the page, without those of
    /// templates, which no browser shows.
    pub(crate) fn all<'p>(
        &'p self,
        selector: &'p Selector,
    ) -> impl Iterator<Item = ElementRef<'p>> {
        let is_template = |node: NodeRef<'_, Node>| {
            node.value().as_element().is_some_and(|element| element.name() == "template")
        };
        self.tree.select(selector).filter(move |found| !found.ancestors().any(is_template))
    }

    /// Returns the text that a visitor sees, blanks collapsed.
    pub(crate) fn text(&self) -> String {
        text_in(self.root())
    }

    /// Returns the error of a page that is not the register: what was expected, and the title of
    /// the page.
    pub(crate) fn is_not(&self, expected: &str) -> RegisterError {
        let title = self.all(selector!("title")).map(text_in).find(|title| !title.is_empty());
        let found = format!("a page {}", quoted(&title.unwrap_or_else(|| self.text())));
        self.fault(RegisterFault::NotTheRegister { expected: expected.to_owned(), found })
    }

    /// Returns a fault of the page.
    pub(crate) fn fault(&self, fault: RegisterFault) -> RegisterError {
        RegisterError::of_file(self.name(), fault)
    }

    /// Returns a fault of the page's content.
    pub(crate) fn malformed(&self, what: impl Into<String>) -> RegisterError {
        RegisterError::malformed(self.name(), what)
    }
}

/// Returns the first byte of a file that is no blank and no byte order mark.
pub(crate) fn first_byte(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().first().copied()
}

/// Returns whether a file begins with markup, as tables, archives and documents do not.
pub(crate) fn is_page(bytes: &[u8]) -> bool {
    first_byte(bytes) == Some(b'<')
}

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

/// The nodes inside an element, each where it opens and again where it closes.
pub(crate) fn edges(element: ElementRef<'_>) -> impl Iterator<Item = (NodeRef<'_, Node>, bool)> {
    element.traverse().map(|edge| match edge {
        Edge::Open(node) => (node, true),
        Edge::Close(node) => (node, false),
    })
}

/// A piece of a page as a visitor reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    /// What it says, blanks collapsed.
    pub(crate) text: String,
    /// Whether any of it is struck out.
    pub(crate) is_struck: bool,
}

/// Returns the text of an element as a visitor sees it: without scripts and styles, with blanks
/// collapsed. A blank separates blocks and cells, but not the parts of a word that is partly bold.
pub(crate) fn text_in(element: ElementRef<'_>) -> String {
    let lines = texts_in(element, |element| !is_inline(element.name()), |_| false);
    lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a cell by lines, without empty ones and without hidden parts, which pages
/// have to sort by.
pub(crate) fn lines_in(cell: ElementRef<'_>) -> Vec<Text> {
    texts_in(cell, |element| !is_inline(element.name()), |part| is_hidden_in(cell, part))
}

/// Returns the same text by blocks, without boilerplate, controls and the elements to leave out. A
/// line break inside a block is a blank.
pub(crate) fn blocks_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    let ends = |element: &Element| !is_inline(element.name()) && element.name() != "br";
    texts_in(element, ends, |element| {
        let is_control = matches!(element.value().name(), "button" | "select" | "option");
        is_control || is_boilerplate(element) || is_left_out(element)
    })
}

fn texts_in(
    element: ElementRef<'_>,
    ends: impl Fn(&Element) -> bool,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    let (mut texts, mut text) = (Vec::new(), Text::default());
    let (mut hidden, mut struck) = (0_usize, struck_around(element));
    for (node, opens) in edges(element) {
        let step = |count: usize| if opens { count + 1 } else { count.saturating_sub(1) };
        match (node.value(), ElementRef::wrap(node)) {
            (Node::Text(piece), _) if opens && hidden == 0 => {
                text.text.push_str(piece);
                text.is_struck |= struck > 0 && !piece.trim().is_empty();
            }
            (Node::Element(element), Some(at)) => {
                if is_code(element) || is_left_out(at) {
                    hidden = step(hidden);
                }
                if is_struck(element) {
                    struck = step(struck);
                }
                if ends(element) {
                    texts.push(std::mem::take(&mut text));
                } else if element.name() == "br" {
                    text.text.push(' ');
                }
            }
            _ => {}
        }
    }
    texts.push(text);
    texts.iter_mut().for_each(|text| text.text = collapsed(&text.text));
    texts.retain(|text| !text.text.is_empty());
    texts
}

/// Returns how many elements around an element strike it out.
pub(crate) fn struck_around(element: ElementRef<'_>) -> usize {
    let around = element.ancestors().filter_map(|node| node.value().as_element());
    around.chain([element.value()]).filter(|element| is_struck(element)).count()
        - usize::from(is_struck(element.value()))
}

/// Returns whether an element strikes its content out.
pub(crate) fn is_struck(element: &Element) -> bool {
    let marks = ["line-through", "strikethrough", "struck"];
    let says = |attribute| {
        let text = element.attr(attribute).unwrap_or_default().to_lowercase();
        marks.iter().any(|mark| text.contains(mark))
    };
    matches!(element.name(), "s" | "strike" | "del") || says("style") || says("class")
}

/// Returns whether no visitor sees the content of an element: code, and texts for screen readers
/// only.
pub(crate) fn is_code(element: &Element) -> bool {
    const UNSEEN: [&str; 3] = ["sr-only", "visually-hidden", "screen-reader-text"];
    matches!(element.name(), "script" | "style" | "noscript" | "template")
        || element.classes().any(|class| UNSEEN.contains(&class))
}

/// Returns whether a part of a cell is hidden. A cell that is hidden as a whole is read: a script
/// may show it.
pub(crate) fn is_hidden_in(cell: ElementRef<'_>, part: ElementRef<'_>) -> bool {
    let style: String = part.attr("style").unwrap_or_default().split_whitespace().collect();
    let is_hidden = part.attr("hidden").is_some() || style.to_lowercase().contains("display:none");
    is_hidden && part.id() != cell.id()
}

/// Returns whether boilerplate is a header, of a page or of a part of one.
pub(crate) fn is_header(boilerplate: ElementRef<'_>) -> bool {
    let mut called = boilerplate.value().id().into_iter().chain(boilerplate.value().classes());
    boilerplate.value().name() == "header" || called.any(|it| it == "header")
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
    let called = || element.value().id().into_iter().chain(element.value().classes());
    let is_of_content = |around: &str| matches!(around, "main" | "article" | "section");
    let mut around = element.ancestors().filter_map(|node| node.value().as_element());
    let asks_for_consent = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.contains("cookie") || name.contains("consent")
    };
    is_one_of(name, NAMES)
        || element.attr("role").is_some_and(|role| is_one_of(role, ROLES))
        || (name == "header" && !around.any(|around| is_of_content(around.name())))
        || (!matches!(name, "html" | "body")
            && called().any(|it| is_one_of(it, CALLED) || asks_for_consent(it)))
}

/// Returns the nearest boilerplate that an element is or is in; `None` for one in the content.
pub(crate) fn boilerplate_around(element: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let around = element.ancestors().filter_map(ElementRef::wrap);
    std::iter::once(element).chain(around).find(|it| is_boilerplate(*it))
}

/// Returns whether an element is in the content of a page.
pub(crate) fn is_content(element: ElementRef<'_>) -> bool {
    boilerplate_around(element).is_none()
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

#[cfg(test)]
mod tests;
