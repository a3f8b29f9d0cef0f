//! The text of a PDF. The reader process (`licence-store`, `register_reader`) limits the memory and
//! time that the PDF library takes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document, Object, PlainTextOutput, output_doc_page};

use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;

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
        let text = catch_unwind(AssertUnwindSafe(|| extracted(&file.bytes)));
        text.unwrap_or_else(|_| Err(unreadable("the PDF library gave up on it")))
    });
    text.map_err(|fault| RegisterError::of_file(&file.name, fault))
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

fn extracted(bytes: &[u8]) -> Result<String, RegisterFault> {
    // The library fails on some encrypted files without saying why.
    let names_a_key = bytes.windows(8).any(|word| word == b"/Encrypt");
    let document = Document::load_mem(bytes);
    if names_a_key || document.as_ref().is_ok_and(|document| document.was_encrypted()) {
        return Err(unreadable("it is encrypted"));
    }
    let mut document = document.map_err(|error| unreadable(&error.to_string()))?;
    remove_pictures(&mut document);
    let mut text = String::new();
    for page in document.get_pages().into_keys() {
        let mut output = PlainTextOutput::new(&mut text);
        output_doc_page(&document, &mut output, page)
            .map_err(|error| unreadable(&error.to_string()))?;
        text.extend(['\n', PAGE_END]);
    }
    if trimmed(&text.replace(PAGE_END, " ")).is_empty() {
        return Err(unreadable("it holds no text, only pictures or empty pages"));
    }
    Ok(text)
}

/// Empties the pictures, because the library reads them as drawings with text.
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

fn unreadable(why: &str) -> RegisterFault {
    RegisterFault::Malformed(format!("the PDF cannot be read: {why}"))
}

#[cfg(test)]
pub(crate) mod tests;
