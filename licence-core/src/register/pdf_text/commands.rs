//! How much the library takes apart at once: it makes eighty bytes and more of each byte of a page's
//! commands.

use std::collections::{HashMap, HashSet};

use pdf_extract::{Document, Object, ObjectId};

use super::graph::{dictionary, drawings};
use crate::register::RegisterFault;

/// What one page may be drawn with, all drawings included, and what all fonts together may say of
/// their characters, in bytes. A full page of a register has a few hundred thousand.
const MAX_BYTES: usize = 4 << 20;

/// Whether no page, with the drawings that it may draw, is too much for the memory.
///
/// # Errors
/// More than 4 MiB of commands or of tables of characters, where a stream counts as often as it is
/// named.
pub(super) fn check(document: &Document) -> Result<(), RegisterFault> {
    let drawings: HashSet<ObjectId> = drawings(document).collect();
    let fonts = document.objects.values().filter_map(dictionary);
    let tables =
        fonts.filter_map(|font| font.get(b"ToUnicode").and_then(Object::as_reference).ok());
    let mut streams = Streams { document, sizes: HashMap::new() };
    streams.room_beside(tables, MAX_BYTES).ok_or_else(|| too_much("its fonts have tables of"))?;
    let mut room = streams.room_beside(drawings, MAX_BYTES);
    for page in document.get_pages().into_values() {
        let commands = document.get_page_contents(page);
        room = room.filter(|room| streams.room_beside(commands, *room).is_some());
    }
    room.map(drop).ok_or_else(|| too_much("a page is drawn with"))
}

fn too_much(what: &str) -> RegisterFault {
    let why = format!("{what} more than {MAX_BYTES} bytes");
    RegisterFault::Malformed(format!("the PDF cannot be read: {why}"))
}

/// The streams of a file, each inflated once to be measured.
struct Streams<'d> {
    document: &'d Document,
    sizes: HashMap<ObjectId, usize>,
}

impl Streams<'_> {
    /// What these leave of the room, if they fit.
    fn room_beside(
        &mut self,
        streams: impl IntoIterator<Item = ObjectId>,
        room: usize,
    ) -> Option<usize> {
        streams.into_iter().try_fold(room, |room, id| room.checked_sub(self.size(id)))
    }

    fn size(&mut self, id: ObjectId) -> usize {
        *self.sizes.entry(id).or_insert_with(|| inflated(self.document, id))
    }
}

fn inflated(document: &Document, id: ObjectId) -> usize {
    let Ok(stream) = document.get_object(id).and_then(Object::as_stream) else { return 0 };
    stream.decompressed_content().map_or(stream.content.len(), |content| content.len())
}
