//! Names that share a piece of five letters with a root.

use std::collections::BTreeSet;

use crate::catalogue::{MAX_POSTINGS_OF_A_PIECE, PIECE_BYTES, has_near_names};
use crate::name_pages::page::{OperatorTag, Page};

/// The pieces of a root, and who has each.
#[derive(Default)]
pub(super) struct Pieces {
    /// Sorted.
    pieces: Vec<Piece>,
    filter: Filter,
    /// A piece that so many operators have is cut off: they are enough to show how common it is.
    enough: usize,
}

struct Piece {
    bytes: [u8; PIECE_BYTES],
    holders: BTreeSet<OperatorTag>,
    is_cut_off: bool,
}

impl Pieces {
    pub(super) fn from_roots<'r>(roots: impl Iterator<Item = &'r str>) -> Self {
        let bytes = roots.flat_map(|root| root.as_bytes().windows(PIECE_BYTES).map(piece));
        let bytes: BTreeSet<_> = bytes.collect();
        let piece = |bytes| Piece { bytes, holders: BTreeSet::new(), is_cut_off: false };
        let pieces: Vec<Piece> = bytes.into_iter().map(piece).collect();
        Self { filter: Filter::from_pieces(&pieces), pieces, enough: MAX_POSTINGS_OF_A_PIECE + 1 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn cut_off(&self) -> impl Iterator<Item = &[u8; PIECE_BYTES]> {
        self.pieces.iter().filter(|piece| piece.is_cut_off).map(|piece| &piece.bytes)
    }

    pub(super) fn with_more(mut self) -> Self {
        for piece in &mut self.pieces {
            piece.holders.clear();
            piece.is_cut_off = false;
        }
        Self { filter: Filter::from_pieces(&self.pieces), enough: self.enough * 8, ..self }
    }

    /// Adds the operators of a page that have a piece.
    pub(super) fn find(&mut self, page: Page<'_>, found: &mut BTreeSet<OperatorTag>) {
        if !self.filter.is_empty() {
            for (at, window) in page.text().windows(PIECE_BYTES).enumerate() {
                if self.filter.may_have(window) {
                    self.find_at(page, at, found);
                }
            }
        }
    }

    #[cold]
    fn find_at(&mut self, page: Page<'_>, at: usize, found: &mut BTreeSet<OperatorTag>) {
        let (place, within) = (at / page.name_bytes, at % page.name_bytes);
        let name = page.name(place);
        // Else it is the end of one name and the beginning of the next.
        let Some(bytes) = name.get(within..within + PIECE_BYTES) else { return };
        let known = self.pieces.binary_search_by(|piece| piece.bytes[..].cmp(bytes));
        let Ok(known) = known else { return };
        let piece = &mut self.pieces[known];
        if piece.is_cut_off || !std::str::from_utf8(name).is_ok_and(has_near_names) {
            return;
        }
        piece.holders.insert(page.tag(place));
        found.insert(page.tag(place));
        if piece.holders.len() == self.enough {
            piece.is_cut_off = true;
            self.filter = Filter::from_pieces(&self.pieces);
        }
    }
}

fn piece(bytes: &[u8]) -> [u8; PIECE_BYTES] {
    let mut piece = [0; PIECE_BYTES];
    piece.copy_from_slice(bytes);
    piece
}

/// Tells nearly every place where none of the pieces begins, by four of its bytes: every name on
/// record goes through here.
struct Filter {
    slots: [bool; 1 << SLOT_BITS],
    is_empty: bool,
}

const SLOT_BITS: u32 = 12;

impl Default for Filter {
    fn default() -> Self {
        Self { slots: [false; 1 << SLOT_BITS], is_empty: true }
    }
}

impl Filter {
    /// Of the pieces that are still looked for.
    fn from_pieces(pieces: &[Piece]) -> Self {
        let mut filter = Self::default();
        for piece in pieces.iter().filter(|piece| !piece.is_cut_off) {
            filter.slots[slot(&piece.bytes)] = true;
            filter.is_empty = false;
        }
        filter
    }

    fn is_empty(&self) -> bool {
        self.is_empty
    }

    fn may_have(&self, bytes: &[u8]) -> bool {
        self.slots[slot(bytes)]
    }
}

fn slot(bytes: &[u8]) -> usize {
    let first = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    // The high bits of the product depend on all four bytes.
    (first.wrapping_mul(0x9e37_79b1) >> (u32::BITS - SLOT_BITS)) as usize
}
