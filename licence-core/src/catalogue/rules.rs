//! The rules that the indices of a catalogue are built under.
//!
//! The group of a host, its root, and the folded form of a name are inside the indices. A program
//! with another suffix list or other word lists would ask other questions than the file answers.

use std::sync::OnceLock;

use rapidhash::v3::rapidhash_v3;
use sha2::{Digest, Sha256};

use crate::check::{common_words, generic_terms};
use crate::hex::hex;

/// Raised by hand when the rules of matching change. A test fails when answers change without it.
pub(crate) const LADDER: u32 = 8;
/// The release of the public suffix list, as in `Cargo.lock`.
const SUFFIX_LIST: &str = "2.1.247";

/// Returns the SHA-256 over everything in this program that decides what is in an index.
pub(crate) fn fingerprint() -> [u8; 32] {
    static RULES: OnceLock<[u8; 32]> = OnceLock::new();
    *RULES.get_or_init(|| {
        let mut rules = Sha256::new();
        rules.update(LADDER.to_le_bytes());
        rules.update(SUFFIX_LIST);
        for version in [char::UNICODE_VERSION, unicode_normalization::UNICODE_VERSION] {
            rules.update([version.0, version.1, version.2]);
        }
        // A megabyte of words: SHA-256 of it would take longer than a whole check.
        let hash = |list: &str| rapidhash_v3(list.as_bytes()).to_le_bytes();
        common_words::lists()
            .chain(generic_terms::lists())
            .for_each(|list| rules.update(hash(list)));
        rules.finalize().into()
    })
}

/// Returns [`fingerprint`] as text.
pub(crate) fn matching_rules() -> String {
    hex(&fingerprint())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_list_is_the_one_that_is_compiled_in() {
        for lock in ["../Cargo.lock", "../bindings/Cargo.lock"] {
            let Ok(lock) = std::fs::read_to_string(lock) else { continue };
            let mut packages = lock.split("[[package]]");
            let psl = packages.find(|package| package.contains("name = \"psl\"\n"));
            let version = format!("version = {SUFFIX_LIST:?}");
            assert!(psl.unwrap().contains(&version), "raise SUFFIX_LIST with psl");
        }
    }
}
