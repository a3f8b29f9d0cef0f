//! Keys to ids without the keys: hashed buckets in two flat tables.
//!
//! A name has a dozen near spellings and half a dozen pieces; storing those as strings would cost
//! ten times the name. A bucket keeps sixteen more bits of each key's hash, and the caller
//! verifies what comes back against the rows themselves, before anything is counted: no hash may
//! show in an answer.

/// An immutable multimap from a 64-bit hash to ids; rarely, an id of another key comes back too.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashedPostings {
    bucket_bits: u32,
    /// Where each bucket starts in `postings`; one more entry than there are buckets.
    starts: Vec<u32>,
    fingerprints: Vec<u16>,
    ids: Vec<u32>,
}

/// How many piles the pairs of a walk are sorted into, as a power of two, and how high a pile gets.
const PILE_BITS: u32 = 8;
const PILE_HEIGHT: usize = 2048;

impl HashedPostings {
    /// Builds the map from a walk over all (hash, id) pairs. The walk is made twice, counting and
    /// filling, so that nothing is ever held but the result. `expected` is a guess at the number
    /// of pairs, and `bucket_load` how many of them share a bucket: other values cost time or memory,
    /// never an answer. `None` beyond four thousand million.
    pub(crate) fn build(
        expected: usize,
        bucket_load: usize,
        walk: impl Fn(&mut dyn FnMut(u64, u32)),
    ) -> Option<Self> {
        let buckets = (expected / bucket_load).next_power_of_two();
        let mut map = Self {
            bucket_bits: buckets.trailing_zeros(),
            starts: vec![0; buckets + 1],
            ..Self::default()
        };
        let total = map.count(&walk)?;
        map.fingerprints = vec![0; total];
        map.ids = vec![0; total];
        map.fill(&walk);
        Some(map)
    }

    fn count(&mut self, walk: &impl Fn(&mut dyn FnMut(u64, u32))) -> Option<usize> {
        let mut total = 0;
        in_piles(walk, |hash, _| {
            let bucket = self.bucket(hash);
            self.starts[bucket + 1] = self.starts[bucket + 1].wrapping_add(1);
            total += 1;
        });
        u32::try_from(total).ok()?;
        for bucket in 1..self.starts.len() {
            self.starts[bucket] += self.starts[bucket - 1];
        }
        Some(total)
    }

    /// Fills each bucket from its start, which moves the starts one bucket on; they are put back.
    fn fill(&mut self, walk: &impl Fn(&mut dyn FnMut(u64, u32))) {
        in_piles(walk, |hash, id| {
            let bucket = self.bucket(hash);
            let place = self.starts[bucket] as usize;
            self.starts[bucket] += 1;
            self.fingerprints[place] = fingerprint(hash);
            self.ids[place] = id;
        });
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    fn bucket(&self, hash: u64) -> usize {
        // The top bits choose the bucket, the lowest sixteen are the fingerprint.
        (hash >> 1 >> (63 - self.bucket_bits)) as usize
    }

    fn range(&self, hash: u64) -> std::ops::Range<usize> {
        match self.starts.as_slice() {
            [] => 0..0,
            starts => {
                let bucket = self.bucket(hash);
                starts[bucket] as usize..starts[bucket + 1] as usize
            }
        }
    }

    /// The ids stored under this hash, in the order of the walk.
    pub(crate) fn ids(&self, hash: u64) -> impl Iterator<Item = u32> + '_ {
        let range = self.range(hash);
        let wanted = fingerprint(hash);
        self.fingerprints[range.clone()]
            .iter()
            .zip(&self.ids[range])
            .filter(move |(found, _)| **found == wanted)
            .map(|(_, id)| *id)
    }
}

fn fingerprint(hash: u64) -> u16 {
    hash as u16
}

/// Hands on the pairs of a walk, those of neighbouring buckets together and each bucket's in
/// their order. A walk goes through the names, so its hashes are all over tables of many
/// megabytes: one by one, nearly every pair would wait for another page of memory.
fn in_piles(walk: &impl Fn(&mut dyn FnMut(u64, u32)), mut each: impl FnMut(u64, u32)) {
    let mut piles = vec![Vec::new(); 1 << PILE_BITS];
    walk(&mut |hash, id| {
        let pile = &mut piles[(hash >> (u64::BITS - PILE_BITS)) as usize];
        pile.push((hash, id));
        if pile.len() == PILE_HEIGHT {
            pile.drain(..).for_each(|(hash, id)| each(hash, id));
        }
    });
    piles.into_iter().flatten().for_each(|(hash, id)| each(hash, id));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::key_hash::KeyHash;

    #[test]
    fn every_id_is_found_under_its_key_in_the_order_it_came() {
        let hash = |key: u32| KeyHash::default().hash(&key.to_le_bytes());
        for keys in [0, 1, 2, 7, 1000] {
            let map = HashedPostings::build(keys as usize, 4, |post| {
                for id in 0..keys * 3 {
                    post(hash(id % keys.max(1)), id);
                }
            })
            .unwrap();
            for key in 0..keys {
                let ids: Vec<u32> = map.ids(hash(key)).filter(|id| id % keys == key).collect();
                assert_eq!(ids, [key, key + keys, key + 2 * keys]);
            }
        }
    }

    #[test]
    fn an_empty_map_has_nothing() {
        assert_eq!(HashedPostings::default().ids(7).count(), 0);
        assert_eq!(HashedPostings::build(0, 4, |_| {}).unwrap().ids(7).count(), 0);
    }
}
