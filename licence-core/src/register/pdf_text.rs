//! The text of a PDF. The reader process (`licence-store`, `register_reader`) limits the memory and
//! time that the PDF library takes.

#[cfg_attr(not(feature = "pdf"), path = "pdf_text/without_library.rs")]
mod library;

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;
use library::pages_of;

/// The first bytes of every PDF.
pub(crate) const SIGNATURE: &[u8] = b"%PDF-";

/// The character that ends each page of a text.
pub(crate) const PAGE_END: char = '\u{c}';

/// How far before the end of a PDF its end mark may be, in bytes.
const TAIL_BYTES: usize = 2048;

/// Returns the text of a PDF in the order in which it was written.
pub(crate) fn text_of_pdf(file: &SourceFile) -> Result<String, RegisterError> {
    let text = check(&file.bytes).and_then(|()| {
        // The library panics by policy. That must not end the thread of a program that embeds us.
        let pages = catch_unwind(AssertUnwindSafe(|| pages_of(&file.bytes)));
        let pages = pages.unwrap_or_else(|_| Err("the PDF library gave up on it".to_owned()));
        joined(pages.map_err(|why| unreadable(&why))?)
    });
    text.map_err(|fault| RegisterError::of_file(&file.name, fault))
}

/// Returns a text with the letters of its ligatures, which fonts of a PDF join (`Indeﬁnite`).
pub(crate) fn without_ligatures(text: &str) -> String {
    const LIGATURES: [(char, &str); 7] = [
        ('\u{fb00}', "ff"),
        ('\u{fb01}', "fi"),
        ('\u{fb02}', "fl"),
        ('\u{fb03}', "ffi"),
        ('\u{fb04}', "ffl"),
        ('\u{fb05}', "st"),
        ('\u{fb06}', "st"),
    ];
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        match LIGATURES.iter().find(|(ligature, _)| *ligature == c) {
            Some((_, joined)) => letters.push_str(joined),
            None => letters.push(c),
        }
    }
    letters
}

fn check(bytes: &[u8]) -> Result<(), RegisterFault> {
    if !bytes.starts_with(SIGNATURE) {
        return Err(RegisterFault::NotTheRegister {
            expected: "a PDF, which begins with \"%PDF-\"".to_owned(),
            found: "something else".to_owned(),
        });
    }
    let tail = &bytes[bytes.len().saturating_sub(TAIL_BYTES)..];
    if !tail.windows(5).any(|window| window == b"%%EOF") {
        return Err(RegisterFault::Truncated { inside: "the PDF" });
    }
    Ok(())
}

/// Returns the text of all pages.
fn joined(pages: Vec<String>) -> Result<String, RegisterFault> {
    if pages.iter().all(|page| trimmed(page).is_empty()) {
        return Err(unreadable("it holds no text, only pictures or empty pages"));
    }
    Ok(pages.into_iter().map(|page| format!("{page}\n{PAGE_END}")).collect())
}

fn unreadable(why: &str) -> RegisterFault {
    RegisterFault::Malformed(format!("the PDF cannot be read: {why}"))
}

#[cfg(test)]
pub(crate) mod tests;
