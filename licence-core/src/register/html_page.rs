//! Web pages of regulators: parsed as a browser would, read by selectors, refused when they are
//! something else.

use std::collections::BTreeSet;

use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node, Selector};

use super::contradiction::is_stamp;
use super::text_file::text_of;
use super::{RegisterError, RegisterFault, SourceFile, markup};
use crate::text::{collapsed, shown};

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

    /// The same, line by line.
    pub(crate) fn lines(&self) -> Vec<String> {
        lines_in(self.root())
    }

    /// What is stamped on a page: lines by themselves that say that the one thing it is about is not
    /// in force. Not what one may choose from, what leads elsewhere, what is not shown, and not a
    /// word among others such as `Suspended` and `Revoked`, which explains them.
    pub(crate) fn stamps(&self) -> Vec<String> {
        let is_shown = |element: &ElementRef<'_>| {
            let mut around = element.ancestors().filter_map(|node| node.value().as_element());
            !is_of_furniture(element.value()) && !around.any(is_of_furniture)
        };
        let is_text = |element: &Element| is_inline(element.name()) && element.name() != "a";
        let stands_alone =
            |element: &ElementRef<'_>| element.child_elements().all(|child| is_text(child.value()));
        let lines = self.all(selector!("p, div, h1, h2, h3, h4, h5, h6, span, strong, b, center"));
        let texts = lines.filter(stands_alone).filter(is_shown).map(text_in);
        let sentences = |line: String| line.split(". ").map(str::to_owned).collect::<Vec<_>>();
        let stamps: BTreeSet<String> = texts
            .flat_map(sentences)
            .map(|sentence| sentence.trim_end_matches(['.', ' ']).to_owned())
            .filter(|sentence| is_stamp(sentence))
            .collect();
        let is_explained = stamps.iter().filter(|stamp| !stamp.contains(' ')).count() > 1;
        stamps.into_iter().filter(|stamp| !is_explained || stamp.contains(' ')).collect()
    }

    /// The refusal of a page that is not the register: what was expected, and what the page calls
    /// itself.
    pub(crate) fn is_not(&self, expected: &str) -> RegisterError {
        let title = self.all(selector!("title")).map(text_in).find(|title| !title.is_empty());
        let found = format!("a page {}", shown(&title.unwrap_or_else(|| self.text())));
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
pub(crate) fn edges(element: ElementRef<'_>) -> impl Iterator<Item = (&Node, bool)> {
    element.traverse().map(|edge| match edge {
        Edge::Open(node) => (node.value(), true),
        Edge::Close(node) => (node.value(), false),
    })
}

/// The text inside an element as a visitor sees it: scripts and styles left out, blanks collapsed,
/// a blank between blocks and cells but none inside a word that is partly bold.
pub(crate) fn text_in(element: ElementRef<'_>) -> String {
    lines_in(element).join(" ")
}

/// The same in its lines, those without text left out.
pub(crate) fn lines_in(element: ElementRef<'_>) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    let (mut hidden, mut struck) = (0_usize, Struck::around(element));
    for (node, opens) in edges(element) {
        match node {
            Node::Text(piece) if opens && hidden == 0 => struck.add(&mut line, piece),
            Node::Element(element) if is_code(element.name()) => {
                hidden = if opens { hidden + 1 } else { hidden.saturating_sub(1) };
            }
            Node::Element(element) => {
                struck.follow(element, opens);
                if !is_inline(element.name()) {
                    lines.push(collapsed(&std::mem::take(&mut line)));
                }
            }
            _ => {}
        }
    }
    lines.push(collapsed(&line));
    lines.retain(|line| !line.is_empty());
    lines
}

/// How many elements around a place strike it out.
pub(crate) struct Struck(usize);

impl Struck {
    /// What stands around an element's content.
    pub(crate) fn around(element: ElementRef<'_>) -> Self {
        let around = element.ancestors().filter_map(|node| node.value().as_element());
        Self(around.filter(|element| is_struck(element)).count())
    }

    /// Goes into an element or out of it.
    pub(crate) fn follow(&mut self, element: &Element, opens: bool) {
        if is_struck(element) {
            self.0 = if opens { self.0 + 1 } else { self.0.saturating_sub(1) };
        }
    }

    /// Adds a text, every word of it marked where it is struck out: nobody is to take it for what is
    /// said.
    pub(crate) fn add(&self, text: &mut String, piece: &str) {
        match self.0 {
            0 => text.push_str(piece),
            _ => piece.split_whitespace().for_each(|word| {
                text.extend([" ", STRUCK, word, STRUCK, " "]);
            }),
        }
    }
}

/// What stands around a word that is struck out.
pub(crate) const STRUCK: &str = "~~";

fn is_struck(element: &Element) -> bool {
    let marks = ["line-through", "strikethrough"];
    let says = |attribute| {
        let text = element.attr(attribute).unwrap_or_default().to_lowercase();
        marks.iter().any(|mark| text.contains(mark))
    };
    matches!(element.name(), "s" | "strike" | "del") || says("style") || says("class")
}

/// Whether an element holds what no visitor reads.
pub(crate) fn is_code(name: &str) -> bool {
    matches!(name, "script" | "style" | "noscript" | "template")
}

/// Whether an element holds what is beside the content of a page, chosen from, or not shown.
pub(crate) fn is_of_furniture(element: &Element) -> bool {
    const NAMES: [&str; 14] = [
        "a", "aside", "button", "dd", "dt", "footer", "header", "label", "li", "nav", "option",
        "select", "td", "th",
    ];
    let style = element.attr("style").unwrap_or_default().to_lowercase().replace(' ', "");
    NAMES.contains(&element.name())
        || is_code(element.name())
        || element.attr("hidden").is_some()
        || style.contains("display:none")
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
    fn what_is_struck_out_is_marked() {
        for html in [
            "<s>no</s> yes",
            "<del>no</del>yes",
            "<span style='text-decoration: line-through'>no</span> yes",
            "<span class=text-decoration-line-through>no</span> yes",
            "<div><s><b>no</b></s></div>yes",
        ] {
            let file = page(html);
            assert_eq!(HtmlPage::open(&file).unwrap().text(), "~~no~~ yes", "{html}");
        }
        let file = page("<div style='text-decoration:line-through'><p>not <i>this</i></p></div>");
        let page = HtmlPage::open(&file).unwrap();
        let text = page.all(selector!("p")).next().map(text_in);
        assert_eq!(text.as_deref(), Some("~~not~~ ~~this~~"));
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
