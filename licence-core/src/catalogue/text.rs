//! All texts of a catalogue in one allocation.
//!
//! A million hosts as owned strings cost 24 bytes a handle and an allocation each; here a handle
//! is four bytes and equal texts are stored once.

use std::num::NonZeroU32;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// A text of the arena it was pushed to: one more than its place, so that an optional text takes no
/// more room than a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Text(NonZeroU32);

/// Each text stands behind its length, in ASCII characters of six bits, so that the whole arena
/// stays one valid `String`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextArena {
    chars: String,
}

const LENGTH_BITS: u32 = 6;
const LAST_DIGIT: u8 = 1 << LENGTH_BITS;

impl TextArena {
    pub(crate) fn get(&self, text: Text) -> &str {
        let bytes = self.chars.as_bytes();
        let mut at = text.0.get() as usize - 1;
        let mut length = 0;
        loop {
            let digit = bytes[at];
            at += 1;
            length = length << LENGTH_BITS | usize::from(digit & (LAST_DIGIT - 1));
            if digit & LAST_DIGIT != 0 {
                return &self.chars[at..at + length];
            }
        }
    }

    /// `None` once four gigabytes are full.
    fn push(&mut self, text: &str) -> Option<Text> {
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
#[derive(Default)]
pub(crate) struct TextInterner {
    arena: TextArena,
    known: HashTable<Text>,
    overflowed: bool,
}

impl TextInterner {
    pub(crate) fn intern(&mut self, text: &str) -> Text {
        let hasher = FixedState::default();
        let hash = hasher.hash_one(text);
        if let Some(known) = self.known.find(hash, |known| self.arena.get(*known) == text) {
            return *known;
        }
        let Some(handle) = self.arena.push(text) else {
            self.overflowed = true;
            return Text(NonZeroU32::MIN);
        };
        let arena = &self.arena;
        self.known.insert_unique(hash, handle, |known| hasher.hash_one(arena.get(*known)));
        handle
    }

    /// The filled arena; `None` when the texts did not fit.
    pub(crate) fn into_arena(mut self) -> Option<TextArena> {
        self.arena.chars.shrink_to_fit();
        (!self.overflowed).then_some(self.arena)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lengths_around_each_digit_come_back() {
        let mut interner = TextInterner::default();
        for length in [0, 1, 63, 64, 65, 4095, 4096, 300_000] {
            let text = "é".repeat(length / 2) + &"x".repeat(length % 2);
            let handle = interner.intern(&text);
            assert_eq!(interner.arena.get(handle), text, "{length} bytes");
        }
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
