//! How many rows of a batch there are, and how many were no domains.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::exit::{Exit, Failure};

/// The rows of a batch, counted by several threads.
#[derive(Debug, Default)]
pub(super) struct Tally {
    rows: AtomicU64,
    invalid: AtomicU64,
}

impl Tally {
    /// Counts a row.
    pub(super) fn count(&self, is_invalid: bool) {
        self.rows.fetch_add(1, Ordering::Relaxed);
        self.invalid.fetch_add(u64::from(is_invalid), Ordering::Relaxed);
    }

    /// Returns how the batch ends. No domain at all is an error: a wrong file or column must not pass
    /// for a screening.
    pub(super) fn outcome(&self, row: &str) -> Result<Exit, Failure> {
        let (rows, invalid) =
            (self.rows.load(Ordering::Relaxed), self.invalid.load(Ordering::Relaxed));
        let error = match rows {
            0 => format!("no {row} holds a domain, so nothing was checked"),
            _ if rows > invalid => return Ok(Exit::Done),
            _ => format!("no {row} of {rows} is a bare hostname, so nothing was checked"),
        };
        Err(Failure::Usage(error))
    }
}
