//! What a client of the connector may do for a member.

use crate::wire_enum::wire_enum;

wire_enum! {
    /// A right that a member grants to a client of the connector.
    pub enum Scope: "scope" {
        /// Check domains and licence numbers, and look up operators and licences.
        LicencesRead = "licences:read",
        /// Read the watchlist and its events.
        WatchlistRead = "watchlist:read",
        /// Add operators to the watchlist, and remove them.
        WatchlistWrite = "watchlist:write",
    }
}
