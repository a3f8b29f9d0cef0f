//! The source of random ids, an argument so that tests can repeat a run.

use std::sync::{Arc, Mutex};

use uuid::Uuid;

/// A source of random bytes.
#[derive(Clone)]
pub struct Entropy(Arc<dyn Fn() -> [u8; 16] + Send + Sync>);

impl Entropy {
    /// Returns the operating system's generator.
    pub fn system() -> Self {
        Self(Arc::new(|| {
            let mut bytes = [0; 16];
            match getrandom::fill(&mut bytes) {
                Ok(()) => bytes,
                // Without random bytes no id would be unique.
                Err(error) => panic!("the system gives no random bytes: {error}"),
            }
        }))
    }

    /// Returns a fixed sequence: the same ids on every run. For tests and reproducible examples
    /// only.
    pub fn fixed(seed: u64) -> Self {
        let state = Mutex::new(seed);
        Self(Arc::new(move || {
            let mut state = state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let mut bytes = [0; 16];
            for half in bytes.chunks_exact_mut(8) {
                half.copy_from_slice(&split_mix(&mut state).to_le_bytes());
            }
            bytes
        }))
    }

    /// Returns 128 random bits.
    pub(crate) fn bits(&self) -> u128 {
        u128::from_le_bytes((self.0)())
    }

    /// Returns a generator of single random bytes.
    pub(crate) fn bytes(&self) -> impl FnMut() -> u8 {
        let (mut held, mut next) = ((self.0)(), 0);
        let source = Arc::clone(&self.0);
        move || {
            if next == held.len() {
                (held, next) = (source(), 0);
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
        let source = Arc::clone(&self.0);
        let [.., a, b, c, d, e, f] = source();
        let mut place = u64::from_be_bytes([0, 0, a, b, c, d, e, f]);
        move || {
            place = place.wrapping_add(1);
            let mut bytes = source();
            bytes[..6].copy_from_slice(&place.to_be_bytes()[2..]);
            uuid::Builder::from_random_bytes(bytes).into_uuid()
        }
    }

    /// Returns a version 4 UUID.
    pub(crate) fn uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes((self.0)()).into_uuid()
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
