//! The text of a PDF, read by a library that panics by policy. What bounds its memory and time is
//! the process that runs it (`licence-store`, `register_reader`).

mod output;

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use output::{Pages, Writer};
use pdf_extract::{Document, Object, PlainTextOutput, output_doc};

use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;

/// What every PDF begins with.
pub(crate) const SIGNATURE: &[u8] = b"%PDF-";

/// What ends each page.
pub(crate) const PAGE_END: char = '\u{c}';

/// How far from the end of a PDF its end mark may stand.
const TAIL_BYTES: usize = 2048;

/// The text of a PDF, in the order in which it was written, with a form feed after each page.
///
/// # Errors
/// A file that is cut off, encrypted, made of pictures only, or that the library cannot read.
pub(crate) fn text_of_pdf(file: &SourceFile) -> Result<String, RegisterError> {
    let text = check(&file.bytes).and_then(|()| {
        // Where no process stands between them, a panic would end the caller's thread.
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
    let text = Rc::default();
    let mut writer = Writer(Rc::clone(&text));
    let plain = PlainTextOutput::new(&mut writer as &mut dyn Write);
    let mut pages = Pages { plain, text: Writer(Rc::clone(&text)) };
    output_doc(&document, &mut pages).map_err(|error| unreadable(&error.to_string()))?;
    let text = String::from_utf8_lossy(&RefCell::take(&text)).into_owned();
    if trimmed(&text.replace(PAGE_END, " ")).is_empty() {
        return Err(unreadable("it holds no text, only pictures or empty pages"));
    }
    Ok(text)
}

/// Empties the pictures: the library would read them as if they were drawings with text.
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
