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
    /// Two at once; the third waits 5 seconds; a reader 60.
    fn default() -> Self {
        Self { at_once: 2, turn: Duration::from_secs(5), reader: Duration::from_secs(60) }
    }
}
