//! Until when a server may answer about keys from memory, and when a change of a key holds on every
//! server (specification 5: a revocation is immediate).
//!
//! The database holds a version that each change of a key raises, and a row for each server: the
//! newest version that the server acknowledges, and an end. A server renews its row and gets the
//! version in the same step, then answers from memory for [`KEPT`]. A change commits the next
//! version and waits until every row acknowledges it, or for [`LONGEST_WAIT`]: no renewal after the
//! commit returns an older version, so every older lease is over by then.
//!
//! - A lease counts from before its renewal is sent, on the server's own clock.
//! - A server acknowledges a version with the renewal after the one that returned it. It has
//!   forgotten older keys by then.
//! - A lease ends before the wait does, so that clocks may differ by a tenth in speed.
//! - A row ends by the clock of the database, a second after its lease. A step of that clock by
//!   less than a second hides no server.
//! - A database may lose its last changes, in a failover or a restore, and continue from an older
//!   version. No version is ever used twice, so that keys of a lost version are never answered, and a
//!   server whose version the database does not have acknowledges nothing.

use std::time::Duration;

/// How long a server answers from memory after it sent a renewal.
pub const KEPT: Duration = Duration::from_millis(900);
/// How long a change waits for a server that does not acknowledge it.
pub const LONGEST_WAIT: Duration = Duration::from_millis(1_000);
/// How long the row of a server says that the server may be alive.
pub const ROW_KEPT: Duration = Duration::from_millis(2_000);
/// How often a server renews its lease. Two renewals may fail.
pub const RENEWED_EVERY: Duration = Duration::from_millis(250);

/// The permission to answer about keys from memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeyLease {
    version: i64,
    ends_at: Duration,
}

impl KeyLease {
    /// Returns the lease of a renewal that was sent at `sent_at` on this server's clock, and to
    /// which the database replied with the current version.
    pub fn renewed(version: i64, sent_at: Duration) -> Self {
        Self { version, ends_at: sent_at + KEPT }
    }

    /// Returns the version that the server acknowledges.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// Returns whether the lease lasts at `now`, an instant on this server's clock.
    pub fn lasts(&self, now: Duration) -> bool {
        now < self.ends_at
    }

    /// Returns whether keys that were read at a version may be answered from memory at `now`. Read the
    /// clock when the answer is ready, because the process may have been stopped before.
    pub fn covers(&self, version: i64, now: Duration) -> bool {
        self.lasts(now) && version == self.version
    }
}

/// Returns whether a change that was committed `waited` ago holds on every server.
pub fn holds_everywhere(is_acknowledged: bool, waited: Duration) -> bool {
    is_acknowledged || waited >= LONGEST_WAIT
}

#[cfg(test)]
mod tests;
