//! The first bytes of an archive, and those of its end.

pub(super) const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
pub(super) const END_OF_DIRECTORY: &[u8] = b"PK\x05\x06";
