//! Writing a section of postings, bucket after bucket.

use std::borrow::Cow;

use crate::catalogue::postings::{NARROW_IDS, Posting, Postings, bucket, fingerprint};

/// How many piles the pairs of a walk are put into, as a power of two.
const PILE_BITS: u32 = 8;
/// With more, a bucket's position in its pile would not fit into a [`Pair`].
const MAX_BUILT_BUCKET_BITS: u32 = PILE_BITS + u16::BITS;

/// A section from 64-bit hashes to ids, written bucket after bucket: its arrays lie one after another
/// once all buckets are there.
pub(crate) struct SectionParts<'c> {
    head: Cow<'c, [u8]>,
    starts: Vec<u8>,
    fingerprints: Vec<u8>,
    ids: Vec<u8>,
    print_bytes: usize,
    id_bytes: usize,
}

impl<'c> SectionParts<'c> {
    /// Returns a section as it is.
    pub(crate) fn whole(section: &'c [u8]) -> Self {
        let (starts, fingerprints, ids) = (Vec::new(), Vec::new(), Vec::new());
        Self { head: section.into(), starts, fingerprints, ids, print_bytes: 0, id_bytes: 0 }
    }

    /// Begins a section of about so many postings, with ids up to `most`.
    pub(crate) fn begin(print_bytes: usize, bucket_bits: u32, most: u32, expected: usize) -> Self {
        // An id takes three bytes while all of them fit.
        let id_bytes = if most < NARROW_IDS { 3 } else { 4 };
        let head = [bucket_bits as u8, id_bytes as u8, print_bytes as u8, 0, 0, 0, 0, 0];
        Self {
            head: head.to_vec().into(),
            starts: Vec::with_capacity(4 * ((1 << bucket_bits) + 1)),
            fingerprints: Vec::with_capacity(print_bytes * expected),
            ids: Vec::with_capacity(id_bytes * expected),
            print_bytes,
            id_bytes,
        }
    }

    /// Adds the next bucket, in the order of its fingerprints. `None` beyond four thousand million
    /// postings.
    pub(crate) fn push_bucket(&mut self, postings: impl Iterator<Item = Posting>) -> Option<()> {
        self.end()?;
        for (fingerprint, id) in postings {
            self.fingerprints.extend_from_slice(&fingerprint.to_le_bytes()[..self.print_bytes]);
            self.ids.extend_from_slice(&id.to_le_bytes()[..self.id_bytes]);
        }
        Some(())
    }

    /// Adds the next bucket with these fingerprints, in their order. `None` as for
    /// [`push_bucket`](Self::push_bucket).
    pub(crate) fn push_kept_bucket(
        &mut self,
        fingerprints: &[u8],
        ids: impl Iterator<Item = u32>,
    ) -> Option<()> {
        self.end()?;
        self.fingerprints.extend_from_slice(fingerprints);
        match self.id_bytes {
            3 => ids.for_each(|id| self.ids.extend_from_slice(&id.to_le_bytes()[..3])),
            _ => ids.for_each(|id| self.ids.extend_from_slice(&id.to_le_bytes())),
        }
        Some(())
    }

    /// Ends the last bucket.
    pub(crate) fn end(&mut self) -> Option<()> {
        let start = u32::try_from(self.fingerprints.len() / self.print_bytes).ok()?;
        self.starts.extend_from_slice(&start.to_le_bytes());
        Some(())
    }

    pub(crate) fn parts(&self) -> [&[u8]; 4] {
        [&self.head, &self.starts, &self.fingerprints, &self.ids]
    }
}

impl<const PRINT: usize> Postings<PRINT> {
    /// Builds a section from a walk over all (hash, id) pairs. `expected` is a guess at the number of
    /// pairs, and `bucket_load` how many of them share a bucket: other values cost time or memory,
    /// never an answer. `None` beyond four thousand million.
    pub(crate) fn build(
        expected: usize,
        bucket_load: usize,
        walk: impl FnOnce(&mut dyn FnMut(u64, u32)),
    ) -> Option<SectionParts<'static>> {
        let buckets = (expected / bucket_load).next_power_of_two();
        let bucket_bits =
            buckets.trailing_zeros().clamp(Self::MIN_BUCKET_BITS, MAX_BUILT_BUCKET_BITS);
        let bits_in_pile = bucket_bits.saturating_sub(PILE_BITS);
        let piles = into_piles::<PRINT>(expected, bucket_bits, bits_in_pile, walk);
        let most = piles.iter().flatten().map(|pair| pair.id).max().unwrap_or(0);
        let mut built =
            SectionParts::begin(PRINT, bucket_bits, most, piles.iter().map(Vec::len).sum());
        // A bucket of a small map has several piles, a pile of a large one several buckets.
        for piles in piles.chunks(1 << PILE_BITS.saturating_sub(bucket_bits)) {
            let mut pairs = piles.concat();
            // Stable, so that the postings of a key keep the order of the walk.
            pairs.sort_by_key(|pair| (pair.bucket, pair.fingerprint));
            let mut pairs = pairs.into_iter().peekable();
            for bucket in 0..1_u32 << bits_in_pile {
                let is_here = |pair: &Pair| u32::from(pair.bucket) == bucket;
                let of_bucket = std::iter::from_fn(|| pairs.next_if(is_here));
                built.push_bucket(of_bucket.map(|pair| (pair.fingerprint, pair.id)))?;
            }
        }
        built.end()?;
        Some(built)
    }
}

/// A posting: its bucket among those of its pile, and what the bucket keeps.
#[derive(Clone, Copy)]
struct Pair {
    bucket: u16,
    fingerprint: u32,
    id: u32,
}

/// Puts the pairs of a walk into piles by the first bits of their hashes. A walk goes through the
/// names, so its hashes are all over tables of many megabytes: put there one by one, nearly every
/// pair would wait for another page of memory.
fn into_piles<const PRINT: usize>(
    expected: usize,
    bucket_bits: u32,
    bits_in_pile: u32,
    walk: impl FnOnce(&mut dyn FnMut(u64, u32)),
) -> Vec<Vec<Pair>> {
    let empty = || Vec::with_capacity(expected >> PILE_BITS);
    let mut piles: Vec<Vec<Pair>> = (0..1 << PILE_BITS).map(|_| empty()).collect();
    walk(&mut |hash, id| {
        let bucket = (bucket(hash, bucket_bits) & ((1 << bits_in_pile) - 1)) as u16;
        let pile = &mut piles[(hash >> (u64::BITS - PILE_BITS)) as usize];
        pile.push(Pair { bucket, fingerprint: fingerprint::<PRINT>(hash), id });
    });
    piles
}
