//! Web pages of regulators: parsed as a browser would, read by selectors, refused when they are
//! something else.

mod style_sheets;

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use super::domain_cell::is_address;
use super::layout::{is_one_of, key, speaks_against};
use super::source_file::{not_the_register, text_of};
use super::{RegisterError, RegisterFault, SourceFile, markup};
use crate::status::wording::has_word_out_of_force;
use crate::text::{collapsed, quoted};

pub(crate) struct HtmlPage<'f> {
    pub(super) file: &'f SourceFile,
    tree: Html,
    /// The selectors that cannot be parsed, of rules of style sheets that strike out or speak against a
    /// licence.
    pub(super) unknown_styles: Vec<String>,
}

impl<'f> HtmlPage<'f> {
    /// Parses a page.
    ///
    /// # Errors
    /// [`RegisterError`] for a file that is no text or is cut off, and for a page in an archive
    /// (MHTML), whose markup is encoded.
    pub(crate) fn open(file: &'f SourceFile) -> Result<Self, RegisterError> {
        let text = text_of(&file.name, &file.bytes)?;
        let is_of_an_archive = |line: &str| line.to_ascii_lowercase().starts_with("mime-version:");
        if !is_page(&file.bytes) && text.lines().take(HEAD_LINES).any(is_of_an_archive) {
            let fault = not_the_register("a page of HTML, not MHTML (\"single file\")", text);
            return Err(RegisterError::of_file(&file.name, fault));
        }
        markup::check(text).map_err(|fault| RegisterError::of_file(&file.name, fault))?;
        let mut tree = Html::parse_document(text);
        let unknown_styles = style_sheets::apply(&mut tree);
        Ok(Self { file, tree, unknown_styles })
    }

    pub(crate) fn name(&self) -> &'f str {
        &self.file.name
    }

    pub(crate) fn root(&self) -> ElementRef<'_> {
        self.tree.root_element()
    }

    /// Returns the elements that a selector finds, in the order of the page, without those of
    /// templates, which no browser shows.
    pub(crate) fn all(&self, selector: &'static Selector) -> impl Iterator<Item = ElementRef<'_>> {
        let is_template = |around: ElementRef<'_>| around.value().name() == "template";
        self.tree.select(selector).filter(move |found| !elements_around(**found).any(is_template))
    }

    pub(crate) fn text(&self) -> String {
        text_in(self.root())
    }

    /// Returns the text of the page without the parts that it hides.
    pub(crate) fn shown_text(&self) -> String {
        joined(lines_in(self.root()))
    }

    /// Returns the error of a page that is not the register: what was expected, and the title of
    /// the page.
    pub(crate) fn is_not(&self, expected: &str) -> RegisterError {
        let title = self.all(selector!("title")).map(text_in).find(|title| !title.is_empty());
        let found = format!("a page {}", quoted(&title.unwrap_or_else(|| self.text())));
        self.fault(RegisterFault::NotTheRegister { expected: expected.to_owned(), found })
    }

    pub(crate) fn fault(&self, fault: RegisterFault) -> RegisterError {
        RegisterError::of_file(self.name(), fault)
    }

    pub(crate) fn malformed(&self, what: impl Into<String>) -> RegisterError {
        RegisterError::malformed(self.name(), what)
    }
}

/// Returns the first byte of a file that is no blank and no byte order mark.
pub(crate) fn first_byte(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().first().copied()
}

/// The lines within which an archive of a page says what it is.
const HEAD_LINES: usize = 20;

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
pub(super) fn is_called(node: NodeRef<'_, Node>, names: &str) -> bool {
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

/// A piece of a page as a visitor reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) is_struck: bool,
}

/// Returns the text of an element as a visitor sees it: without scripts and styles, with blanks
/// collapsed. A blank separates blocks and cells, but not the parts of a word that is partly bold.
pub(crate) fn text_in(element: ElementRef<'_>) -> String {
    joined(texts_in(element, |element| !is_inline(element.name()), |_| false))
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
    texts_in(element, |element| !is_inline(element.name()), is_left_out)
}

/// Returns the same text by blocks, without controls and the elements to leave out. A line break
/// inside a block is a blank.
pub(crate) fn blocks_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    let ends = |element: &Element| !is_inline(element.name()) && element.name() != "br";
    let is_left_out = |it: ElementRef<'_>| is_control(it) || is_icon_of_link(it) || is_left_out(it);
    texts_in(element, ends, is_left_out)
}

/// Returns the same blocks without those of hidden parts, unless they speak against a licence: they are the
/// last.
pub(crate) fn shown_blocks_in(
    element: ElementRef<'_>,
    is_left_out: impl Fn(ElementRef<'_>) -> bool,
) -> Vec<Text> {
    let is_hidden = |it: ElementRef<'_>| is_hidden_in(element, it);
    let mut blocks = blocks_in(element, |it| is_hidden(it) || is_left_out(it));
    let parts = element.descendants().filter_map(ElementRef::wrap).filter(|it| is_hidden(*it));
    for part in parts {
        let mut around = elements_around(*part).take_while(|around| around.id() != element.id());
        if !is_left_out(part)
            && !around.any(|it| is_hidden(it) || is_code(it.value()) || is_left_out(it))
        {
            let hidden = blocks_in(part, &is_left_out).into_iter();
            blocks.extend(hidden.filter(|block| speaks_against(&without_addresses(&block.text))));
        }
    }
    blocks
}

/// Returns a text without its addresses, whose parts are no words (`old.example`).
fn without_addresses(text: &str) -> String {
    let ends_word = |c: char| c.is_whitespace() || ",;".contains(c);
    let is_word = |word: &&str| !is_address(word.trim_matches(|c: char| !c.is_alphanumeric()));
    text.split(ends_word).filter(is_word).collect::<Vec<_>>().join(" ")
}

/// Returns whether an element is a list to choose from, or a button or link within the page with the word of
/// a control.
fn is_control(element: ElementRef<'_>) -> bool {
    let is_within_page = || element.attr("href").is_some_and(|href| href.starts_with('#'));
    match element.value().name() {
        "select" | "option" => true,
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

fn texts_in(
    element: ElementRef<'_>,
    ends: impl Fn(&Element) -> bool,
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
    matches!(element.name(), "script" | "style" | "noscript" | "template")
        || is_for_screen_readers(element)
}

pub(crate) fn is_for_screen_readers(element: &Element) -> bool {
    const CLASSES: [&str; 3] = ["sr-only", "visually-hidden", "screen-reader-text"];
    element.classes().any(|class| CLASSES.contains(&class))
}

/// Returns whether a part of a cell is hidden. A cell that is hidden as a whole is read: a script
/// may show it.
pub(crate) fn is_hidden_in(cell: ElementRef<'_>, part: ElementRef<'_>) -> bool {
    let style: String = part.attr("style").unwrap_or_default().split_whitespace().collect();
    let is_hidden = part.attr("hidden").is_some() || style.to_lowercase().contains("display:none");
    is_hidden && part.id() != cell.id()
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
