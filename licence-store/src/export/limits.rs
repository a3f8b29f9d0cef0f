//! How long exports wait.

use std::time::Duration;

/// How many exports may run at once on one store, and how long they wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportLimits {
    /// How many run at once, each on a connection of its own.
    pub at_once: usize,
    /// How many of them one account may have, so that nobody can take them all.
    pub per_account: usize,
    /// How long one more waits for one of them to end.
    pub turn: Duration,
    /// How long a chunk may wait for the reader before the reader loses the export. A server has a
    /// stricter limit of its own, on bytes instead of chunks.
    pub reader: Duration,
}

impl Default for ExportLimits {
    /// Sixteen at once, three of an account: one for each dataset. One more waits 5 seconds; a
    /// chunk waits an hour.
    fn default() -> Self {
        Self {
            at_once: 16,
            per_account: 3,
            turn: Duration::from_secs(5),
            reader: Duration::from_secs(3_600),
        }
    }
}
