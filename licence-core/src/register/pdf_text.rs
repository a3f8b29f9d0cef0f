//! The text of a PDF, read by a library that panics by policy: behind limits, in a thread of its
//! own, so that no file can stop or flood the caller.
//!
//! A panic of the library ends its thread and becomes a fault. The message of the panic hook is
//! the process's own affair: the thread is called [`THREAD`], so that a hook can leave it out.

mod commands;
mod graph;
mod output;
mod streams;

use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use output::{Pages, Text, Writer};
use pdf_extract::{Document, PlainTextOutput, output_doc};

use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::trimmed;

/// What every PDF begins with.
pub(crate) const SIGNATURE: &[u8] = b"%PDF-";

/// The name of the thread in which the library runs.
pub const THREAD: &str = "register-pdf";

/// The largest PDF that is read, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The longest text that is taken out of a PDF, in bytes.
const MAX_TEXT_BYTES: usize = 8 << 20;

/// The longest time that a PDF may take.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The room for the library's recursive parsers.
const STACK_BYTES: usize = 16 << 20;

/// How far from the end of a PDF its end mark may stand.
const TAIL_BYTES: usize = 2048;

/// The text of a PDF, in the order in which it was written, with a form feed after each page.
///
/// # Errors
/// [`RegisterFault`] in the words of the limit that the file breaks: its size, what its streams
/// inflate to, the length of its text, the time it takes. A file that is cut off, encrypted, made
/// of pictures only, or that the library cannot read.
pub(crate) fn text_of_pdf(file: &SourceFile) -> Result<String, RegisterError> {
    check(&file.bytes)
        .and_then(|()| in_a_thread(file.bytes.clone(), TIME_LIMIT))
        .map_err(|fault| RegisterError::of_file(&file.name, fault))
}

fn check(bytes: &[u8]) -> Result<(), RegisterFault> {
    if bytes.len() > MAX_BYTES {
        return Err(RegisterFault::TooLarge { limit: MAX_BYTES as u64 });
    }
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
    streams::check(bytes)
}

/// Runs the library where a panic or an endless loop of it harms nobody.
fn in_a_thread(bytes: Vec<u8>, limit: Duration) -> Result<String, RegisterFault> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let gave_up = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&gave_up);
    let work = move || {
        let text = catch_unwind(AssertUnwindSafe(|| extracted(&bytes, stop)));
        let text = text.unwrap_or_else(|_| Err(unreadable("the PDF library gave up on it")));
        // Nobody listens any more when the time was up.
        let _ = sender.send(text);
    };
    let builder = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK_BYTES);
    builder.spawn(work).map_err(|error| unreadable(&format!("no thread to read it: {error}")))?;
    match receiver.recv_timeout(limit) {
        Ok(text) => text,
        Err(RecvTimeoutError::Disconnected) => Err(unreadable("the PDF library gave up on it")),
        Err(RecvTimeoutError::Timeout) => {
            gave_up.store(true, Ordering::Relaxed);
            Err(unreadable(&format!("its text takes longer than {limit:?}")))
        }
    }
}

fn extracted(bytes: &[u8], gave_up: Arc<AtomicBool>) -> Result<String, RegisterFault> {
    let mut document = Document::load_mem(bytes).map_err(|error| unreadable(&error.to_string()))?;
    if document.is_encrypted() || document.was_encrypted() {
        return Err(streams::encrypted());
    }
    graph::without_pictures(&mut document);
    graph::check(&document)?;
    commands::check(&document)?;
    let text = Rc::new(RefCell::new(Text::default()));
    let mut writer = Writer(Rc::clone(&text));
    let plain = PlainTextOutput::new(&mut writer as &mut dyn Write);
    let mut pages = Pages { plain, text: Writer(Rc::clone(&text)), gave_up };
    let outcome = output_doc(&document, &mut pages);
    let text = text.take();
    if text.is_full {
        return Err(unreadable(&format!("its text is longer than {MAX_TEXT_BYTES} bytes")));
    }
    outcome.map_err(|error| unreadable(&error.to_string()))?;
    let text = String::from_utf8_lossy(&text.bytes).into_owned();
    if trimmed(&text.replace(PAGE_END, " ")).is_empty() {
        return Err(unreadable("it holds no text, only pictures or empty pages"));
    }
    Ok(text)
}

fn unreadable(why: &str) -> RegisterFault {
    RegisterFault::Malformed(format!("the PDF cannot be read: {why}"))
}

/// What ends each page.
pub(crate) const PAGE_END: char = '\u{c}';

#[cfg(test)]
pub(crate) mod tests;
