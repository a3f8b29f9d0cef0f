//! All texts of a catalogue in one section.
//!
//! A million hosts as owned strings cost 24 bytes a handle and an allocation each; here a handle
//! is four bytes and equal texts are stored once.

use std::num::NonZeroU32;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// A text of the arena it was pushed to: one more than its place, so that an optional text takes no
/// more room than a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Text(NonZeroU32);

impl Text {
    /// Every arena begins with the empty text.
    pub(crate) const EMPTY: Self = Self(NonZeroU32::MIN);

    /// Returns the handle of a field; `None` is zero.
    pub(crate) fn from_field(field: u32) -> Option<Self> {
        NonZeroU32::new(field).map(Self)
    }

    pub(crate) fn field(text: Option<Self>) -> u32 {
        text.map_or(0, |text| text.0.get())
    }
}

/// Returns the bytes of a text in the section of all texts; none where a file is damaged.
#[inline]
pub(crate) fn bytes_of(section: &[u8], text: Text) -> &[u8] {
    find(section, text).unwrap_or_default()
}

/// Returns whether a section has a text in UTF-8 at this place.
pub(crate) fn has(section: &[u8], text: Text) -> bool {
    find(section, text).is_some_and(|text| str::from_utf8(text).is_ok())
}

#[inline]
fn find(section: &[u8], text: Text) -> Option<&[u8]> {
    section.get(place_of(section, text)?)
}

/// Returns where a text lies, which may be after the end of a damaged section.
#[inline]
fn place_of(section: &[u8], text: Text) -> Option<Range<usize>> {
    let first = text.0.get() as usize - 1;
    let mut length = 0;
    for (place, digit) in section.get(first..)?.iter().enumerate().take(MAX_DIGITS) {
        length = length << LENGTH_BITS | usize::from(digit & (LAST_DIGIT - 1));
        if digit & LAST_DIGIT != 0 {
            let start = first + place + 1;
            return (length <= MAX_TEXT_BYTES).then(|| start..start + length);
        }
    }
    None
}

/// The length of each text comes before it, in ASCII characters of six bits, so that the whole arena
/// stays one valid `String`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextArena {
    chars: String,
}

/// The longest text. Readings have none over 2,000 bytes; the limit bounds what a hostile file can
/// make a check read.
pub(crate) const MAX_TEXT_BYTES: usize = 64 * 1024;
const MAX_DIGITS: usize = 3;
const LENGTH_BITS: u32 = 6;
const LAST_DIGIT: u8 = 1 << LENGTH_BITS;

impl TextArena {
    pub(crate) fn get(&self, text: Text) -> &str {
        let place = place_of(self.chars.as_bytes(), text);
        place.and_then(|place| self.chars.get(place)).unwrap_or_default()
    }

    /// `None` once four gigabytes are full, and for a text that is too long.
    fn push(&mut self, text: &str) -> Option<Text> {
        if text.len() > MAX_TEXT_BYTES {
            return None;
        }
        let place = u32::try_from(self.chars.len()).ok()?;
        let handle = Text(NonZeroU32::MIN.checked_add(place)?);
        let digits = (usize::BITS - text.len().leading_zeros()).div_ceil(LENGTH_BITS).max(1);
        for place in (0..digits).rev() {
            let digit = (text.len() >> (place * LENGTH_BITS)) as u8 & (LAST_DIGIT - 1);
            let last = if place == 0 { LAST_DIGIT } else { 0 };
            self.chars.push(char::from(digit | last));
        }
        self.chars.push_str(text);
        Some(handle)
    }
}

/// Fills an arena, giving equal texts the same handle.
pub(crate) struct TextInterner {
    arena: TextArena,
    known: HashTable<Text>,
    overflowed: bool,
}

impl Default for TextInterner {
    fn default() -> Self {
        let arena = TextArena::default();
        let mut interner = Self { arena, known: HashTable::new(), overflowed: false };
        interner.intern("");
        interner
    }
}

impl TextInterner {
    /// Returns an interner that appends to the texts of a section; `None` if they are not in UTF-8. It
    /// knows none of them, because learning them would read them all: a text is known once it is
    /// [remembered](Self::remember).
    pub(crate) fn resume(section: &[u8]) -> Option<Self> {
        let arena = TextArena { chars: str::from_utf8(section).ok()?.to_owned() };
        Some(Self { arena, known: HashTable::new(), overflowed: false })
    }

    /// Gives texts that equal a text of the arena its handle.
    pub(crate) fn remember(&mut self, text: Text) {
        let hasher = FixedState::default();
        let hash_of = |text: Text| hasher.hash_one(self.arena.get(text));
        let hash = hash_of(text);
        let is_equal = |known: &Text| self.arena.get(*known) == self.arena.get(text);
        if self.known.find(hash, is_equal).is_none() {
            self.known.insert_unique(hash, text, |known| hash_of(*known));
        }
    }

    pub(crate) fn intern(&mut self, text: &str) -> Text {
        let hasher = FixedState::default();
        let hash = hasher.hash_one(text);
        if let Some(known) = self.known.find(hash, |known| self.arena.get(*known) == text) {
            return *known;
        }
        let Some(handle) = self.arena.push(text) else {
            self.overflowed = true;
            return Text::EMPTY;
        };
        let arena = &self.arena;
        self.known.insert_unique(hash, handle, |known| hasher.hash_one(arena.get(*known)));
        handle
    }

    /// Returns the filled arena; `None` when the texts did not fit.
    pub(crate) fn into_arena(mut self) -> Option<TextArena> {
        self.arena.chars.shrink_to_fit();
        (!self.overflowed).then_some(self.arena)
    }
}

impl TextArena {
    pub(crate) fn into_section(self) -> Vec<u8> {
        self.chars.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lengths_around_each_digit_come_back() {
        let mut interner = TextInterner::default();
        for length in [0, 1, 63, 64, 65, 4095, 4096, MAX_TEXT_BYTES] {
            let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
            let handle = interner.intern(&text);
            assert_eq!(interner.arena.get(handle), text, "{length} bytes");
        }
    }

    #[test]
    fn a_text_that_is_too_long_fits_no_arena() {
        let mut interner = TextInterner::default();
        interner.intern(&"x".repeat(MAX_TEXT_BYTES + 1));
        assert!(interner.into_arena().is_none());
    }

    proptest! {
        #[test]
        fn every_text_comes_back_and_equal_ones_share_a_handle(
            texts in prop::collection::vec("\\PC{0,80}", 1..40)
        ) {
            let mut interner = TextInterner::default();
            let handles: Vec<Text> = texts.iter().map(|text| interner.intern(text)).collect();
            for (text, handle) in texts.iter().zip(&handles) {
                prop_assert_eq!(interner.arena.get(*handle), text);
                prop_assert_eq!(interner.intern(text), *handle);
            }
        }
    }
}
