//! The limits of exports.

use std::time::Duration;

/// The most exports that run at once on a store, and how long they wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportLimits {
    /// The most exports that run at once, each on a connection of its own.
    pub at_once: usize,
    /// The most exports of one account, so that no account takes all slots.
    pub per_account: usize,
    /// How long another export waits for a slot.
    pub turn: Duration,
    /// How long a chunk may wait for the reader before the reader loses the export. A server has a
    /// stricter limit of its own, on bytes instead of chunks.
    pub reader: Duration,
}

impl Default for ExportLimits {
    /// Returns sixteen at once and three for an account, one for each dataset. Another export waits
    /// 5 seconds for a slot, and a chunk an hour for its reader.
    fn default() -> Self {
        Self {
            at_once: 16,
            per_account: 3,
            turn: Duration::from_secs(5),
            reader: Duration::from_secs(3_600),
        }
    }
}
