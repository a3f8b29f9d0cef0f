//! The hash of the indices: a plain function of bytes that is equal on every machine and in every
//! release, because the indices are a file.

use rapidhash::v3::rapidhash_v3;

/// How keys are hashed and how many share a bucket. No answer depends on either, because a posting
/// has the whole key or is verified against its row: tests build catalogues with several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IndexShape {
    pub(crate) hash: KeyHash,
    /// How many postings share a bucket, at most on average. A bucket costs four bytes, and a look at
    /// sixteen fingerprints one or two lines of the cache.
    pub(crate) bucket_load: usize,
}

impl Default for IndexShape {
    fn default() -> Self {
        Self { hash: KeyHash::default(), bucket_load: 16 }
    }
}

/// rapidhash v3; any seed but zero permutes its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyHash {
    pub(crate) seed: u64,
}

impl KeyHash {
    pub(crate) fn hash(self, key: &[u8]) -> u64 {
        (rapidhash_v3(key) ^ self.seed).wrapping_mul(self.seed | 1)
    }

    /// Returns the hash of a key among keys of several kinds.
    pub(crate) fn hash_of_kind(self, kind: u8, key: &[u8]) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        self.hash(key) ^ (u64::from(kind) + 1).wrapping_mul(ODD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::fixture::{self, market};
    use crate::check::{CheckQuery, check};

    /// A file that was written by an earlier release is read with these values.
    #[test]
    fn the_values_never_change() {
        let hash = KeyHash::default();
        for (key, expected) in [
            ("", 232_177_599_295_442_350),
            ("lanternspin.example", 3_744_675_256_094_748_395),
            ("a name that is longer than one block of the hash", 4_808_691_574_960_062_233),
        ] {
            assert_eq!(hash.hash(key.as_bytes()), expected, "{key}");
        }
        assert_eq!(hash.hash_of_kind(2, b"102"), 9_320_137_851_980_234_970);
    }

    #[test]
    fn no_answer_depends_on_the_shape() {
        let shape = |seed, bucket_load| IndexShape { hash: KeyHash { seed }, bucket_load };
        let usual = market(400).finish().unwrap();
        for shape in [shape(0, 64), shape(0, 1), shape(0x5ee7, 4), shape(u64::MAX, 1000)] {
            let other = market(400).finish_as(shape).unwrap();
            for host in fixture::questions(400) {
                let query = CheckQuery::domain(&host).unwrap();
                let now = fixture::now();
                assert_eq!(check(&other, &query, now), check(&usual, &query, now), "{host}");
            }
        }
    }
}
