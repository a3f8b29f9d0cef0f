//! Web pages of regulators: parsed as a browser would, read by selectors, refused when they are
//! something else.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

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
    ///
    /// # Errors
    /// A file that is empty or no UTF-8, and what [`markup::check`] refuses.
    /// Anything else parses: whether it is the register is for its reader to say.
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

    /// The elements that a selector finds, in the order of the page.
    pub(crate) fn all<'p>(
        &'p self,
        selector: &'p Selector,
    ) -> impl Iterator<Item = ElementRef<'p>> {
        self.tree.select(selector)
    }

    /// The text a visitor sees, blanks collapsed.
    pub(crate) fn text(&self) -> String {
        text_in(self.root())
    }

    /// The refusal of a page that is not the register: what was expected, and what the page calls
    /// itself.
    pub(crate) fn is_not(&self, expected: &str) -> RegisterError {
        let title = self.all(selector!("title")).map(text_in).find(|title| !title.is_empty());
        let found = format!("a page {}", quoted(&title.unwrap_or_else(|| self.text())));
        let fault = RegisterFault::NotTheRegister { expected: expected.to_owned(), found };
        RegisterError::of_file(self.name(), fault)
    }

    /// A fault of the page's content.
    pub(crate) fn malformed(&self, what: impl Into<String>) -> RegisterError {
        RegisterError::of_file(self.name(), RegisterFault::Malformed(what.into()))
    }
}

/// The first byte of a file that is no blank, behind a byte order mark.
pub(crate) fn first_byte(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().first().copied()
}

/// Whether a file begins with markup, as tables, archives and documents do not.
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

/// The text inside an element as a visitor sees it: scripts and styles left out, blanks collapsed,
/// a blank between blocks and cells but none inside a word that is partly bold.
pub(crate) fn text_in(element: ElementRef<'_>) -> String {
    lines_in(element).into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
}

/// The same in its lines, those without text left out.
pub(crate) fn lines_in(element: ElementRef<'_>) -> Vec<Text> {
    texts_in(element, |element| !is_inline(element.name()), |_| false)
}

/// The same in its blocks, without boilerplate, controls and the elements to leave out. A line
/// break inside of a block is a blank.
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

/// How many elements around an element's content strike it out.
pub(crate) fn struck_around(element: ElementRef<'_>) -> usize {
    let around = element.ancestors().filter_map(|node| node.value().as_element());
    around.chain([element.value()]).filter(|element| is_struck(element)).count()
        - usize::from(is_struck(element.value()))
}

/// Whether an element strikes its content out.
pub(crate) fn is_struck(element: &Element) -> bool {
    let marks = ["line-through", "strikethrough"];
    let says = |attribute| {
        let text = element.attr(attribute).unwrap_or_default().to_lowercase();
        marks.iter().any(|mark| text.contains(mark))
    };
    matches!(element.name(), "s" | "strike" | "del") || says("style") || says("class")
}

/// Whether an element holds what no visitor reads: code, and what is said to screen readers only.
pub(crate) fn is_code(element: &Element) -> bool {
    const UNSEEN: [&str; 3] = ["sr-only", "visually-hidden", "screen-reader-text"];
    matches!(element.name(), "script" | "style" | "noscript" | "template")
        || element.classes().any(|class| UNSEEN.contains(&class))
}

/// Whether an element is beside the content of a page: navigation, footer, banner, dialog, by its
/// name, its role, or what its author calls it.
fn is_boilerplate(element: ElementRef<'_>) -> bool {
    const NAMES: [&str; 4] = ["nav", "footer", "aside", "dialog"];
    const ROLES: [&str; 7] =
        ["alertdialog", "banner", "complementary", "contentinfo", "dialog", "navigation", "search"];
    const CALLED: [&str; 11] = [
        "breadcrumb",
        "breadcrumbs",
        "footer",
        "header",
        "menu",
        "nav",
        "navbar",
        "navigation",
        "sidebar",
        "site-footer",
        "site-header",
    ];
    let name = element.value().name();
    let called = || element.value().id().into_iter().chain(element.value().classes());
    let is_of_content = |around: &str| matches!(around, "main" | "article" | "section");
    let mut around = element.ancestors().filter_map(|node| node.value().as_element());
    let asks_for_consent = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.contains("cookie") || name.contains("consent")
    };
    NAMES.contains(&name)
        || element.attr("role").is_some_and(|role| ROLES.contains(&role))
        || (name == "header" && !around.any(|around| is_of_content(around.name())))
        || (!matches!(name, "html" | "body")
            && called().any(|it| CALLED.contains(&it) || asks_for_consent(it)))
}

/// Whether an element stands in the content of a page.
pub(crate) fn is_content(element: ElementRef<'_>) -> bool {
    let mut around = element.ancestors().filter_map(ElementRef::wrap);
    !is_boilerplate(element) && !around.any(is_boilerplate)
}

/// Whether an element is a part of the line it stands in.
pub(crate) fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "b"
            | "del"
            | "em"
            | "font"
            | "i"
            | "mark"
            | "s"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "u"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> SourceFile {
        SourceFile { name: "p.html".into(), bytes: html.into() }
    }

    #[test]
    fn the_text_of_a_page_is_what_a_visitor_sees() {
        let file = page("<title>T</title><p>One<br>two</p><td>th<b>re</b>e</td><script>x</script>");
        let page = HtmlPage::open(&file).unwrap();
        assert_eq!(page.text(), "T One two three");
        let cell = page.all(selector!("p")).next().map(text_in);
        assert_eq!(cell.as_deref(), Some("One two"));
    }

    #[test]
    fn what_is_struck_out_is_told_apart() {
        for html in [
            "<p><s>no</s> yes",
            "<p><del>no</del> yes",
            "<p><span style='text-decoration: line-through'>no</span> yes",
            "<p><span class=text-decoration-line-through>no</span> yes",
            "<div style='text-decoration:line-through'><p>no <i>yes</i></p></div>",
        ] {
            let file = page(html);
            let page = HtmlPage::open(&file).unwrap();
            let lines = page.all(selector!("p")).next().map(lines_in).unwrap();
            assert_eq!(lines, [Text { text: "no yes".into(), is_struck: true }], "{html}");
        }
    }

    #[test]
    fn blocks_are_those_of_the_content() {
        let file = page(
            "<header>a</header><nav>b</nav><div role=dialog>c</div><h1>One</h1><div>two<br>three\
             <p>four <select><option>five</select></p></div><section><header>six</header></section>\
             <table><tr><td>seven</table><footer>eight</footer><span class=sr-only>nine</span>",
        );
        let page = HtmlPage::open(&file).unwrap();
        let blocks = blocks_in(page.root(), |element| element.value().name() == "table");
        let texts: Vec<_> = blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(texts, ["One", "two three", "four", "six"]);
    }

    #[test]
    fn another_page_is_refused_by_its_title_or_its_text() {
        for (html, found) in [
            (
                "<title>Just a moment...</title>Wait",
                "p.html: expected a table, found a page \"Just a moment...\"",
            ),
            ("<h1>Be right back</h1>", "p.html: expected a table, found a page \"Be right back\""),
        ] {
            let file = page(html);
            assert_eq!(HtmlPage::open(&file).unwrap().is_not("a table").to_string(), found);
        }
    }
}
