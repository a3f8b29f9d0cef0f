//! Web pages of regulators: parsed as a browser would, read by selectors, refused when they are
//! something else.

mod style_sheets;
mod texts;
mod tree;

use scraper::{ElementRef, Html, Selector};

use super::source_file::{not_the_register, text_of};
use super::{RegisterError, RegisterFault, SourceFile, markup};
use crate::text::quoted;
pub(crate) use texts::{
    Text, blocks_in, is_code, is_control_word, is_for_screen_readers, is_hidden, is_hidden_in,
    is_icon_of_link, is_inline, is_link_to_elsewhere, is_struck, joined, lines_in, lines_without,
    shown_blocks_in, shown_lines_in, struck_around, text_in,
};
pub(crate) use tree::{
    depth_after, edges, elements_around, is_called, is_text, selector, with_elements_around,
};

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

#[cfg(test)]
mod tests;
