//! Where the library writes: the plain text of the pages, with an end.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pdf_extract::{ColorSpace, MediaBox, OutputDev, OutputError, Path, PlainTextOutput, Transform};

use super::{MAX_TEXT_BYTES, PAGE_END};

/// The text so far.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    /// Whether there was more than there is room for.
    pub(super) is_full: bool,
}

/// Takes text until there is too much of it.
pub(super) struct Writer(pub(super) Rc<RefCell<Text>>);

impl Write for Writer {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let mut text = self.0.borrow_mut();
        text.is_full |= text.bytes.len() + piece.len() > MAX_TEXT_BYTES;
        if text.is_full {
            return Err(io::Error::other("too much text"));
        }
        text.bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The library's own output with page ends, which stops when nobody waits for it any more.
pub(super) struct Pages<'w> {
    pub(super) plain: PlainTextOutput<&'w mut dyn Write>,
    pub(super) text: Writer,
    pub(super) gave_up: Arc<AtomicBool>,
}

impl Pages<'_> {
    fn unless_given_up(&self) -> Result<(), OutputError> {
        let is_over = self.gave_up.load(Ordering::Relaxed);
        if is_over { Err(io::Error::other("the time is up").into()) } else { Ok(()) }
    }
}

impl OutputDev for Pages<'_> {
    fn begin_page(
        &mut self,
        page: u32,
        media_box: &MediaBox,
        art_box: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.unless_given_up()?;
        self.plain.begin_page(page, media_box, art_box)
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        self.text.write_all(format!("\n{PAGE_END}").as_bytes())?;
        self.plain.end_page()
    }

    fn output_character(
        &mut self,
        position: &Transform,
        width: f64,
        spacing: f64,
        font_size: f64,
        character: &str,
    ) -> Result<(), OutputError> {
        self.unless_given_up()?;
        self.plain.output_character(position, width, spacing, font_size, character)
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.plain.begin_word()
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        self.plain.end_word()
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        self.plain.end_line()
    }

    fn stroke(
        &mut self,
        _: &Transform,
        _: &ColorSpace,
        _: &[f64],
        _: &Path,
    ) -> Result<(), OutputError> {
        self.unless_given_up()
    }

    fn fill(
        &mut self,
        _: &Transform,
        _: &ColorSpace,
        _: &[f64],
        _: &Path,
    ) -> Result<(), OutputError> {
        self.unless_given_up()
    }
}
