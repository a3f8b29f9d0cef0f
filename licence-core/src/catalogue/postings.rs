//! Keys to ids without the keys: hashed buckets in two flat tables.
//!
//! A name has a dozen near spellings and half a dozen pieces; storing those as strings would cost
//! ten times the name. A bucket keeps more bits of each key's hash. Bucket and bits identify a piece.
//! Of other keys the bits are sixteen, and the caller verifies what comes back against the rows
//! themselves, before anything is counted: no hash may show in an answer.

use std::hint::black_box;
use std::ops::Range;

use crate::catalogue::rows::{Rows, Table};

/// Ids below this take three bytes.
pub(crate) const NARROW_IDS: u32 = 1 << 24;
/// What a section of postings begins with.
const HEAD_BYTES: usize = 8;
const MAX_BUCKET_BITS: u32 = 31;
/// With fewer, two pieces could share a bucket and a fingerprint.
const MIN_BUCKET_BITS_OF_PIECES: u32 = 8;
/// Bounds the work of one lookup in a hostile file. Real keys have at most some thousand postings.
const MAX_CANDIDATES: usize = 65_536;
/// Where the postings of a section lie in the bytes of a file. `PRINT` is how many bytes of a hash
/// each has beside its bucket.
#[derive(Clone, Debug)]
pub(crate) struct Postings<const PRINT: usize> {
    pub(crate) bucket_bits: u32,
    id_bytes: usize,
    starts: Table<u32, 4>,
    fingerprints: Range<usize>,
    ids: Range<usize>,
}

/// Postings that the caller verifies: rarely one is of another key.
pub(crate) type HashedPostings = Postings<2>;
/// Postings of pieces by [`piece_hash`](crate::catalogue::near_keys::piece_hash), which are all of the
/// piece asked for.
pub(crate) type PiecePostings = Postings<4>;

/// The fingerprint of a key and the id of a row.
pub(crate) type Posting = (u32, u32);

impl<const PRINT: usize> Postings<PRINT> {
    pub(crate) const MIN_BUCKET_BITS: u32 = if PRINT == 4 { MIN_BUCKET_BITS_OF_PIECES } else { 0 };

    /// `None` for a section whose arrays do not fill it.
    pub(crate) fn open(file: &[u8], section: Range<usize>) -> Option<Self> {
        let [bucket_bits, id_bytes, print_bytes, 0, 0, 0, 0, 0] =
            *file.get(section.clone())?.first_chunk()?
        else {
            return None;
        };
        let is_known = usize::from(print_bytes) == PRINT && matches!(id_bytes, 3 | 4);
        let bits = Self::MIN_BUCKET_BITS..=MAX_BUCKET_BITS;
        if !is_known || !bits.contains(&u32::from(bucket_bits)) {
            return None;
        }
        let starts = section.start + HEAD_BYTES;
        let fingerprints = starts + 4 * ((1 << bucket_bits) + 1);
        let id_bytes = usize::from(id_bytes);
        let arrays = section.end.checked_sub(fingerprints)?;
        let count = arrays / (PRINT + id_bytes);
        let ids = fingerprints + PRINT * count;
        (arrays % (PRINT + id_bytes) == 0).then(|| Self {
            bucket_bits: u32::from(bucket_bits),
            id_bytes,
            starts: Table::new(starts..fingerprints),
            fingerprints: fingerprints..ids,
            ids: ids..section.end,
        })
    }

    /// Postings without a section: nothing is found in them.
    pub(crate) const fn none() -> Self {
        let (starts, fingerprints, ids) = (Table::new(0..0), 0..0, 0..0);
        Self { bucket_bits: 0, id_bytes: 4, starts, fingerprints, ids }
    }

    pub(crate) fn section<'c>(&self, file: &'c [u8]) -> &'c [u8] {
        let start = self.starts.range.start.saturating_sub(HEAD_BYTES);
        file.get(start..self.ids.end).unwrap_or_default()
    }

    pub(crate) fn len(&self) -> usize {
        self.fingerprints.len() / PRINT
    }

    #[inline]
    pub(crate) fn buckets<'c>(&self, file: &'c [u8]) -> Buckets<'c, PRINT> {
        Buckets {
            starts: self.starts.rows(file),
            prints: file.get(self.fingerprints.clone()).unwrap_or_default().as_chunks().0,
            ids: file.get(self.ids.clone()).unwrap_or_default(),
            id_bytes: self.id_bytes,
        }
    }

    /// Returns the ids stored under this hash, in the order of the walk.
    #[inline]
    pub(crate) fn ids<'c>(
        &self,
        file: &'c [u8],
        hash: u64,
    ) -> impl ExactSizeIterator<Item = u32> + use<'c, PRINT> {
        self.ids_at(file, self.places(file, hash))
    }

    /// Returns where the ids stored under this hash lie among all ids.
    pub(crate) fn places(&self, file: &[u8], hash: u64) -> Range<usize> {
        let (first, prints) = self.buckets(file).prints(bucket(hash, self.bucket_bits));
        let wanted = fingerprint::<PRINT>(hash);
        let start = prints.partition_point(|print| print_value(print) < wanted);
        let is_wanted = |print: &[u8; PRINT]| print_value(print) == wanted;
        let has_any = prints.get(start).is_some_and(is_wanted);
        let count = if has_any { prints[start..].partition_point(is_wanted) } else { 0 };
        let start = first + start;
        start..start + count.min(MAX_CANDIDATES)
    }

    /// Reads a part of what [`Self::places`] reads for these hashes, so that the processor waits for the
    /// memory of all of them at once and not for one after the other.
    pub(crate) fn fetch(&self, file: &[u8], hashes: impl Iterator<Item = u64> + Clone) {
        let buckets = self.buckets(file);
        let of_hash = |hash| bucket(hash, self.bucket_bits);
        for bucket in hashes.clone().map(of_hash) {
            black_box(buckets.starts.get(bucket));
        }
        for bucket in hashes.map(of_hash) {
            let (_, prints) = buckets.prints(bucket);
            for print in [prints.first(), prints.get(prints.len() / 2), prints.last()] {
                black_box(print.map(print_value));
            }
        }
    }

    #[inline]
    pub(crate) fn ids_at<'c>(
        &self,
        file: &'c [u8],
        places: Range<usize>,
    ) -> impl ExactSizeIterator<Item = u32> + use<'c, PRINT> {
        let buckets = self.buckets(file);
        places.map(move |place| buckets.id(place))
    }

    /// Returns whether every start, fingerprint and id is in its place, for ids below `rows`.
    pub(crate) fn is_whole(&self, file: &[u8], rows: usize) -> bool {
        if self.starts.range.is_empty() {
            return true;
        }
        let starts = self.starts.rows(file);
        let ids = file.get(self.ids.clone()).unwrap_or_default();
        let count = self.len();
        let buckets = self.buckets(file);
        let is_sorted = |bucket| buckets.prints(bucket).1.is_sorted_by_key(print_value);
        starts.first() == Some(0)
            && starts.get(1 << self.bucket_bits) == u32::try_from(count).ok()
            && starts.iter().is_sorted()
            && (0..1 << self.bucket_bits).all(is_sorted)
            && (0..count).all(|place| (id_at(ids, place, self.id_bytes) as usize) < rows)
    }
}

/// The arrays of a section.
#[derive(Clone, Copy)]
pub(crate) struct Buckets<'c, const PRINT: usize> {
    starts: Rows<'c, u32, 4>,
    prints: &'c [[u8; PRINT]],
    ids: &'c [u8],
    id_bytes: usize,
}

impl<'c, const PRINT: usize> Buckets<'c, PRINT> {
    /// Returns the fingerprints and ids of a bucket.
    pub(crate) fn postings(self, bucket: usize) -> impl Iterator<Item = Posting> + use<'c, PRINT> {
        let (first, prints) = self.prints(bucket);
        let of_print = move |(place, print): (usize, &[u8; PRINT])| {
            (print_value(print), self.id(first + place))
        };
        prints.iter().enumerate().map(of_print)
    }

    /// Returns the bytes of the fingerprints of a bucket, and its ids.
    pub(crate) fn columns(
        self,
        bucket: usize,
    ) -> (&'c [u8], impl Iterator<Item = u32> + use<'c, PRINT>) {
        let (first, prints) = self.prints(bucket);
        let ids = (first..first + prints.len()).map(move |place| self.id(place));
        (prints.as_flattened(), ids)
    }

    /// Returns where a bucket begins, and its fingerprints.
    #[inline]
    fn prints(self, bucket: usize) -> (usize, &'c [[u8; PRINT]]) {
        let (first, end) = (self.starts.get(bucket), self.starts.get(bucket + 1));
        let range = first.unwrap_or(0) as usize..end.unwrap_or(0) as usize;
        (range.start, self.prints.get(range).unwrap_or_default())
    }

    #[inline]
    fn id(self, place: usize) -> u32 {
        id_at(self.ids, place, self.id_bytes)
    }
}

#[inline]
fn print_value<const PRINT: usize>(print: &[u8; PRINT]) -> u32 {
    let mut value = [0; 4];
    value[..PRINT].copy_from_slice(print);
    u32::from_le_bytes(value)
}

#[inline]
fn id_at(ids: &[u8], place: usize, id_bytes: usize) -> u32 {
    match ids.get(place * id_bytes..(place + 1) * id_bytes) {
        Some([a, b, c]) => u32::from_le_bytes([*a, *b, *c, 0]),
        Some([a, b, c, d]) => u32::from_le_bytes([*a, *b, *c, *d]),
        _ => u32::MAX,
    }
}

pub(crate) fn bucket(hash: u64, bits: u32) -> usize {
    // The top bits choose the bucket, the lowest are the fingerprint.
    (hash >> 1 >> (63 - bits)) as usize
}

pub(crate) const fn fingerprint<const PRINT: usize>(hash: u64) -> u32 {
    hash as u32 & u32::MAX >> (u32::BITS - 8 * PRINT as u32)
}

#[cfg(test)]
mod tests;
