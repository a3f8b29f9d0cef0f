//! How long exports wait.

use std::time::Duration;

/// How many exports may run at once on one store, and how long they wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportLimits {
    /// How many run at once, each on a connection of its own.
    pub at_once: usize,
    /// How long one more waits for one of them to end.
    pub turn: Duration,
    /// How long a reader may take nothing before it loses the export.
    pub reader: Duration,
}

impl Default for ExportLimits {
    /// Sixteen at once, so that a few slow readers keep nobody waiting; one more waits 5 seconds; a
    /// reader 60.
    fn default() -> Self {
        Self { at_once: 16, turn: Duration::from_secs(5), reader: Duration::from_secs(60) }
    }
}
