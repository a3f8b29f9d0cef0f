//! The source of random ids, an argument so that tests can repeat a run.

use std::sync::{Arc, Mutex};

use uuid::Uuid;

use crate::mutex::lock;

/// A source of random bytes.
#[derive(Clone)]
pub struct Entropy {
    fill: Fill,
    /// How many ids of a large reading are drawn at once.
    ids_at_once: usize,
}

/// Fills bytes with random ones.
type Fill = Arc<dyn Fn(&mut [u8]) + Send + Sync>;

/// The random bytes of an id.
const ID_BYTES: usize = 16;

impl Entropy {
    /// Returns the operating system's generator.
    pub fn system() -> Self {
        let fill = |bytes: &mut [u8]| {
            // Without random bytes no id would be unique.
            if let Err(error) = getrandom::fill(bytes) {
                panic!("the system gives no random bytes: {error}");
            }
        };
        Self { fill: Arc::new(fill), ids_at_once: 64 }
    }

    /// Returns a fixed sequence: the same ids on every run. For tests and reproducible examples
    /// only.
    pub fn fixed(seed: u64) -> Self {
        let state = Mutex::new(seed);
        let fill = move |bytes: &mut [u8]| {
            let mut state = lock(&state);
            for half in bytes.chunks_mut(8) {
                half.copy_from_slice(&split_mix(&mut state).to_le_bytes()[..half.len()]);
            }
        };
        // One by one, so that the ids of a run do not depend on how many are drawn.
        Self { fill: Arc::new(fill), ids_at_once: 1 }
    }

    pub(crate) fn bits(&self) -> u128 {
        u128::from_le_bytes(self.id_bytes())
    }

    fn id_bytes(&self) -> [u8; ID_BYTES] {
        let mut bytes = [0; ID_BYTES];
        (self.fill)(&mut bytes);
        bytes
    }

    /// Returns a generator of the bytes of many ids, which are no secret: they lie in memory before
    /// they are used.
    fn many_ids(&self) -> impl FnMut() -> [u8; ID_BYTES] {
        let fill = Arc::clone(&self.fill);
        let (mut held, mut used) = (vec![[0; ID_BYTES]; self.ids_at_once], self.ids_at_once);
        move || {
            if used == held.len() {
                fill(held.as_flattened_mut());
                used = 0;
            }
            used += 1;
            held[used - 1]
        }
    }

    /// Returns a generator of 128 random bits each for many ids.
    pub(crate) fn many_bits(&self) -> impl FnMut() -> u128 {
        let mut next = self.many_ids();
        move || u128::from_le_bytes(next())
    }

    /// Returns a generator of single random bytes.
    pub(crate) fn bytes(&self) -> impl FnMut() -> u8 {
        let (mut held, mut next) = (self.id_bytes(), 0);
        let fill = Arc::clone(&self.fill);
        move || {
            if next == held.len() {
                fill(&mut held);
                next = 0;
            }
            next += 1;
            held[next - 1]
        }
    }

    /// Returns 32 random bytes, for a secret token.
    pub(crate) fn token(&self) -> [u8; 32] {
        let mut bytes = self.bytes();
        std::array::from_fn(|_| bytes())
    }

    /// Returns a generator of version 4 UUIDs that ascend from a random place, 74 bits of each
    /// random. Rows with such ids are neighbours in a database's indices: a large reading writes
    /// fewer pages.
    pub(crate) fn neighbouring_uuids(&self) -> impl FnMut() -> Uuid {
        let mut next = self.many_ids();
        let [.., a, b, c, d, e, f] = next();
        let mut place = u64::from_be_bytes([0, 0, a, b, c, d, e, f]);
        move || {
            place = place.wrapping_add(1);
            let mut bytes = next();
            bytes[..6].copy_from_slice(&place.to_be_bytes()[2..]);
            uuid::Builder::from_random_bytes(bytes).into_uuid()
        }
    }

    pub(crate) fn uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.id_bytes()).into_uuid()
    }
}

impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy")
    }
}

/// Returns the next number of SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_ids_ascend_and_are_version_4() {
        let ids_of = |seed| {
            let entropy = Entropy::fixed(seed);
            let mut next = entropy.neighbouring_uuids();
            (0..1000).map(|_| next()).collect::<Vec<Uuid>>()
        };
        let (ids, others) = (ids_of(7), ids_of(8));
        assert!(ids.is_sorted());
        assert!(ids.iter().all(|id| id.get_version_num() == 4));
        assert_ne!(others[0].as_bytes()[..4], ids[0].as_bytes()[..4]);
    }
}
