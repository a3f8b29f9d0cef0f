//! What every index reads.

use crate::catalogue::key_hash::KeyHash;
use crate::catalogue::text::{self, Text};

/// The bytes of the file, its texts, and how it hashes.
#[derive(Clone, Copy)]
pub(crate) struct View<'c> {
    pub(crate) file: &'c [u8],
    pub(crate) text: &'c [u8],
    pub(crate) hash: KeyHash,
}

impl<'c> View<'c> {
    #[inline]
    pub(crate) fn text_bytes(self, text: Text) -> &'c [u8] {
        text::bytes_of(self.text, text)
    }

    pub(crate) fn text(self, text: Text) -> &'c str {
        str::from_utf8(self.text_bytes(text)).unwrap_or_default()
    }

    /// Whether the text is there and in UTF-8.
    pub(crate) fn has(self, text: Text) -> bool {
        text::has(self.text, text)
    }
}
