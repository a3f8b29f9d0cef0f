//! The postings of an index after some of its rows changed. All others are copied, because hashing
//! the near spellings of a whole market takes most of the time of a build.

use crate::catalogue::posting_section::SectionParts;
use crate::catalogue::postings::{Posting, Postings, bucket, fingerprint};

/// The new positions of the rows of a table after some were removed and others added. Rows that stay
/// keep their order.
pub(crate) struct MovedRows {
    places: Vec<Option<u32>>,
    /// How far the rows of each block moved, if all moved by the same distance. Few blocks have a
    /// removed or a new row, and all postings are moved, for which the positions alone would not fit in the
    /// processor's cache.
    shifts: Vec<Option<u32>>,
}

const BLOCK: usize = 512;

impl MovedRows {
    /// Takes the new position of each row; `None` for a removed row.
    pub(crate) fn new(places: Vec<Option<u32>>) -> Self {
        let shift = |(place, id): (&Option<u32>, u32)| place.map(|place| place.wrapping_sub(id));
        let mut first = 0;
        let of_block = |block: &[Option<u32>]| {
            let mut shifts = block.iter().zip(first..).map(shift);
            first += block.len() as u32;
            let shift = shifts.next().flatten();
            shift.filter(|shift| shifts.all(|other| other == Some(*shift)))
        };
        let shifts = places.chunks(BLOCK).map(of_block).collect();
        Self { places, shifts }
    }

    /// Returns the new position of a row; `None` if it was removed or never there.
    #[inline]
    pub(crate) fn place(&self, row: u32) -> Option<u32> {
        if row as usize >= self.places.len() {
            return None;
        }
        match self.shifts[row as usize / BLOCK] {
            Some(shift) => Some(row.wrapping_add(shift)),
            None => self.places[row as usize],
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<u32>> + Clone + '_ {
        self.places.iter().copied()
    }

    fn none_is_removed(&self) -> bool {
        self.places.iter().all(Option::is_some)
    }

    fn all_stay(&self) -> bool {
        self.shifts.iter().all(|shift| *shift == Some(0))
    }
}

/// The postings that an index loses and gains: a hash and an id each, as a walk produces them.
#[derive(Default)]
pub(crate) struct PostingChanges {
    /// By the ids of the old rows. The postings of rows that are gone are dropped without being here.
    pub(crate) gone: Vec<(u64, u32)>,
    /// By the ids of the new rows.
    pub(crate) new: Vec<(u64, u32)>,
}

impl PostingChanges {
    /// Returns a callback that records the postings of a walk as gone.
    pub(crate) fn record_gone(&mut self) -> impl FnMut(u64, u32) {
        |hash, id| self.gone.push((hash, id))
    }

    /// Returns a callback that records the postings of a walk as new.
    pub(crate) fn record_new(&mut self) -> impl FnMut(u64, u32) {
        |hash, id| self.new.push((hash, id))
    }
}

/// Postings by bucket, which are taken bucket after bucket.
struct ByBucket {
    postings: Vec<(usize, Posting)>,
    next: usize,
}

impl ByBucket {
    fn new<const PRINT: usize>(postings: Vec<(u64, u32)>, bucket_bits: u32) -> Self {
        let of_hash = |(hash, id)| (bucket(hash, bucket_bits), (fingerprint::<PRINT>(hash), id));
        let mut postings: Vec<_> = postings.into_iter().map(of_hash).collect();
        postings.sort_unstable();
        Self { postings, next: 0 }
    }

    fn has(&self, bucket: usize) -> bool {
        self.postings.get(self.next).is_some_and(|(of, _)| *of == bucket)
    }

    fn of_bucket(&mut self, bucket: usize) -> impl Iterator<Item = Posting> + '_ {
        let rest = &self.postings[self.next..];
        let count = rest.iter().take_while(|(of, _)| *of == bucket).count();
        self.next += count;
        rest[..count].iter().map(|(_, posting)| *posting)
    }
}

impl PostingChanges {
    /// Drops the pairs of a gone posting and an equal new one.
    fn without_unchanged(mut self, moved: &MovedRows) -> Self {
        let place = |(hash, id): &(u64, u32)| (*hash, moved.place(*id));
        self.gone.sort_unstable_by_key(place);
        self.new.sort_unstable();
        let mut left = Self::default();
        let mut new = self.new.into_iter().peekable();
        for old in self.gone {
            let at = place(&old);
            let before = |it: &(u64, u32)| (it.0, Some(it.1)) < at;
            left.new.extend(std::iter::from_fn(|| new.next_if(before)));
            if new.next_if(|it| (it.0, Some(it.1)) == at).is_none() {
                left.gone.push(old);
            }
        }
        left.new.extend(new);
        left
    }
}

impl<const PRINT: usize> Postings<PRINT> {
    /// Returns the section after rows moved and postings changed, in parts. `None` beyond four
    /// thousand million postings.
    pub(crate) fn changed<'c>(
        &self,
        file: &'c [u8],
        moved: &MovedRows,
        changes: PostingChanges,
    ) -> Option<SectionParts<'c>> {
        let PostingChanges { gone, new } = changes.without_unchanged(moved);
        if gone.is_empty() && new.is_empty() && moved.all_stay() {
            return Some(SectionParts::whole(self.section(file)));
        }
        let most = moved.iter().flatten().chain(new.iter().map(|(_, id)| *id)).max();
        let (bits, count) = (self.bucket_bits, self.len() + new.len());
        let mut built = SectionParts::begin(PRINT, bits, most.unwrap_or(0), count);
        let by_bucket = |postings| ByBucket::new::<PRINT>(postings, bits);
        let (mut gone, mut new) = (by_bucket(gone), by_bucket(new));
        let (buckets, mut postings) = (self.buckets(file), Vec::new());
        let none_is_removed = moved.none_is_removed();
        let place = |row| moved.place(row).unwrap_or(u32::MAX);
        for bucket in 0..1 << bits {
            if none_is_removed && !gone.has(bucket) && !new.has(bucket) {
                let (fingerprints, ids) = buckets.columns(bucket);
                built.push_kept_bucket(fingerprints, ids.map(place))?;
                continue;
            }
            let mut gone: Vec<Posting> = gone.of_bucket(bucket).collect();
            postings.extend(buckets.postings(bucket).filter_map(|posting| {
                match gone.iter().position(|it| *it == posting) {
                    Some(place) => _ = gone.swap_remove(place),
                    None => return moved.place(posting.1).map(|place| (posting.0, place)),
                }
                None
            }));
            let kept = postings.len();
            postings.extend(new.of_bucket(bucket));
            if postings.len() > kept {
                postings.sort_unstable();
            }
            built.push_bucket(postings.drain(..))?;
        }
        built.end()?;
        Some(built)
    }
}

#[cfg(test)]
mod tests;
