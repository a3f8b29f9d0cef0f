//! The names of the sections of a file.

/// Four letters that name a section. A reader refuses an unknown name in upper case, and ignores
/// one in lower case.
pub(crate) type Tag = [u8; 4];

macro_rules! sections {
    ($($name:ident = $tag:literal,)+) => {
        $(pub(crate) const $name: Tag = *$tag;)+

        /// The sections that this release writes and reads.
        pub(crate) const KNOWN: &[Tag] = &[$($name),+];
    };
}

sections! {
    TEXT = b"TEXT",
    OPERATORS = b"OPER",
    LICENCES = b"LICE",
    SHARED = b"SHAR",
    SITES = b"SITE",
    LISTINGS = b"LIST",
    GROUPS = b"GRUP",
    MEMBERS = b"MEMB",
    BY_HOST = b"HOST",
    BY_REGISTRABLE = b"RGRP",
    NUMBERS = b"NUMS",
    NAMES = b"NAME",
    CLAIMS = b"CLAM",
    BY_KEY = b"KEYS",
    BY_LOOK_ALIKE = b"LOOK",
    BY_NEAR_SPELLING = b"NEAR",
    BY_PIECE = b"PIEC",
}

pub(crate) const HISTORY_LICENCES: Tag = *b"hist";
pub(crate) const HISTORY_ENTRIES: Tag = *b"entr";
pub(crate) const HISTORY_TEXT: Tag = *b"htxt";
