//! Where the library writes: the plain text of the pages, with a mark after each page.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use pdf_extract::{MediaBox, OutputDev, OutputError, PlainTextOutput, Transform};

use super::PAGE_END;

/// Appends to a text that others append to as well.
pub(super) struct Writer(pub(super) Rc<RefCell<Vec<u8>>>);

impl Write for Writer {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(piece)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The library's own output with page ends.
pub(super) struct Pages<'w> {
    pub(super) plain: PlainTextOutput<&'w mut dyn Write>,
    pub(super) text: Writer,
}

impl OutputDev for Pages<'_> {
    fn begin_page(
        &mut self,
        page: u32,
        media_box: &MediaBox,
        art_box: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
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
}
