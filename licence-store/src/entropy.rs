//! The one source of random ids, injected so that tests can repeat a run.

use std::sync::{Arc, Mutex};

use uuid::Uuid;

/// Where random bytes come from.
#[derive(Clone)]
pub struct Entropy(Arc<dyn Fn() -> [u8; 16] + Send + Sync>);

impl Entropy {
    /// The operating system's generator.
    pub fn system() -> Self {
        Self(Arc::new(|| {
            let mut bytes = [0; 16];
            match getrandom::fill(&mut bytes) {
                Ok(()) => bytes,
                // Without random bytes no id can be given that nobody has.
                Err(error) => panic!("the system gives no random bytes: {error}"),
            }
        }))
    }

    /// A fixed sequence: the same ids on every run. For tests and reproducible examples only.
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

    /// 128 random bits.
    pub(crate) fn bits(&self) -> u128 {
        u128::from_le_bytes((self.0)())
    }

    /// Random bytes, as many as are asked for.
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

    /// A version 4 UUID.
    pub(crate) fn uuid(&self) -> Uuid {
        uuid::Builder::from_random_bytes((self.0)()).into_uuid()
    }
}

impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy")
    }
}

/// SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
