//! The text of a PDF. The reader process (`licence-store`, `register_reader`) limits the memory and
//! time that the PDF library takes.

use std::panic::{AssertUnwindSafe, catch_unwind};

#[cfg(feature = "pdf")]
use pdf_extract::{Document, Object, PlainTextOutput, output_doc_page};
use unicode_normalization::char::decompose_compatible;

use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;

/// The character that ends each page of a text.
pub(crate) const PAGE_END: char = '\u{c}';

/// How far before the end of a PDF its end mark may be, in bytes.
const TAIL_BYTES: usize = 2048;

/// Returns the text of a PDF in the order in which it was written.
pub(crate) fn text_of_pdf(file: &SourceFile) -> Result<String, RegisterError> {
    let text = check(file).and_then(|()| {
        // The library panics by policy. That must not end the thread of a program that embeds us.
        let pages = catch_unwind(AssertUnwindSafe(|| pages_of(&file.bytes)));
        let pages = pages.unwrap_or_else(|_| Err("the PDF library gave up on it".to_owned()));
        joined(pages.map_err(|why| unreadable(&why))?)
    });
    text.map_err(|fault| RegisterError::of_file(&file.name, fault))
}

/// Returns a text with the letters of its ligatures, which fonts of a PDF join (`Indeﬁnite`).
pub(crate) fn without_ligatures(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{fb00}'..='\u{fb06}' => decompose_compatible(c, |letter| letters.push(letter)),
            _ => letters.push(c),
        }
    }
    letters
}

fn check(file: &SourceFile) -> Result<(), RegisterFault> {
    if !file.is_pdf() {
        return Err(RegisterFault::NotTheRegister {
            expected: "a PDF, which begins with \"%PDF-\"".to_owned(),
            found: "something else".to_owned(),
        });
    }
    let tail = &file.bytes[file.bytes.len().saturating_sub(TAIL_BYTES)..];
    if !tail.windows(5).any(|window| window == b"%%EOF") {
        return Err(RegisterFault::Truncated("the PDF"));
    }
    Ok(())
}

fn joined(pages: Vec<String>) -> Result<String, RegisterFault> {
    if pages.iter().all(|page| trimmed(page).is_empty()) {
        return Err(unreadable("it holds no text, only pictures or empty pages"));
    }
    Ok(pages.into_iter().map(|page| format!("{page}\n{PAGE_END}")).collect())
}

fn unreadable(why: &str) -> RegisterFault {
    RegisterFault::Malformed(format!("the PDF cannot be read: {why}"))
}

/// Returns the text of each page, or why there is none.
#[cfg(feature = "pdf")]
fn pages_of(bytes: &[u8]) -> Result<Vec<String>, String> {
    // The library fails on some encrypted files without saying why.
    let names_a_key = bytes.windows(8).any(|word| word == b"/Encrypt");
    let document = Document::load_mem(bytes);
    if names_a_key || document.as_ref().is_ok_and(|document| document.was_encrypted()) {
        return Err("it is encrypted".to_owned());
    }
    let mut document = document.map_err(|error| error.to_string())?;
    check_annotations(&document)?;
    remove_pictures(&mut document);
    let page = |page| {
        let mut text = String::new();
        let mut output = PlainTextOutput::new(&mut text);
        output_doc_page(&document, &mut output, page).map_err(|error| error.to_string())?;
        Ok(text)
    };
    document.get_pages().into_keys().map(page).collect()
}

/// Refuses the notes and strokes over a page (`StrikeOut`, `FreeText`): a visitor sees them, and its text
/// lacks them. Links, fields of forms and pop-ups of no note say nothing.
#[cfg(feature = "pdf")]
fn check_annotations(document: &Document) -> Result<(), String> {
    for (number, page) in document.get_pages() {
        let page = document.get_dictionary(page);
        let annotations = page.and_then(|page| page.get_deref(b"Annots", document));
        for annotation in annotations.and_then(Object::as_array).into_iter().flatten() {
            let found = document.dereference(annotation);
            // A reference to nothing shows nothing.
            let Ok(annotation) = found.and_then(|(_, it)| it.as_dict()) else { continue };
            let kind = annotation.get_deref(b"Subtype", document).and_then(Object::as_name);
            let kind = kind.unwrap_or(b"no kind");
            let is_of_nothing = kind == b"Popup" && !annotation.has(b"Parent");
            if !(is_of_nothing || matches!(kind, b"Link" | b"Widget")) {
                let kind = String::from_utf8_lossy(kind);
                return Err(format!("page {number} has an annotation ({kind})"));
            }
        }
    }
    Ok(())
}

/// Empties the pictures, because the library reads them as drawings with text.
#[cfg(feature = "pdf")]
fn remove_pictures(document: &mut Document) {
    for stream in document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok()) {
        let subtype = stream.dict.get(b"Subtype").and_then(Object::as_name);
        if subtype.is_ok_and(|name| name == b"Image") {
            stream.dict.remove(b"Filter");
            stream.dict.remove(b"DecodeParms");
            stream.set_content(Vec::new());
        }
    }
}

#[cfg(not(feature = "pdf"))]
fn pages_of(_: &[u8]) -> Result<Vec<String>, String> {
    Err("this program was built without the feature `pdf`".to_owned())
}

#[cfg(test)]
pub(crate) mod tests;
