//! The head of a catalogue file, which mutations mostly break.

use std::sync::LazyLock;

use licence_core::catalogue::Catalogue;
use rapidhash::v3::rapidhash_v3;

const HEADER_BYTES: usize = 256;
const SECTION_BYTES: usize = 40;
const CHECKSUM_AT: usize = HEADER_BYTES - 8;

/// The header of a catalogue of this release.
static OWN_HEADER: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let catalogue = Catalogue::from_readings(&[]).expect("an empty catalogue");
    catalogue.as_bytes()[..HEADER_BYTES].to_vec()
});

/// Returns the input with the magic bytes, the version, the length, the rules and the checksum that a
/// reader asks for. The number of sections and all that follows is the input's.
pub fn with_fitting_head(input: &[u8]) -> Vec<u8> {
    let mut file = input.to_vec();
    if file.len() < HEADER_BYTES {
        return file;
    }
    for part in [0..12, 24..64] {
        file[part.clone()].copy_from_slice(&OWN_HEADER[part]);
    }
    let bytes = file.len() as u64;
    file[16..24].copy_from_slice(&bytes.to_le_bytes());
    let sections = u32::from_le_bytes([file[12], file[13], file[14], file[15]]) as usize;
    let end = sections.saturating_mul(SECTION_BYTES).saturating_add(HEADER_BYTES);
    file[CHECKSUM_AT..HEADER_BYTES].fill(0);
    if let Some(head) = file.get(..end) {
        let checksum = rapidhash_v3(head);
        file[CHECKSUM_AT..HEADER_BYTES].copy_from_slice(&checksum.to_le_bytes());
    }
    file
}
